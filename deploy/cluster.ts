// Starts, shows and stops three machines' worth of processes on this one: servers, HAProxy, PgBouncer, PostgreSQL under Patroni, etcd.
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster, statusOf, stopCluster } from './cluster/cluster.ts';
import { defaultDirectory, type Layout, makeLayout, ownClone, readLayout } from './cluster/layout.ts';
import { findPrograms } from './cluster/programs.ts';

const HELP = `node deploy/cluster.ts start|status|stop|remove

  start    starts what does not run yet; prints the address and how to sign in
  status   one line a process
  stop     stops everything; what was written stays
  remove   stops everything and deletes its directory

  --directory DIR  where everything lies (default: ${defaultDirectory})
  --port N         the first of 70 ports on 127.0.0.1 (default: 7400); counts at the first start
  --clone DIR      the clone whose program the servers run (default: this one); counts at the first start`;

const FIRST_PORT = 7_400;

const say = (line: string): void => console.log(line);

async function start(directory: string, port: number, clone: string): Promise<void> {
  const programs = findPrograms();
  const layout = makeLayout(directory, port, clone);
  await startCluster(layout, programs, (line) => say(`starting ${line}`));
  say(`\n${layout.url} answers. Sign in as admin with ${layout.adminPassword}`);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      directory: { type: 'string', default: defaultDirectory },
      port: { type: 'string', default: String(FIRST_PORT) },
      clone: { type: 'string', default: ownClone },
    },
  });
  const directory = resolve(values.directory);
  const [verb] = positionals;
  if (verb === 'start') return start(directory, Number(values.port), resolve(values.clone));
  if (verb !== 'status' && verb !== 'stop' && verb !== 'remove') {
    say(HELP);
    process.exitCode = 2;
    return;
  }
  const layout = readLayout(directory);
  if (layout === null) throw new Error(`There is no cluster in ${directory}.`);
  if (verb === 'status') return showStatus(layout);
  await stopCluster(layout, (line) => say(`stopping ${line}`));
  if (verb === 'remove') rmSync(directory, { recursive: true });
}

async function showStatus(layout: Layout): Promise<void> {
  for (const line of await statusOf(layout)) say(line);
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
