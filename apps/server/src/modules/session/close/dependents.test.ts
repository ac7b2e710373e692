// Proves that what depends on something else ends with it, also what begins beside its end and is not committed yet.
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { raceInOrder } from '../../../testing/lock-barrier.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import type { BegunSession } from '../api.ts';
import { actor, createSessionParts, isAdmitted } from '../session-parts.fixture.ts';
import { createDependents } from './dependents.ts';

const clock = createManualClock();
/** The time is shorter than a session may be idle. */
const LIMIT_MS = 60_000;
const key = {
  uuid: '019b7700-0000-7000-8000-00000000000a',
  name: 'robot',
  username: 'service:robot',
  tenantIdentifier: 'default',
  authorities: [],
  allowedAddressList: [],
  expiryMs: clock.now() + DAY_MS,
  createdMs: clock.now(),
  localeTag: 'en',
  owner: null,
};
const keySession = { keyUuid: key.uuid, keyExpiryMs: key.expiryMs, deviceName: '', userAgent: '', actor };

let test: TestDatabase;
let parts: ReturnType<typeof createSessionParts>;
let dependents: ReturnType<typeof createDependents>;

beforeAll(async () => {
  test = await createTestDatabase(moduleMigrations);
  parts = createSessionParts({ database: test.database, clock, apiKey: key });
  dependents = createDependents({ clock, signals: parts.signals, closeFamilies: parts.closing.closeFamilies });
  await parts.signals.start();
});
afterAll(() => test.close());

it('a session that begins in the hands of another one ends with it, though it was not committed yet', async () => {
  const parent = await parts.begin('boss');
  const onBehalf = {
    tenantIdentifier: 'default',
    actorUsername: 'boss',
    parentIdentifier: parent.identifier,
    authenticatedMs: clock.now(),
    lifetimeMs: DAY_MS,
  };
  let child: BegunSession | null = null;
  const [closed] = await raceInOrder(
    test.database,
    async (tx) => {
      child = await parts.begins.begin(tx, {
        tenantIdentifier: 'default',
        username: 'somebody',
        userUuid: '019b7700-0000-7000-8000-000000000001',
        securityVersion: 0,
        methods: ['PASSWORD'],
        localeTag: 'en',
        deviceName: '',
        userAgent: '',
        attributes: {},
        replacedIdentifier: null,
        onBehalf,
        actor,
      });
    },
    () => test.database.transaction((tx) => dependents.closeByParent(tx, parent.identifier, 'PARENT_CLOSED', actor)),
  );
  expect(closed).toBe(1);
  expect(await parts.authenticate(child!.token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'PARENT_CLOSED' });
  expect(isAdmitted(await parts.authenticate(parent.token))).toBe(true);
});

it('a session that begins with a key ends with the key, though it was not committed yet', async () => {
  let begun: BegunSession | null = null;
  const [closed] = await raceInOrder(
    test.database,
    async (tx) => {
      begun = await parts.begins.beginSystem(tx, keySession);
    },
    () => test.database.transaction((tx) => dependents.closeByKey(tx, key.uuid, actor)),
  );
  expect(closed).toBe(1);
  expect(await parts.authenticate(begun!.token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'KEY_REVOKED' });
});

it('a session that begins with a key lives no longer than the key, though it was not committed yet', async () => {
  const endMs = clock.now() + LIMIT_MS;
  let begun: BegunSession | null = null;
  await raceInOrder(
    test.database,
    async (tx) => {
      begun = await parts.begins.beginSystem(tx, keySession);
    },
    () => test.database.transaction((tx) => dependents.limitByKey(tx, key.uuid, endMs)),
  );
  clock.advance(LIMIT_MS - 1);
  expect(isAdmitted(await parts.authenticate(begun!.token))).toBe(true);
  clock.advance(1);
  expect(isAdmitted(await parts.authenticate(begun!.token))).toBe(false);
});
