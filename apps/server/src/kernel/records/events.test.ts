// Proves that an event exists exactly when its change does.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { moduleMigrations } from '../../app-modules.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createTestEvents, emptyEvents } from '../../testing/test-events.ts';
import { createManualClock } from '../database/clock.ts';
import { sql, type Transaction } from '../database/database.ts';
import type { LastWrite } from '../database/last-writes.ts';
import { createGroupCommit, type GroupCommitRunner } from '../group-commit/group-commit.ts';
import type { DefinedEvent } from './event-definition.ts';
import type { Actor, EventRecorder } from './events.ts';

const clock = createManualClock();
let test: TestDatabase;
let groupCommit: GroupCommitRunner;
let events: EventRecorder;
const told: unknown[][] = [];
const counted: string[] = [];

beforeAll(async () => {
  test = await createTestDatabase(moduleMigrations);
  groupCommit = createGroupCommit({ database: test.database });
  ({ events } = createTestEvents(
    { database: test.database, clock },
    {
      groupCommit,
      log: { write: (...line) => void told.push(line) },
      count: ({ name }) => void counted.push(name),
    },
  ));
});
afterAll(() => test.close());
beforeEach(() => emptyEvents(test.database));

const closed: DefinedEvent = {
  name: 'session.closed',
  type: 'SECURITY',
  level: 'INFO',
  logged: false,
  description: { en: 'A session ended.', tr: 'Bir oturum bitti.' },
};
const admin: Actor = {
  username: 'admin',
  tenantIdentifier: 'default',
  ipAddress: '2001:db8::1',
  requestId: 'request-1',
};
const full = [closed, admin, 'bob', { reason: 'LOGOUT', quote: '"ü' }] as const;
const read = sql(
  't_events',
  `SELECT kind, type, tenant_identifier, actor, ip_address, request_id, subject, detail, recorded_at,
          id::text LIKE '________-____-7%' AS "isV7", xid::text::int8 > 0 AS "hasXid" FROM log_recorded_event ORDER BY id`,
);
const stored = {
  kind: 'session.closed',
  type: 'SECURITY',
  tenant_identifier: 'default',
  actor: 'admin',
  ip_address: '2001:db8::1',
  request_id: 'request-1',
  subject: 'bob',
  detail: { reason: 'LOGOUT', quote: '"ü' },
  recorded_at: new Date(clock.now()),
  isV7: true,
  hasXid: true,
};

it('records in a transaction, with everything it was given', async () => {
  await test.database.transaction((tx) => events.record(tx, ...full));
  expect(await test.database.rows(read)).toEqual([stored]);
});

it('writes all events of a transaction in one statement, in the order in which they happened', async () => {
  const kinds = Array.from({ length: 5 }, (_, index) => `test.step-${index}`);
  const kept: (() => LastWrite)[] = [];
  await test.database.transaction(async (tx) => {
    const watched: Transaction = { ...tx, beforeCommit: (write) => void kept.push(write) };
    for (const kind of kinds) await events.record(watched, { ...closed, name: kind }, admin, 'bob');
    expect(kept).toHaveLength(1);
    tx.beforeCommit(kept[0]!);
  });
  expect((await test.database.rows<{ kind: string }>(read)).map(({ kind }) => kind)).toEqual(kinds);
});

it('records nothing when the transaction is rolled back', async () => {
  const failing = test.database.transaction(async (tx) => {
    await events.record(tx, ...full);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await test.database.rows(read)).toEqual([]);
});

it('logs what its kind asks for, without its detail, and once it is committed', async () => {
  const logged = { ...closed, logged: true };
  const failing = test.database.transaction(async (tx) => {
    await events.record(tx, logged, admin, 'bob');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(counted).not.toContain('session.ended');
  await test.database.transaction((tx) => events.record(tx, { ...closed, name: 'session.ended' }, admin, 'bob'));
  expect([told, counted.filter((name) => name === 'session.ended')]).toEqual([[], ['session.ended']]);
  await test.database.transaction(async (tx) => {
    await events.record(tx, logged, admin, 'bob', { password: 'never' });
    await events.record(tx, { ...logged, level: 'WARN' }, admin, { name: 'ada', tenantIdentifier: 'north' });
    expect(told).toEqual([]);
  });
  const from = { requestId: 'request-1', actor: 'admin@default', remoteAddress: '2001:db8::1' };
  expect(told).toEqual([
    ['info', { event: 'session.closed' }, { ...from, subject: 'bob@default' }, 'A session ended.'],
    ['warn', { event: 'session.closed' }, { ...from, subject: 'ada@north' }, 'A session ended.'],
  ]);
});

it('records the same in a change set, and leaves out what is not given', async () => {
  const changes = groupCommit.createChangeSet();
  events.add(changes, ...full);
  const nowhere = { username: 'x', tenantIdentifier: 't', ipAddress: null, requestId: null };
  events.add(changes, { ...closed, name: 'user.created' }, nowhere, null);
  counted.length = 0;
  await groupCommit.commit(changes);
  expect(counted).toEqual(['session.closed', 'user.created']);
  const rows = await test.database.rows(read);
  expect(rows[0]).toEqual(stored);
  expect(rows[1]).toMatchObject({
    kind: 'user.created',
    ip_address: null,
    request_id: null,
    subject: null,
    detail: null,
  });
});

it('files an event under the tenant of its actor, unless its subject is of another one', async () => {
  await test.database.transaction(async (tx) => {
    await events.record(tx, closed, admin, 'bob');
    await events.record(tx, closed, admin, { name: 'ada', tenantIdentifier: 'north' });
    await events.record(tx, closed, admin, { name: null, tenantIdentifier: 'south' });
  });
  const rows = await test.database.rows<{ tenant_identifier: string; subject: string | null }>(read);
  expect(rows.map(({ tenant_identifier: tenant, subject }) => [tenant, subject])).toEqual([
    ['default', 'bob'],
    ['north', 'ada'],
    ['south', null],
  ]);
});
