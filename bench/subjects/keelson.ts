// Runs Keelson as an operator would, on the shared PostgreSQL, and drives it through its public interface.

import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { START_FLAGS } from '../../tests/support/start-flags.ts';
import { findFreePort, startProgram, waitUntilAnswers } from '../processes.ts';
import {
  isProcess,
  keysOf,
  mixedStarts,
  modelOf,
  openTasksOf,
  type ProcessName,
  processNames,
  variablesOf,
} from '../workloads.ts';
import type { Drive } from '../wrk.ts';
import { createEndsReader, keelsonHistory } from './ends.ts';
import { expectOk, LOCK_MS, type Subject, type SubjectNeeds, TASKS_AT_ONCE, TASKS_IN_TURN } from './subject.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const KEY_BYTES = 32;
const ADMINISTRATOR = 'admin';

interface Envelope<T> {
  readonly body: T;
}

export async function startKeelson({ postgres, teardown, scratchDirectory }: SubjectNeeds): Promise<Subject> {
  const database = await postgres.createSubjectDatabase('keelson');
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const password = `bench ${randomBytes(KEY_BYTES).toString('base64url')}`;
  const program = await startProgram(
    {
      command: process.execPath,
      args: [...START_FLAGS, MAIN],
      // It does not start in the clone, whose .env is the operator's.
      cwd: scratchDirectory,
      env: {
        DATABASE_URL: database.url,
        KEELSON_SECRET_KEYS: `bench:${randomBytes(KEY_BYTES).toString('base64url')}`,
        KEELSON_ADMIN_PASSWORD: password,
        KEELSON_LISTEN: `127.0.0.1:${port}`,
        KEELSON_LOG_LEVEL: 'warn',
      },
    },
    teardown,
  );
  await waitUntilAnswers(program, `${origin}/health/ready`, START_TIMEOUT_MS);
  const authorization = `Bearer ${await signIn(origin, password)}`;
  for (const name of processNames) await deploy(origin, authorization, `${name}.bpmn`, modelOf(name));
  return {
    name: 'keelson',
    pid: program.pid,
    databaseName: database.name,
    drive: (workload) => (isProcess(workload) ? driveOf(origin, authorization, workload) : null),
    hands: {
      takes: () => true,
      async start(workload, { businessKey, variables = {} }) {
        const request = {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ businessKey, variables }),
        };
        const answer = await expectOk('A start at Keelson', fetch(origin + startPathOf(workload), request));
        await answer.arrayBuffer();
      },
      endsOf: createEndsReader(database.url, keelsonHistory, teardown),
    },
    countCompleted: (workload) => countEnded(origin, authorization, keysOf(workload)),
  };
}

async function signIn(origin: string, password: string): Promise<string> {
  const answer = await expectOk(
    'Signing in to Keelson',
    fetch(`${origin}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: ADMINISTRATOR, password }),
    }),
  );
  const { body } = (await answer.json()) as Envelope<{ readonly status: string; readonly token: string | null }>;
  if (body.token === null) throw new Error(`Signing in to Keelson ended with ${body.status}.`);
  return body.token;
}

async function deploy(origin: string, authorization: string, fileName: string, model: Buffer): Promise<void> {
  const form = new FormData();
  form.set('xmlFile', new Blob([new Uint8Array(model)], { type: 'application/xml' }), fileName);
  const request = { method: 'POST', headers: { authorization }, body: form };
  await expectOk(`Deploying ${fileName} to Keelson`, fetch(`${origin}/repository/deployXml`, request));
}

/** An instance that was changed since has another version. */
const INSTANCE = '"body":{"id":"([^"]+)".-"version":1,"businessKey"';
const TASK = '"id":"([^"]+%-t%d+)"';

const startPathOf = (key: string): string => `/runtime/start/by-process-definition-key/${key}`;

function driveOf(origin: string, authorization: string, key: ProcessName): Drive {
  const startPath = startPathOf(key);
  const header = `Authorization: ${authorization}`;
  if (key === 'w8') {
    const body = '{"messageName":"w8","businessKey":"k@"}';
    return { origin, script: 'numbered', args: ['/runtime/messages/correlate', body, header] };
  }
  if (key === 'w11') {
    const topics = [{ topic: 'w11', lockMillis: LOCK_MS, variables: [] }];
    const fetched = JSON.stringify({ workerId: 'bench', maxTasks: TASKS_AT_ONCE, topics });
    const complete = ['/external-task/@/complete', '{"workerId":"bench"}'];
    const args = ['/external-task/fetch-and-lock', fetched, '"id":"([^"]+%-x%d+)"', '{"body":[]', ...complete, header];
    return { origin, script: 'fetch-complete', args };
  }
  const find = ['POST', '/task/list', '{"processInstanceId":"@"}'];
  const complete = ['/task/@/complete', '{}'];
  if (key === 'w15') {
    const message = ['/runtime/messages/correlate', '{"messageName":"w15","businessKey":"@"}'];
    const starts = mixedStarts((part, start) => [startPathOf(part), start]);
    return { origin, script: 'mix', args: ['0', ...find, ...complete, ...message, INSTANCE, TASK, ...starts, header] };
  }
  const tasks = openTasksOf(key);
  if (tasks === 0) {
    const variables = variablesOf(key);
    const body = Object.keys(variables).length === 0 ? '{}' : JSON.stringify({ variables });
    return { origin, script: 'post', args: [startPath, body, header] };
  }
  const steps = [startPath, '{}', ...find, ...complete, INSTANCE, TASK];
  if (key === 'w4-7') return { origin, script: 'one-by-one', args: [...steps, String(TASKS_IN_TURN), header] };
  return { origin, script: 'user-task', args: [...steps, '"ended":true', String(tasks), header] };
}

async function countEnded(
  origin: string,
  authorization: string,
  processDefinitionKeys: readonly string[],
): Promise<number> {
  const query = { processDefinitionKeys, states: ['ENDED'], pageable: { pageSize: 1 } };
  for (;;) {
    const answer = await expectOk(
      'Counting the instances of Keelson',
      fetch(`${origin}/process-instance/page`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(query),
      }),
    );
    const { body } = (await answer.json()) as Envelope<{ readonly totalElements: number }>;
    // The header is present while the page is behind the history.
    if (answer.headers.get('x-svc-history-lag') === null) return body.totalElements;
  }
}
