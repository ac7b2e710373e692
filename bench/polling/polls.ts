// Measures the bars B1 to B4 and B6 of notification polling: polls, publications, read-alls and pages among many users.
import { createDatabase, type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { readPoll, saveReadAll } from '../../apps/server/src/modules/notification-polling/view/poll.store.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { latenciesOf, rateOf, runAtRate, runClosed, statusesOf } from '../bars/load.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { median, medianRatio, percentile } from '../bars/statistics.ts';

/** The bars ask for a million; POLLING_USERS says another number. */
const USERS = Number(process.env.POLLING_USERS ?? 200_000);
const RECEIPTS_EACH = 3;
const LIVE = 300;
const FEW_USERS = 1_000;
const FILLED_AT_ONCE = 20_000;
const CONNECTIONS = 8;
const HTTP_CONNECTIONS = 32;
const PUBLICATIONS = 200;
const PAGES_PER_SECOND = 100;

const fillUsers = sql(
  'bench_polling_users',
  `INSERT INTO polling_user_state (tenant_identifier, username_folded, read_seq, baseline_seq, change_seq)
   SELECT 'default', 'user' || n, 0, 0, 0 FROM generate_series($1::int, $2::int) n`,
);
const fillReceipts = sql(
  'bench_polling_receipts',
  `WITH live AS (
     SELECT array_agg(id ORDER BY id) AS ids, array_agg(publish_seq ORDER BY id) AS seqs
     FROM polling_announcement WHERE status = 'PUBLISHED')
   INSERT INTO polling_receipt (tenant_identifier, username_folded, announcement_id, publish_seq, read, read_date)
   SELECT 'default', 'user' || n, ids[1 + (n * 7 + k * 31) % ${LIVE}], seqs[1 + (n * 7 + k * 31) % ${LIVE}], true, now()
   FROM live, generate_series($1::int, $2::int) n, generate_series(1, $3::int) k`,
);
const bareRead = sql(
  'bench_polling_bare_read',
  'SELECT read_seq FROM polling_user_state WHERE tenant_identifier = $1 AND username_folded = $2',
);
const bareWrite = sql(
  'bench_polling_bare_write',
  `UPDATE polling_user_state SET change_seq = change_seq + 1 WHERE tenant_identifier = $1 AND username_folded = $2`,
);
const walPosition = sql('bench_polling_wal', `SELECT (pg_current_wal_insert_lsn() - '0/0')::int8 AS bytes`);

const keyOf = (user: number) => ({ tenantIdentifier: 'default', usernameFolded: `user${user}` });
const anyUser = () => keyOf(1 + Math.floor(Math.random() * USERS));

/** Runs the work on every connection until the time is up; answers its rate and its times. */
async function loops(seconds: number, work: () => Promise<unknown>) {
  const times: number[] = [];
  const endMs = performance.now() + seconds * 1_000;
  const loop = async () => {
    while (performance.now() < endMs) {
      const begunMs = performance.now();
      await work();
      times.push(performance.now() - begunMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  return { rate: times.length / seconds, times };
}

interface Publication {
  readonly p95Ms: number;
  readonly bytes: number;
}

async function publish(origin: string, token: string, database: Database): Promise<Publication> {
  const wal = async () => (await database.rows<{ bytes: number }>(walPosition))[0]!.bytes;
  const body = { title: 'Measured', content: 'Something happened.' };
  const times: number[] = [];
  const uuids: string[] = [];
  const before = await wal();
  for (let count = 0; count < PUBLICATIONS; count += 1) {
    const begunMs = performance.now();
    uuids.push((await call<{ uuid: string }>(origin, '/polling/announcement/send', { token, body })).uuid);
    times.push(performance.now() - begunMs);
  }
  const bytes = ((await wal()) - before) / PUBLICATIONS;
  for (const uuid of uuids) await call(origin, `/polling/announcement/withdraw/by-uuid/${uuid}`, { token });
  return { p95Ms: percentile(times, 95), bytes };
}

async function measureDatabase({ rounds, seconds, print }: BarRun, pool: Database): Promise<readonly Figure[]> {
  const works = {
    bareRead: () => pool.rows(bareRead, Object.values(anyUser())),
    poll: () => readPoll(pool, anyUser(), 1, new Date()),
    bareWrite: () => pool.execute(bareWrite, Object.values(anyUser())),
    readAll: () => saveReadAll(pool, anyUser(), LIVE),
  };
  const rates: Record<keyof typeof works, number[]> = { bareRead: [], poll: [], bareWrite: [], readAll: [] };
  const p95s: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const which of Object.keys(works) as (keyof typeof works)[]) {
      const { rate, times } = await loops(round === 0 ? 1 : seconds, works[which]);
      if (round === 0) continue;
      rates[which].push(rate);
      if (which === 'poll') p95s.push(percentile(times, 95));
    }
    if (round > 0)
      print(
        `round ${round}: ${Object.entries(rates)
          .map(([name, list]) => `${name} ${numberText(list.at(-1) ?? 0)}/s`)
          .join(', ')}`,
      );
  }
  const of = (which: keyof typeof works, reference: keyof typeof works) => ({
    value: 100 * medianRatio(rates[which], rates[reference]),
    unit: '%',
    reference: `${numberText(median(rates[which]))}/s of ${numberText(median(rates[reference]))}/s`,
  });
  return [
    { bar: 'polling B1', what: 'poll statement p95', value: median(p95s), unit: 'ms', atMost: 5 },
    { bar: 'polling B1', what: 'its rate, of a bare read of the state row', atLeast: 40, ...of('poll', 'bareRead') },
    { bar: 'polling B4', what: 'read-alls, of a bare update of one row', atLeast: 60, ...of('readAll', 'bareWrite') },
  ];
}

async function measureHttp(
  { rounds, seconds, print }: BarRun,
  origin: string,
  { key, admin }: { readonly key: string; readonly admin: string },
): Promise<readonly Figure[]> {
  const get = (path: string) => rawRequest(origin, { method: 'GET', path, headers: { 'x-api-key': key } });
  const texts = { count: get('/polling/user/unread'), user: get('/users/by-username/admin') };
  const rates: Record<keyof typeof texts, number[]> = { count: [], user: [] };
  const p99s: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const which of ['user', 'count'] as const) {
      const load = {
        origin,
        connections: HTTP_CONNECTIONS,
        seconds: round === 0 ? 1 : seconds,
        next: () => texts[which],
      };
      const result = await runClosed(load);
      if (rateOf(result) === 0) throw new Error(`${which}: ${statusesOf(result)}`);
      if (round > 0) rates[which].push(rateOf(result));
    }
    if (round === 0) continue;
    const perSecond = rates.count.at(-1)! / 2;
    const half = await runAtRate({
      origin,
      connections: HTTP_CONNECTIONS,
      seconds,
      next: () => texts.count,
      perSecond,
    });
    p99s.push(percentile(latenciesOf(half), 99));
    print(`round ${round}: counts ${numberText(rates.count.at(-1)!)}/s, users ${numberText(rates.user.at(-1)!)}/s`);
  }
  const page = rawRequest(origin, {
    method: 'POST',
    path: '/polling/announcement/page',
    headers: { authorization: `Bearer ${admin}` },
    body: { pageable: { pageSize: 20 } },
  });
  const paged = { origin, connections: HTTP_CONNECTIONS, seconds, next: () => page, perSecond: PAGES_PER_SECOND };
  await runAtRate(paged);
  const pages = await runAtRate(paged);
  if (latenciesOf(pages).length === 0) throw new Error(`pages: ${statusesOf(pages)}`);
  return [
    {
      bar: 'polling B2',
      what: 'counts over HTTP, of GET /users/by-username',
      value: 100 * medianRatio(rates.count, rates.user),
      unit: '%',
      atLeast: 70,
      reference: `${numberText(median(rates.count))}/s of ${numberText(median(rates.user))}/s`,
    },
    { bar: 'polling B2', what: 'their p99 at half load', value: median(p99s), unit: 'ms', atMost: 20 },
    {
      bar: 'polling B6',
      what: `pages of 20 among ${LIVE} at ${PAGES_PER_SECOND}/s, p95`,
      value: percentile(latenciesOf(pages), 95),
      unit: 'ms',
      atMost: 15,
    },
  ];
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(run.postgres, run);
  const { database } = deployment;
  const { origin } = await deployment.startProcess();
  const admin = await signIn(origin, 'admin', deployment.adminPassword);
  for (let count = 0; count < LIVE; count += 1) {
    const audience = count % 3 === 0 ? { roles: ['ROLE_USER', 'ROLE_SYSTEM_ADMIN', 'ROLE_SERVICE'] } : { all: true };
    const body = { title: `News ${count}`, content: 'Something happened. '.repeat(10), audience };
    await call(origin, '/polling/announcement/send', { token: admin, body });
  }
  const { key } = await call<{ key: string }>(origin, '/api-keys', {
    token: admin,
    body: { name: 'bench', authorityList: ['AUTH_USER_VIEW'] },
  });
  await database.execute(fillUsers, [1, FEW_USERS]);
  await publish(origin, admin, database);
  const few = await publish(origin, admin, database);
  await database.execute(fillReceipts, [1, FEW_USERS, RECEIPTS_EACH]);
  for (let from = FEW_USERS + 1; from <= USERS; from += FILLED_AT_ONCE) {
    const to = Math.min(USERS, from + FILLED_AT_ONCE - 1);
    await database.execute(fillUsers, [from, to]);
    await database.execute(fillReceipts, [from, to, RECEIPTS_EACH]);
  }
  await database.withConnection((connection) => connection.script('ANALYZE'));
  run.print(`${USERS} users with ${RECEIPTS_EACH} receipts each, ${LIVE} live announcements`);
  const many = await publish(origin, admin, database);
  const pool = createDatabase({ settings: { url: deployment.databaseUrl }, connectionsMax: CONNECTIONS });
  run.teardown.add(() => pool.close());
  const inDatabase = await measureDatabase(run, pool);
  const overHttp = await measureHttp(run, origin, { key, admin });
  const reference = `${numberText(many.p95Ms)} ms of ${numberText(few.p95Ms)} ms, ${Math.round(many.bytes)} of ${Math.round(few.bytes)} bytes`;
  return [
    ...inDatabase,
    ...overHttp,
    {
      bar: 'polling B3',
      what: `a publication to ${USERS} users, p95 of one to ${FEW_USERS}`,
      value: many.p95Ms / few.p95Ms,
      unit: 'times',
      atMost: 1.2,
      reference,
    },
    {
      bar: 'polling B3',
      what: 'its bytes of log',
      value: (100 * many.bytes) / few.bytes,
      unit: '%',
      atMost: 105,
    },
  ];
}

await runBar({ rounds: 3, seconds: 4 }, measure);
