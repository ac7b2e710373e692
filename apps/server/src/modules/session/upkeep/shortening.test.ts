// Proves that a shorter timeout reaches open sessions, and ends none of them early.
import { MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { createSettings, type SettingValue } from '../../../kernel/settings/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { sessionSettings } from '../session.settings.ts';
import { createSessionParts, isAdmitted } from '../session-parts.fixture.ts';
import { createShortening } from './shortening.ts';

const clock = createManualClock();
const overrides: Record<string, SettingValue> = {};
let testDatabase: TestDatabase;
let parts: ReturnType<typeof createSessionParts>;
let other: ReturnType<typeof createSessionParts>;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
  const given = { database: testDatabase.database, clock, settings: overrides };
  parts = createSessionParts(given);
  other = createSessionParts(given);
  for (const { signals } of [parts, other]) {
    await signals.start();
    await signals.sweep();
  }
});
afterAll(() => testDatabase.close());
beforeEach(() => {
  for (const code of Object.keys(overrides)) delete overrides[code];
  overrides['session.max-per-user'] = 0;
});

const shortening = () =>
  createShortening({
    database: testDatabase.database,
    signals: parts.signals,
    settings: createSettings({ find: (code) => overrides[code] }).bind(sessionSettings),
  });
const endsOf = async (identifier: string) => {
  const statement = sql(
    'test_shortening_ends',
    `SELECT e.expiry, a.ends, e.idle_seconds FROM session_entry e JOIN session_activity a ON a.session_id = e.id
     WHERE e.identifier = $1`,
  );
  const [row] = await testDatabase.database.rows<{ expiry: Date; ends: Date; idle_seconds: number }>(statement, [
    identifier,
  ]);
  return { expiryMs: row?.expiry.getTime(), endsMs: row?.ends.getTime(), idleSeconds: row?.idle_seconds };
};

describe('a shorter idle timeout', () => {
  it('session 4: a shorter idle timeout ends an unused session after it and its slack, on another process too, and never one in use', async () => {
    const unused = await parts.begin('unused');
    const used = await other.begin('used');
    await other.authenticate(unused.token);
    overrides['session.idle-timeout'] = 5;
    const job = shortening();
    expect(await job.run()).toBeGreaterThanOrEqual(2);
    for (const payload of parts.notify.sent.splice(0)) other.notify.deliver(payload);
    // A use that this process has not written counts on every other one: the old slack stays.
    for (let minutes = 0; minutes < 6; minutes++) {
      clock.advance(MINUTE_MS);
      expect(isAdmitted(await other.authenticate(used.token))).toBe(true);
    }
    clock.advance(10 * SECOND_MS);
    expect(await other.authenticate(unused.token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'IDLE' });
    expect(isAdmitted(await parts.authenticate(used.token))).toBe(true);
  });

  it('reaches nobody when it is longer, and writes nothing twice', async () => {
    const begun = await parts.begin('kept');
    const before = await endsOf(begun.identifier);
    const job = shortening();
    await job.run();
    overrides['session.idle-timeout'] = 600;
    overrides['session.absolute-timeout'] = 1_440;
    for (let pass = 0; pass < 3; pass++) expect(await job.run()).toBe(0);
    expect(await endsOf(begun.identifier)).toEqual(before);
  });
});

it('session 5: a shorter absolute timeout counts from the begin of the session and not from the change', async () => {
  const begun = await parts.begin('long');
  const beganMs = clock.now();
  clock.advance(20 * MINUTE_MS);
  await parts.authenticate(begun.token);
  overrides['session.absolute-timeout'] = 60;
  await shortening().run();
  expect((await endsOf(begun.identifier)).expiryMs).toBe(beganMs + 60 * MINUTE_MS);
  overrides['session.absolute-timeout'] = 10;
  await shortening().run();
  for (const payload of parts.notify.sent.splice(0)) other.notify.deliver(payload);
  expect(await parts.authenticate(begun.token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'ABSOLUTE' });
  expect(await other.authenticate(begun.token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'ABSOLUTE' });
});

it('reaches a session that a process begins by the old value beside the change with the next pass', async () => {
  const job = shortening();
  await job.run();
  overrides['session.idle-timeout'] = 7;
  await job.run();
  delete overrides['session.idle-timeout'];
  const late = await parts.begin('late');
  overrides['session.idle-timeout'] = 7;
  expect((await endsOf(late.identifier)).idleSeconds).toBe(1_800);
  expect(await job.run()).toBe(1);
  expect((await endsOf(late.identifier)).idleSeconds).toBe(420);
});

it('treats a remembered session like any other once nobody is remembered', async () => {
  overrides['session.remember-me.enabled'] = true;
  const begun = await parts.begin('remembered', { rememberMe: true });
  await shortening().run();
  expect((await endsOf(begun.identifier)).idleSeconds).toBe(7 * 86_400);
  overrides['session.remember-me.enabled'] = false;
  await shortening().run();
  expect(await endsOf(begun.identifier)).toMatchObject({ idleSeconds: 1_800, expiryMs: clock.now() + 720 * MINUTE_MS });
});
