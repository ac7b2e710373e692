// Tests what happens at the same moment: sends to several tenants, and commits that are late while others read all.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../kernel/database/database.ts';
import {
  act,
  announce,
  countOf,
  createTenant,
  joinPollingServer,
  type PollingServer,
  pageOf,
  query,
  readAll,
  sharedKeys,
  signInWith,
  startPollingServer,
} from './polling-server.fixture.ts';

/** More of them by hand. */
const SENDS = Number(process.env.POLLING_SENDS ?? 60);
const PUBLISHERS = Number(process.env.POLLING_PUBLISHERS ?? 40);

let first: PollingServer;
let second: PollingServer;

beforeAll(async () => {
  first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  second = await joinPollingServer(first, sharedKeys);
  for (const tenant of ['north', 'south', 'west']) await createTenant(first, tenant);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

it('notification-polling 28: parallel sends to several tenants in random order meet no deadlock, and every number is given once', async () => {
  const orders = [
    ['north', 'south', 'west'],
    ['west', 'north', 'south'],
    ['south', 'west', 'north'],
  ];
  const sent = await Promise.all(
    Array.from({ length: SENDS }, (_, n) =>
      announce(n % 2 === 0 ? first : second, { audience: { tenants: orders[n % 3] } }),
    ),
  );
  expect(new Set(sent.map(({ groupUuid }) => groupUuid)).size).toBe(SENDS);
  const rows = await query<{ tenant: string; seqs: number; highest: number; head: number }>(
    first,
    `SELECT a.tenant_identifier AS tenant, count(DISTINCT a.publish_seq)::int AS seqs, max(a.publish_seq) AS highest,
       max(h.publish_seq) AS head
     FROM polling_announcement a JOIN polling_head h USING (tenant_identifier)
     WHERE a.tenant_identifier <> 'default' GROUP BY 1 ORDER BY 1`,
  );
  const each = { seqs: SENDS, highest: SENDS, head: SENDS };
  expect(rows).toEqual(['north', 'south', 'west'].map((tenant) => ({ tenant, ...each })));
  const deadlocks = [...first.logLines, ...second.logLines].filter((line) => line.includes('deadlock'));
  expect(deadlocks).toEqual([]);
});

it('notification-polling 27: whatever the order of commits, no item is read that the token of its reader did not cover', async () => {
  const readers: string[] = [];
  for (const name of ['rea', 'rob']) readers.push(await signInWith(first, name));
  for (const token of readers) await countOf(first, token);
  /** Holds the commit of a publication back for a moment, as a slow disk does. */
  const hold = sql('test_polling_hold', 'SELECT pg_sleep($1)');
  const publish = async (n: number) => {
    const draft = await announce(first, { publish: false, title: `Late ${n}` });
    const work = first.database.database.transaction(async (tx) => {
      await tx.rows(
        sql('test_polling_head', "SELECT FROM polling_head WHERE tenant_identifier = 'default' FOR UPDATE"),
      );
      await tx.rows(hold, [Math.random() / 100]);
    });
    const published = await act(n % 2 === 0 ? first : second, first.admin, 'publish', draft);
    await work;
    expect(published.status).toBe(200);
    return published.body;
  };
  let over = false;
  const readAlways = async (token: string) => {
    const covered = new Set<string>();
    for (let round = 0; !over; round += 1) {
      const server = round % 2 === 0 ? first : second;
      const { data, asOf } = await pageOf(server, token);
      for (const { uuid } of data) covered.add(uuid);
      await readAll(server, token, asOf);
    }
    return covered;
  };
  const reading = readers.map(readAlways);
  const published = await Promise.all(Array.from({ length: PUBLISHERS }, (_, n) => publish(n)));
  over = true;
  for (const [index, token] of readers.entries()) {
    const covered = await reading[index]!;
    const { data } = await pageOf(second, token);
    const read = data.filter((one) => one.read).map(({ uuid }) => uuid);
    expect(data.length).toBe(published.length);
    expect(read.filter((uuid) => !covered.has(uuid))).toEqual([]);
  }
});
