// Starts and stops the whole cluster in its order, and asks every part how it is.
import pg from 'pg';
import { until } from '../../tests/support/until.ts';
import { PROGRAM } from './configuration.ts';
import { type Layout, type Machine, machines } from './layout.ts';
import { ask, etcd, haproxy, patroni, pgbouncer, server } from './members.ts';
import { pidOf, startProcess, stopProcess } from './processes.ts';
import type { Programs } from './programs.ts';

const POLL_MS = 200;
const PRIMARY_MS_MAX = 120_000;
const STANDBYS = machines.length - 1;

/** Answers the machine whose PostgreSQL takes writes, as its Patroni says; null while there is none. */
export async function primaryOf(layout: Layout): Promise<Machine | null> {
  for (const machine of machines) {
    const answer = await ask(layout.port('patroni', machine), '/primary');
    if (answer?.status === 200) return machine;
  }
  return null;
}

interface Replication {
  readonly synchronous: boolean;
  readonly state: string;
}

/** Lists what follows the primary, as that says itself. */
async function standbysOf(layout: Layout, primary: Machine): Promise<readonly Replication[]> {
  const answer = await ask(layout.port('patroni', primary), '/patroni');
  const list = (answer?.json.replication ?? []) as readonly { readonly sync_state: string; readonly state: string }[];
  return list.map(({ sync_state, state }) => ({ synchronous: sync_state === 'sync', state }));
}

/** Resolves when there is a primary, both others follow it, and one of them synchronously. */
export function waitUntilWhole(layout: Layout): Promise<Machine> {
  return until(
    'a primary with two standbys, one of them synchronous',
    async () => {
      const primary = await primaryOf(layout);
      if (primary === null) return null;
      const standbys = (await standbysOf(layout, primary)).filter(({ state }) => state === 'streaming');
      return standbys.length === STANDBYS && standbys.some(({ synchronous }) => synchronous) ? primary : null;
    },
    { timeoutMs: PRIMARY_MS_MAX, pollMs: POLL_MS },
  );
}

/** Resolves when commits wait for a standby, or when they do so no more. */
export async function setSynchronous(layout: Layout, on: boolean): Promise<void> {
  const primary = await primaryOf(layout);
  if (primary === null) throw new Error('There is no primary.');
  await fetch(`http://127.0.0.1:${layout.port('patroni', primary)}/config`, {
    method: 'PATCH',
    body: JSON.stringify({ synchronous_mode: on }),
  });
  const isSo = async (): Promise<boolean> =>
    (await standbysOf(layout, primary)).some(({ synchronous }) => synchronous) === on;
  await until(`synchronous replication ${on ? 'on' : 'off'}`, isSo, { timeoutMs: PRIMARY_MS_MAX, pollMs: POLL_MS });
}

/** Makes the account and the database of the program, unless they are there. */
async function prepareDatabase(layout: Layout): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: layout.primaryPort,
    user: 'postgres',
    password: layout.superuserPassword,
    database: 'postgres',
  });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [PROGRAM]);
    if (rowCount !== 0) return;
    await client.query(`DROP ROLE IF EXISTS ${PROGRAM}`);
    await client.query(`CREATE ROLE ${PROGRAM} LOGIN PASSWORD '${layout.programPassword}'`);
    await client.query(`CREATE DATABASE ${PROGRAM} OWNER ${PROGRAM}`);
  } finally {
    await client.end();
  }
}

/** Starts what does not run yet. Resolves when the one address answers through a server that is ready. */
export async function startCluster(layout: Layout, programs: Programs, say: (line: string) => void): Promise<void> {
  say('etcd');
  await Promise.all(machines.map((machine) => startProcess(layout, etcd(layout, programs, machine))));
  say('Patroni and PostgreSQL');
  await Promise.all(machines.map((machine) => startProcess(layout, patroni(layout, programs, machine))));
  const primary = await waitUntilWhole(layout);
  say(`the primary is ${primary}; HAProxy and PgBouncer`);
  await startProcess(layout, haproxy(layout, programs));
  await Promise.all(machines.map((machine) => startProcess(layout, pgbouncer(layout, programs, machine))));
  await until(
    'HAProxy to find the primary',
    () =>
      prepareDatabase(layout).then(
        () => true,
        () => false,
      ),
    {
      pollMs: POLL_MS,
    },
  );
  say('the servers');
  // One after the other: the first one makes the tables, and nobody has to wait for it.
  for (const machine of machines) await startProcess(layout, server(layout, machine));
  await until('the one address to answer', async () => (await ask(layout.frontPort, '/health/ready'))?.status === 200, {
    pollMs: POLL_MS,
  });
}

/** Stops everything: servers first, so that they can write what they hold. */
export async function stopCluster(layout: Layout, say: (line: string) => void): Promise<void> {
  const all = (kind: string): Promise<unknown> =>
    Promise.all(machines.map((machine) => stopProcess(layout, `${kind}-${machine}`)));
  say('the servers');
  await all('server');
  say('PgBouncer and HAProxy');
  await all('pgbouncer');
  await stopProcess(layout, 'haproxy');
  say('Patroni and PostgreSQL');
  await all('patroni');
  say('etcd');
  await all('etcd');
}

/** Answers a line for each process. */
export async function statusOf(layout: Layout): Promise<readonly string[]> {
  const lines: string[] = [];
  const printLine = (name: string, rest: string): void => {
    lines.push(`${name.padEnd(12)} ${String(pidOf(layout, name) ?? 'down').padEnd(8)} ${rest}`);
  };
  printLine('haproxy', layout.url);
  for (const machine of machines) {
    const health = await ask(layout.port('etcd', machine), '/health');
    const database = await ask(layout.port('patroni', machine), '/patroni');
    const ready = await ask(layout.port('server', machine), '/health/ready');
    printLine(`etcd-${machine}`, health?.json.health === 'true' ? 'healthy' : 'not healthy');
    printLine(`patroni-${machine}`, `${database?.json.role ?? 'no answer'}, ${database?.json.state ?? ''}`);
    printLine(`pgbouncer-${machine}`, '');
    printLine(`server-${machine}`, ready === null ? 'no answer' : `${ready.json.status} ${ready.json.version}`);
  }
  return lines;
}
