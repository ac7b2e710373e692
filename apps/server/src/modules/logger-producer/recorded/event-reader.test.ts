// Proves that followers of events read each once, in the order of commits, and that what they missed can be read again.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import { comparePlaces, positionBelow } from '../../../kernel/database/commit-horizon.ts';
import { sql } from '../../../kernel/database/database-client.ts';
import { type DefinedEvent, defineEvents } from '../../../kernel/records/event-definition.ts';
import { type EventReader, placeOf } from '../../../kernel/records/event-reader.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createTestEvents, emptyEvents } from '../../../testing/test-events.ts';

const kinds = ['thing.begun', 'thing.ended'];
const WIDE = 'thing.ended';

let test: TestDatabase;
let clock: ManualClock;
let events: EventRecorder;
let reader: EventReader;

beforeAll(async () => {
  test = await createTestDatabase(moduleMigrations);
});
afterAll(() => test.close());
beforeEach(async () => {
  clock = createManualClock();
  ({ events, reader } = createTestEvents({ database: test.database, clock }));
  await emptyEvents(test.database);
});

const actor = { username: 'test', tenantIdentifier: 'default', ipAddress: null, requestId: null };
const kindOf = (name: string): DefinedEvent =>
  defineEvents({ one: { name, type: 'AUDIT', description: { en: 'It happened.', tr: 'Oldu.' } } }).one;
const event = (subject: string | null, kind = 'thing.begun', tenantIdentifier = 'default') =>
  [kindOf(kind), { ...actor, tenantIdentifier }, subject, { n: 1 }] as const;
const record = (subject: string | null, kind?: string, tenantIdentifier?: string) =>
  test.database.transaction((tx) => events.record(tx, ...event(subject, kind, tenantIdentifier)));
const subjects = (rows: readonly { readonly subject: string | null }[]) => rows.map(({ subject }) => subject);

it('a follower reads what was committed behind its place, of its kinds alone', async () => {
  await record('before');
  const start = await reader.position();
  await record('one');
  await record('no', 'other.thing');
  await record('two', 'thing.ended', 'elsewhere');
  const { rows, horizon } = await reader.follow('event_reader_a', kinds)(start);
  expect(subjects(rows)).toEqual(['one', 'two']);
  expect(rows[0]).toMatchObject({
    kind: 'thing.begun',
    actor: 'test',
    detail: { n: 1 },
    recordedAt: new Date(clock.now()),
  });
  expect((await reader.follow('event_reader_a', kinds)(positionBelow(horizon!))).rows).toEqual([]);
});

it('an event whose transaction commits late is read after it, before none that is behind it', async () => {
  const start = await reader.position();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: written, resolve: resolveWritten } = Promise.withResolvers<void>();
  const slow = test.database.transaction(async (tx) => {
    // Its place in the order is this one, whenever the row itself is written.
    await tx.rows(sql('event_reader_test_xid', 'SELECT pg_current_xact_id()'));
    resolveWritten();
    await released;
    await events.record(tx, ...event('late'));
  });
  await written;
  await record('early');
  const follow = reader.follow('event_reader_b', kinds);
  expect(subjects((await follow(start)).rows)).toEqual([]);
  release();
  await slow;
  const { rows } = await follow(start);
  expect(subjects(rows)).toEqual(['late', 'early']);
  expect(comparePlaces(placeOf(rows[0]!), placeOf(rows[1]!))).toBeLessThan(0);
  expect(comparePlaces(start, placeOf(rows[0]!))).toBeLessThan(0);
  expect(comparePlaces(start, start)).toBe(0);
});

it('a replay has the events of the tenant and those that concern every tenant, in order, at most so many', async () => {
  const start = await reader.position();
  await record('a');
  await record('b', 'thing.begun', 'elsewhere');
  await record(null, WIDE, 'elsewhere');
  await record('c');
  const query = { kinds, tenantIdentifier: 'default', suiteWideKinds: [WIDE], after: start, from: new Date(0), max: 3 };
  const all = await reader.replay(query);
  expect([subjects(all.events), all.complete]).toEqual([['a', null, 'c'], true]);
  const rest = await reader.replay({ ...query, after: placeOf(all.events[0]!) });
  expect(subjects(rest.events)).toEqual([null, 'c']);
  const cut = await reader.replay({ ...query, max: 2 });
  expect([subjects(cut.events), cut.complete]).toEqual([['a', null], false]);
  expect((await reader.replay({ ...query, from: new Date(clock.now() + 1) })).events).toEqual([]);
});

it('a place of another cluster, ahead of every transaction here, is reported as incomplete', async () => {
  const after = { xid: '99999999999', order: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const query = { kinds, tenantIdentifier: 'default', suiteWideKinds: [], after, from: new Date(0), max: 3 };
  expect(await reader.replay(query)).toEqual({ events: [], complete: false });
});

it('kinds go into a statement, so only what can be a kind is taken', () => {
  expect(() => reader.follow('event_reader_c', ["a.b'; DROP TABLE log_recorded_event; --"])).toThrow(
    'no kinds of events',
  );
});

it('a page of events whose address is no address finds none by range, and does not fail', async () => {
  const page = { pageNumber: 0, pageSize: 20, sort: { properties: ['dateCreated'], direction: 'DESC' } } as const;
  const kind = kindOf('thing.begun');
  await test.database.transaction((tx) => events.record(tx, kind, { ...actor, ipAddress: 'unix:' }, 'x'));
  await test.database.transaction((tx) => events.record(tx, kind, { ...actor, ipAddress: '2001:db8::7' }, 'y'));
  const query = { tenantIdentifier: 'default', kinds, addressRange: '2001:db8::/32' };
  const { events: found, total } = await reader.page(query, page);
  expect([subjects(found), total]).toEqual([['y'], 1]);
});
