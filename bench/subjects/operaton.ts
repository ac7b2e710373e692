// Drives Operaton behind its REST starter, as a subject.
import { hasUserTask, isProcess, type ProcessName, processNames, variablesOf } from '../workloads.ts';
import type { Drive } from '../wrk.ts';
import { createEndsReader, peerHistory } from './ends.ts';
import { deployToPeer, postToPeer, startPeer } from './peer-process.ts';
import { expectOk, LOCK_MS, type Subject, type SubjectNeeds, TASKS_AT_ONCE } from './subject.ts';

const BASE = '/engine-rest';
const STRING_MAX = 4_000;

export async function startOperaton(peersDirectory: string, needs: SubjectNeeds): Promise<Subject> {
  const ready = `${BASE}/deployment/count`;
  const { program, origin, databaseName, databaseUrl } = await startPeer('operaton', peersDirectory, ready, needs);
  const url = `${origin}${BASE}/deployment/create`;
  await deployToPeer({ url, part: 'data', fields: { 'deployment-name': 'bench' }, names: processNames });
  return {
    name: 'operaton',
    pid: program.pid,
    databaseName,
    drive: (workload) => (isProcess(workload) ? driveOf(origin, workload) : null),
    hands: {
      takes: () => true,
      start: (workload, { businessKey, variables = {} }) =>
        postToPeer(origin + startPathOf(workload), { businessKey, variables: typed(variables) }),
      endsOf: createEndsReader(databaseUrl, peerHistory, needs.teardown),
    },
    async countCompleted(workload) {
      const query = `processDefinitionKey=${workload}&finished=true`;
      const url = `${origin}${BASE}/history/process-instance/count?${query}`;
      const answer = await expectOk('Counting the instances of Operaton', fetch(url));
      return ((await answer.json()) as { readonly count: number }).count;
    },
  };
}

const startPathOf = (key: string): string => `${BASE}/process-definition/key/${key}/start`;

/** It keeps up to 4,000 characters as a string; what is longer goes as bytes, in base64. */
function typedValue(value: unknown): object {
  const isLong = typeof value === 'string' && value.length > STRING_MAX;
  return isLong ? { type: 'Bytes', value: Buffer.from(value).toString('base64') } : { value };
}

function typed(variables: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, typedValue(value)]));
}

function driveOf(origin: string, key: ProcessName): Drive {
  if (key === 'w8') {
    const body = '{"messageName":"w8","businessKey":"k@"}';
    return { origin, script: 'numbered', args: [`${BASE}/message`, body] };
  }
  if (key === 'w11') {
    const topics = [{ topicName: 'w11', lockDuration: LOCK_MS, variables: [] }];
    const fetched = JSON.stringify({ workerId: 'bench', maxTasks: TASKS_AT_ONCE, topics });
    const complete = [`${BASE}/external-task/@/complete`, '{"workerId":"bench"}'];
    const args = [`${BASE}/external-task/fetchAndLock`, fetched, '"id":"([^"]+)"', '[]', ...complete];
    return { origin, script: 'fetch-complete', args };
  }
  const start = [startPathOf(key), JSON.stringify({ variables: typed(variablesOf(key)) })];
  if (!hasUserTask(key)) return { origin, script: 'post', args: start };
  const find = ['GET', `${BASE}/task?processInstanceId=@`, ''];
  const complete = [`${BASE}/task/@/complete`, '{}'];
  // A completion is answered without a body.
  const patterns = ['"id":"([^"]+)","definitionId"', '^%[{"id":"([^"]+)"', ''];
  return { origin, script: 'user-task', args: [...start, ...find, ...complete, ...patterns] };
}
