// Tests what happens to announcements by themselves: they start, end, and are removed when they are long over.
import { DAY_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAdmin } from '../../../testing/sign-in.ts';
import {
  type Announced,
  act,
  announce,
  countOf,
  eventually,
  joinPollingServer,
  type PollingServer,
  pageOf,
  query,
  sharedKeys,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

let first: PollingServer;
let second: PollingServer;

beforeAll(async () => {
  first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  second = await joinPollingServer(first, sharedKeys);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

const at = (ms: number) => new Date(first.clock.now() + ms).toISOString();
const statusOf = async (uuid: string) => {
  const rows = await query<{ status: string }>(first, 'SELECT status FROM polling_announcement WHERE uuid = $1', [
    uuid,
  ]);
  return rows[0]?.status;
};

it('notification-polling 7: what is scheduled is seen from its start on and not before, and is gone at its end, by the clock that all processes share', async () => {
  const person = await signInWith(first, 'waiting');
  const sent = await announce(first, { startDate: at(10 * MINUTE_MS), endDate: at(20 * MINUTE_MS) });
  const never = await announce(first, { startDate: at(11 * MINUTE_MS), endDate: at(12 * MINUTE_MS) });
  await act(first, first.admin, 'withdraw', never);
  expect([await countOf(second, person), sent.status]).toEqual([0, 'SCHEDULED']);
  first.clock.advance(9 * MINUTE_MS);
  expect(await countOf(second, person)).toBe(0);
  first.clock.advance(MINUTE_MS);
  expect(
    await eventually(
      () => statusOf(sent.uuid),
      (status) => status === 'PUBLISHED',
    ),
  ).toBe('PUBLISHED');
  expect([await countOf(first, person), await countOf(second, person)]).toEqual([1, 1]);
  expect((await pageOf(second, first.admin, { uuidList: [sent.uuid] })).data[0]).toMatchObject({ read: true });
  first.clock.advance(10 * MINUTE_MS);
  expect([await countOf(first, person), await countOf(second, person)]).toEqual([0, 0]);
  expect(
    await eventually(
      () => statusOf(sent.uuid),
      (status) => status === 'EXPIRED',
    ),
  ).toBe('EXPIRED');
  expect((await act(first, first.admin, 'withdraw', sent)).error?.errorCode).toBe('ANNOUNCEMENT_STATE_INVALID');
});

it('notification-polling 24: of many that start at once each goes live once, whichever process is at it', async () => {
  const person = await signInWith(first, 'crowd');
  const sent: Announced[] = [];
  for (let n = 0; n < 30; n += 1) sent.push(await announce(n % 2 === 0 ? first : second, { startDate: at(MINUTE_MS) }));
  const uuids = sent.map(({ uuid }) => uuid);
  first.clock.advance(MINUTE_MS);
  const read = () =>
    query<{ seq: number | null; version: number }>(
      first,
      'SELECT publish_seq AS seq, version FROM polling_announcement WHERE uuid = ANY($1::uuid[])',
      [uuids],
    );
  const rows = await eventually(read, (found) => found.every(({ seq }) => seq !== null));
  expect(new Set(rows.map(({ seq }) => seq)).size).toBe(30);
  expect(rows.every(({ version }) => version === 2)).toBe(true);
  expect(await countOf(second, person)).toBe(30);
  for (const one of sent) await act(first, first.admin, 'withdraw', one);
});

it('notification-polling 22: what is over for as long as it is kept is removed with its texts and receipts, and no other count changes', async () => {
  const person = await signInWith(first, 'keeper');
  const [over, live] = [await announce(first), await announce(first)];
  for (const one of [over, live]) await act(first, person, 'archive', one);
  await act(first, first.admin, 'withdraw', over);
  const job = first.jobs.find(({ name }) => name === 'polling-retention')!;
  first.clock.advance(364 * DAY_MS);
  job.wake();
  const admin = await signInAdmin(first);
  expect((await first.as(admin, 'GET', `/polling/announcement/by-uuid/${over.uuid}`)).status).toBe(200);
  first.clock.advance(2 * DAY_MS);
  job.wake();
  expect(
    await eventually(
      () => statusOf(over.uuid),
      (status) => status === undefined,
    ),
  ).toBeUndefined();
  const [left] = await query<{ receipts: number; texts: number }>(
    first,
    `SELECT (SELECT count(*)::int FROM polling_receipt WHERE announcement_id = $1) AS receipts,
       (SELECT count(*)::int FROM polling_announcement_content WHERE announcement_id = $1) AS texts`,
    [over.id],
  );
  expect(left).toEqual({ receipts: 0, texts: 0 });
  expect(await statusOf(live.uuid)).toBe('PUBLISHED');
});
