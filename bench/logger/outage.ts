// Measures the logger's B5 and B6: what a process takes while the database is away, and how fast it is stored afterwards.
import { SECOND_MS } from '@keelson/time-zone/units';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { findFreePort } from '../processes.ts';

const EVENTS_A_SECOND = 20_000;
const BATCH = 500;
const SENDERS = 4;
const BARE_CONNECTIONS = 2;
const BARE_ROUNDS = 100;
const MEBIBYTE = 1_048_576;
const PROBE = new URL('../bars/memory-probe.ts', import.meta.url);
const MESSAGE = 'The order was paid and the parcel is on its way to the customer.';
const EVENT = { eventName: 'bench.paid', message: MESSAGE, service: 'bench', attributeMap: { order: { no: 7 } } };
const TOKENS = 'bench customer is its of on order order.no=7 paid parcel the to was way'.replaceAll(' ', '\u001f');

const countStored = sql(
  'bench_stored',
  `SELECT count(*)::int AS stored, count(DISTINCT uuid)::int AS "of" FROM log_event WHERE service = 'bench'`,
);
const bareInsert = sql(
  'bench_bare_events',
  `INSERT INTO log_event (uuid, tenant_identifier, event_time, observed_time, retention_class, severity_number, level, event_name, key,
     event_type, message, service, username, username_folded, attribute_map, truncated, content_hash, search_vector)
   SELECT gen_random_uuid(), 'default', now(), now(), 'STANDARD', 9, 'INFO', 'bench.paid', 'bench.paid', 'APPLICATION', m, 'bare', 'admin',
     'admin', '{"order": {"no": 7}}', false, decode(md5(m), 'hex'), array_to_tsvector(string_to_array($2, U&'\\001F'))
   FROM unnest($1::text[]) m`,
);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets nobody but the superuser into the database, and ends who is in it. */
async function shutOut(superuser: Database, name: string): Promise<void> {
  await superuser.execute(sql('bench_shut', 'UPDATE pg_database SET datallowconn = false WHERE datname = $1'), [name]);
  const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
  await superuser.execute(sql('bench_end', end), [name]);
}

const letIn = sql('bench_let_in', 'UPDATE pg_database SET datallowconn = true WHERE datname = $1');

/** Sends at an even pace by some senders side by side; answers how many events were accepted. */
async function sendEvents(origin: string, token: string, seconds: number): Promise<number> {
  const body = Array.from({ length: BATCH }, () => EVENT);
  const endsAt = performance.now() + seconds * SECOND_MS;
  const paceMs = (BATCH * SENDERS * SECOND_MS) / EVENTS_A_SECOND;
  let accepted = 0;
  const sender = async (): Promise<void> => {
    for (let due = performance.now(); due < endsAt; due += paceMs) {
      await sleep(Math.max(0, due - performance.now()));
      const answer = await call<{ acceptedCount: number }>(origin, '/event/batch/async', { token, body });
      accepted += answer.acceptedCount;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return accepted;
}

/** Answers rows a second of bare inserts of the same rows over two connections. */
async function bareRate(database: Database): Promise<number> {
  const values = [Array.from({ length: BATCH }, () => MESSAGE), TOKENS];
  const began = performance.now();
  const worker = async (): Promise<void> => {
    for (let round = 0; round < BARE_ROUNDS; round += 1) await database.execute(bareInsert, values);
  };
  await Promise.all(Array.from({ length: BARE_CONNECTIONS }, worker));
  return (BARE_CONNECTIONS * BARE_ROUNDS * BATCH * SECOND_MS) / (performance.now() - began);
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { seconds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const probePort = await findFreePort();
  const env = { BENCH_PROBE_PORT: String(probePort) };
  const { origin } = await deployment.startProcess({ env, probe: PROBE });
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const unlimited = { code: 'logger.rate.events', scope: 'GLOBAL', value: 0 };
  await call(origin, '/settings/value', { token, method: 'PUT', body: unlimited });
  const memory = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${probePort}/`);
    return ((await answer.json()) as { rssBytes: number }).rssBytes / MEBIBYTE;
  };
  const before = await bareRate(deployment.database);
  // What the program needs at this rate anyway is no growth.
  const whileThere = await sendEvents(origin, token, seconds / 6);
  const busy = await memory();
  await shutOut(run.postgres.superuser, deployment.databaseName);
  const sending = sendEvents(origin, token, seconds);
  const held: number[] = [];
  const state = { isOver: false };
  const sampling = (async () => {
    for (; !state.isOver; await sleep(SECOND_MS)) held.push(await memory());
  })();
  const whileAway = await sending;
  state.isOver = true;
  await sampling;
  await run.postgres.superuser.execute(letIn, [deployment.databaseName]);
  const began = performance.now();
  for (let left = 1; left > 0; await sleep(100)) {
    const answer = await call<{ remainingCount: number }>(origin, '/event/producer/flush', { token }).catch(() => null);
    left = answer?.remainingCount ?? 1;
  }
  const replayed = whileAway / ((performance.now() - began) / SECOND_MS);
  const after = await bareRate(deployment.database);
  const [counted] = await deployment.database.rows<{ stored: number; of: number }>(countStored);
  print(
    `${numberText(whileAway)} events accepted while the database was away, ${counted?.stored} of ${whileThere + whileAway} stored in all`,
  );
  const bare = (before + after) / 2;
  const { stored = 0, of = 0 } = counted ?? {};
  print(`bare inserts ${numberText(before)} and ${numberText(after)} a second`);
  return [
    {
      bar: 'logger B5',
      what: 'replay, of a bare insert of the same rows',
      atLeast: 60,
      value: (100 * replayed) / bare,
      unit: '%',
      reference: `${numberText(replayed)}/s of ${numberText(bare)}/s`,
    },
    {
      bar: 'logger B6',
      what: 'growth of memory while the database is away',
      atMost: 150,
      value: Math.max(...held) - busy,
      unit: 'MiB',
      reference: `${numberText(busy)} MiB before`,
    },
    {
      bar: 'logger B6',
      what: 'events doubled',
      atMost: 0,
      value: stored - of,
      unit: '',
    },
  ];
}

await runBar({ rounds: 1, seconds: 60 }, measure);
