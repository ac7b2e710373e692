// Proves that a revocation reaches every process: told, swept up, or refused to be trusted.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { countReads, createSessionParts, isAdmitted } from '../session-parts.fixture.ts';

let testDatabase: TestDatabase;
let clock: ManualClock;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
});
afterAll(() => testDatabase.close());
beforeEach(() => {
  clock = createManualClock();
});

async function startProcess(database = testDatabase.database) {
  const parts = createSessionParts({ database, clock });
  await parts.signals.start();
  return parts;
}

it('session 8: a close that is delivered to another process evicts the session, and it is dead there', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const { token, identifier } = await here.begin();
  await there.authenticate(token);
  await here.close(identifier);
  for (const payload of here.notify.sent) there.notify.deliver(payload);
  expect(there.cache.get(identifier)).toBeUndefined();
  expect(await there.authenticate(token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'USER' });
});

it('session 9: the sweep finds a close whose process was killed between commit and notification, and distrusts the listener', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const { token, identifier } = await here.begin();
  await there.authenticate(token);
  expect(there.signals.sweepIntervalMs()).toBe(5_000);
  await here.close(identifier);
  clock.advance(5_000);
  await there.signals.sweep();
  expect(there.signals.sweepIntervalMs()).toBe(1_000);
  expect(there.cache.size).toBe(0);
  expect(isAdmitted(await there.authenticate(token))).toBe(false);
});

it('session 11: a signal that commits after a newer one is not missed', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const [late, early] = [await here.begin('late'), await here.begin('early')];
  await there.authenticate(late.token);
  await there.authenticate(early.token);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: written, resolve: resolveWritten } = Promise.withResolvers<void>();
  const slow = testDatabase.database.transaction(async (tx) => {
    await here.closing.close(tx, late.identifier, 'USER', {
      username: 'test',
      tenantIdentifier: 'default',
      ipAddress: null,
      requestId: null,
    });
    resolveWritten();
    await released;
  });
  await written;
  await here.close(early.identifier);
  await there.signals.sweep();
  expect([there.cache.get(late.identifier) === undefined, there.cache.get(early.identifier) === undefined]).toEqual([
    false,
    true,
  ]);
  release();
  await slow;
  await there.signals.sweep();
  expect(there.cache.get(late.identifier)).toBeUndefined();
});

it('session 9: a lost listener drops the cache and sweeps every second until it is back and one sweep has passed', async () => {
  const parts = await startProcess();
  const { token } = await parts.begin();
  await parts.authenticate(token);
  parts.notify.goDown();
  expect([parts.cache.size, parts.signals.sweepIntervalMs()]).toEqual([0, 1_000]);
  await parts.signals.sweep();
  expect(parts.signals.sweepIntervalMs()).toBe(1_000);
  await parts.authenticate(token);
  parts.notify.comeBack();
  expect([parts.cache.size, parts.signals.sweepIntervalMs()]).toEqual([0, 1_000]);
  await parts.signals.sweep();
  expect(parts.signals.sweepIntervalMs()).toBe(5_000);
});

it('answers nothing from memory without a sweep for 10 s', async () => {
  const counted = countReads(testDatabase.database);
  const parts = await startProcess(counted.database);
  const { token } = await parts.begin();
  await parts.authenticate(token);
  clock.advance(9_999);
  expect(parts.authenticate(token)).not.toBeInstanceOf(Promise);
  clock.advance(1);
  const before = counted.reads();
  expect(isAdmitted(await parts.authenticate(token))).toBe(true);
  expect(counted.reads()).toBeGreaterThan(before);
});

it('session 35: a process suspended for 15 minutes validates nothing that was closed meanwhile', async () => {
  const [here, asleep] = [await startProcess(), await startProcess()];
  const { token, identifier } = await here.begin();
  const other = await here.begin('other');
  await asleep.authenticate(token);
  await asleep.authenticate(other.token);
  await here.close(identifier);
  clock.advance(15 * 60_000);
  // The signal itself is gone by then.
  await here.upkeep.deleteSignals();
  expect(await testDatabase.database.rows(sql('test_signals_left', 'SELECT id FROM session_signal'))).toEqual([]);
  expect(await asleep.authenticate(token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'USER' });
  await asleep.signals.sweep();
  expect(asleep.cache.get(other.identifier)).toBeUndefined();
});

it('neither forgets nor tells a close that is rolled back', async () => {
  const parts = await startProcess();
  const { token, identifier } = await parts.begin();
  await parts.authenticate(token);
  const failing = testDatabase.database.transaction(async (tx) => {
    await parts.closing.close(tx, identifier, 'USER', {
      username: 'test',
      tenantIdentifier: 'default',
      ipAddress: null,
      requestId: null,
    });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(parts.notify.sent).toEqual([]);
  expect(isAdmitted(await parts.authenticate(token))).toBe(true);
});

it('whoever was known when the listener was lost is known where nothing can be read: until a close is found, or for an hour', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const [closed, open] = [await here.begin('closed'), await here.begin('open')];
  for (const { token } of [closed, open]) await there.authenticate(token);
  there.notify.goDown();
  expect(there.cache.size).toBe(0);
  const known = () => [closed, open].map(({ identifier }) => there.cache.lastKnown(identifier)?.caller.username);
  expect(known()).toEqual(['closed', 'open']);
  await here.close(closed.identifier);
  await there.signals.sweep();
  expect(known()).toEqual([undefined, 'open']);
  clock.advance(3_599_999);
  expect(there.signals.isTrustedWithoutDatabase(clock.now())).toBe(true);
  clock.advance(1);
  expect(there.signals.isTrustedWithoutDatabase(clock.now())).toBe(false);
});
