// Measures authentication B8: how long a second process goes by the old roles of a user, or takes a key that was deleted.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment, type KeelsonProcess } from '../bars/keelson.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { nameOf, saveUsers } from '../bars/people.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { createWatcher, type Watcher } from '../bars/revocation.ts';
import { percentile } from '../bars/statistics.ts';

const P99_MS_MAX = 250;
const CHANGES_PER_ROUND = 20;
const ROLE = 'ROLE_BENCH';
const AUTHORITY = 'AUTH_USER_VIEW';

interface Parts {
  readonly first: KeelsonProcess;
  readonly second: KeelsonProcess;
  readonly watcher: Watcher;
  readonly admin: string;
}

interface User {
  readonly uuid: string;
  readonly version: number;
}

async function timeRoleChange(
  { first, second, watcher, admin }: Parts,
  number: number,
  token: string,
): Promise<number> {
  const path = `/users/by-username/${nameOf(number)}`;
  const { uuid, version } = await call<User>(first.origin, path, { method: 'GET', token: admin });
  const headers = { authorization: `Bearer ${token}` };
  return watcher.time({
    request: rawRequest(second.origin, { method: 'GET', path: '/session', headers }),
    shows: ({ body }) => body.includes(AUTHORITY),
    apply: () =>
      call(first.origin, `/users/roles/by-uuid/${uuid}`, {
        method: 'PUT',
        token: admin,
        body: { roleList: [ROLE], version },
      }),
  });
}

async function timeKeyRevocation({ first, second, watcher, admin }: Parts, number: number): Promise<number> {
  const { uuid, key } = await call<{ readonly uuid: string; readonly key: string }>(first.origin, '/api-keys', {
    token: admin,
    body: { name: `bench-${number}`, authorityList: [AUTHORITY] },
  });
  return watcher.time({
    request: rawRequest(second.origin, { method: 'GET', path: '/session', headers: { 'x-api-key': key } }),
    shows: ({ status }) => status === 401,
    apply: () => call(first.origin, `/api-keys/by-uuid/${uuid}`, { method: 'DELETE', token: admin }),
  });
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const first = await deployment.startProcess();
  const second = await deployment.startProcess();
  const changes = rounds * CHANGES_PER_ROUND;
  await saveUsers(deployment.database, changes);
  const tokens = await openSessions(deployment.database, changes);
  const admin = await signIn(first.origin, 'admin', deployment.adminPassword);
  await call(first.origin, '/roles', { token: admin, body: { code: ROLE, authorityList: [AUTHORITY] } });
  const parts: Parts = { first, second, watcher: await createWatcher(second.origin), admin };
  const [roles, keys]: number[][] = [[], []];
  for (let number = 1; number <= changes; number++) {
    roles!.push(await timeRoleChange(parts, number, tokens[number - 1] ?? ''));
    keys!.push(await timeKeyRevocation(parts, number));
  }
  parts.watcher.close();
  print(`p50: role ${numberText(percentile(roles!, 50))} ms, key ${numberText(percentile(keys!, 50))} ms`);
  const bar = 'authentication B8';
  return [
    {
      bar,
      what: `${changes} changes of roles on a second process, p99`,
      value: percentile(roles!, 99),
      unit: 'ms',
      atMost: P99_MS_MAX,
    },
    {
      bar,
      what: `${changes} deleted API keys on a second process, p99`,
      value: percentile(keys!, 99),
      unit: 'ms',
      atMost: P99_MS_MAX,
    },
  ];
}

await runBar({ rounds: 6, seconds: 1 }, measure);
