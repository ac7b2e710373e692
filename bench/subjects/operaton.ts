// Drives Operaton behind its REST starter, as a subject.
import {
  isProcess,
  keysOf,
  mixedStarts,
  openTasksOf,
  type ProcessName,
  processNames,
  variablesOf,
} from '../workloads.ts';
import type { Drive } from '../wrk.ts';
import { createEndsReader, peerHistory } from './ends.ts';
import { deployToPeer, postToPeer, startPeer } from './peer-process.ts';
import { expectOk, LOCK_MS, type Subject, type SubjectNeeds, TASKS_AT_ONCE, TASKS_IN_TURN } from './subject.ts';

const BASE = '/engine-rest';
const STRING_MAX = 4_000;
const INSTANCE = '"id":"([^"]+)","definitionId"';
const TASK = '{"id":"([^"]+)","name"';

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
      let sum = 0;
      for (const key of keysOf(workload)) {
        const query = `processDefinitionKey=${key}&finished=true`;
        const url = `${origin}${BASE}/history/process-instance/count?${query}`;
        const answer = await expectOk('Counting the instances of Operaton', fetch(url));
        sum += ((await answer.json()) as { readonly count: number }).count;
      }
      return sum;
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
  const find = ['GET', `${BASE}/task?processInstanceId=@`, ''];
  const complete = [`${BASE}/task/@/complete`, '{}'];
  if (key === 'w15') {
    const message = [`${BASE}/message`, '{"messageName":"w15","businessKey":"@"}'];
    const starts = mixedStarts((part, { businessKey, variables = {} }) => [
      startPathOf(part),
      { businessKey, variables: typed(variables) },
    ]);
    return { origin, script: 'mix', args: ['0', ...find, ...complete, ...message, INSTANCE, TASK, ...starts] };
  }
  const start = [startPathOf(key), JSON.stringify({ variables: typed(variablesOf(key)) })];
  const tasks = openTasksOf(key);
  if (tasks === 0) return { origin, script: 'post', args: start };
  const steps = [...start, ...find, ...complete, INSTANCE, TASK];
  if (key === 'w4-7') return { origin, script: 'one-by-one', args: [...steps, String(TASKS_IN_TURN)] };
  // A completion is answered without a body.
  return { origin, script: 'user-task', args: [...steps, '', String(tasks)] };
}
