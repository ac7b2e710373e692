// Drives Flowable behind its REST starter, as a subject.
import { isProcess, openTasksOf, type ProcessName, processNames, variablesOf } from '../workloads.ts';
import type { Drive } from '../wrk.ts';
import { createEndsReader, peerHistory } from './ends.ts';
import { deployToPeer, postToPeer, startPeer } from './peer-process.ts';
import { expectOk, type Subject, type SubjectNeeds, TASKS_IN_TURN } from './subject.ts';

const BASE = '/process-api';
/** Its REST starter finds nobody who waits for a message by business key, and that of external workers is a program of its own. */
const takes = (workload: ProcessName): boolean => !['w8', 'w11', 'w15'].includes(workload);
const INSTANCE = '^{"id":"([^"]+)"';
const TASK = '{"id":"([^"]+)","url":"[^"]+","owner"';

export async function startFlowable(peersDirectory: string, needs: SubjectNeeds): Promise<Subject> {
  const ready = `${BASE}/repository/deployments`;
  const { program, origin, databaseName, databaseUrl } = await startPeer('flowable', peersDirectory, ready, needs);
  const url = `${origin}${BASE}/repository/deployments`;
  await deployToPeer({ url, part: 'file', fields: {}, names: processNames.filter(takes) });
  return {
    name: 'flowable',
    pid: program.pid,
    databaseName,
    drive: (workload) => (isProcess(workload) && takes(workload) ? driveOf(origin, workload) : null),
    hands: {
      takes,
      start: (workload, { businessKey, variables = {} }) =>
        postToPeer(`${origin}${BASE}/runtime/process-instances`, startBody(workload, businessKey, variables)),
      endsOf: createEndsReader(databaseUrl, peerHistory, needs.teardown),
    },
    async countCompleted(workload) {
      const query = `processDefinitionKey=${workload}&finished=true&size=1`;
      const url = `${origin}${BASE}/history/historic-process-instances?${query}`;
      const answer = await expectOk('Counting the instances of Flowable', fetch(url));
      return ((await answer.json()) as { readonly total: number }).total;
    },
  };
}

function startBody(key: string, businessKey: string | null, variables: Readonly<Record<string, unknown>>): object {
  const listed = Object.entries(variables).map(([name, value]) => ({ name, value }));
  return { processDefinitionKey: key, businessKey, variables: listed };
}

function driveOf(origin: string, key: ProcessName): Drive {
  const start = [`${BASE}/runtime/process-instances`, JSON.stringify(startBody(key, null, variablesOf(key)))];
  const tasks = openTasksOf(key);
  if (tasks === 0) return { origin, script: 'post', args: start };
  const find = ['GET', `${BASE}/runtime/tasks?processInstanceId=@`, ''];
  const complete = [`${BASE}/runtime/tasks/@`, '{"action":"complete"}'];
  const steps = [...start, ...find, ...complete, INSTANCE, TASK];
  if (key === 'w4-7') return { origin, script: 'one-by-one', args: [...steps, String(TASKS_IN_TURN)] };
  // A completion is answered without a body.
  return { origin, script: 'user-task', args: [...steps, '', String(tasks)] };
}
