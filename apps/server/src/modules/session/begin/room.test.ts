// Proves the session limit, that closes follow rotations, and that the sweep writes what had run out.
import { DAY_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { actor, createSessionParts, isAdmitted } from '../session-parts.fixture.ts';

const clock = createManualClock();
const overrides: Record<string, number> = {};
let testDatabase: TestDatabase;
let parts: ReturnType<typeof createSessionParts>;
let other: ReturnType<typeof createSessionParts>;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
  const given = { database: testDatabase.database, clock, settings: overrides };
  parts = createSessionParts(given);
  other = createSessionParts(given);
  await parts.signals.start();
  await other.signals.start();
});
afterAll(() => testDatabase.close());

const liveOf = async (username: string): Promise<string[]> => {
  const rows = await testDatabase.database.rows<{ identifier: string }>(
    sql(
      'test_limit_live',
      'SELECT identifier FROM session_entry WHERE username_folded = $1 AND closed_date IS NULL ORDER BY id',
    ),
    [username],
  );
  return rows.map(({ identifier }) => identifier);
};

describe('the limit', () => {
  it('session 13: 20 parallel begins over two processes leave exactly 3 sessions, and the least recently used went', async () => {
    overrides['session.max-per-user'] = 3;
    const early = await parts.begin('fatma');
    clock.advance(MINUTE_MS);
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? parts : other).begin('fatma')));
    const live = await liveOf('fatma');
    expect(live).toHaveLength(3);
    expect(live).not.toContain(early.identifier);
    expect(await parts.authenticate(early.token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'LIMIT' });
  });

  it('does not count a session that has run out and that no sweep has marked', async () => {
    overrides['session.max-per-user'] = 1;
    const dead = await parts.begin('hale');
    clock.advance(32 * MINUTE_MS);
    await parts.begin('hale');
    expect(await liveOf('hale')).toContain(dead.identifier);
    overrides['session.max-per-user'] = 0;
  });
});

describe('a session after rotations', () => {
  it('session 36: a close that names an identifier rotated twice ends the session in use', async () => {
    overrides['session.max-per-user'] = 0;
    const listed = await parts.begin('kemal');
    const rotation = { methods: [], authenticated: false, actor } as const;
    const rotate = (identifier: string) =>
      testDatabase.database.transaction((tx) => parts.rotate(tx, identifier, rotation));
    const second = await rotate(listed.identifier);
    const third = await rotate(second!.identifier);
    expect(isAdmitted(await parts.authenticate(third!.token))).toBe(true);
    expect(await parts.close(listed.identifier)).toBe(1);
    expect(await parts.authenticate(third!.token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'USER' });
  });

  it('session 5: a rotation keeps the absolute end and adds what was proven', async () => {
    const begun = await parts.begin('lale');
    clock.advance(MINUTE_MS);
    const rotated = await testDatabase.database.transaction((tx) =>
      parts.rotate(tx, begun.identifier, { methods: ['TOTP'], authenticated: true, actor }),
    );
    expect(rotated).toMatchObject({ expiryMs: begun.expiryMs, assuranceLevel: 'AAL2' });
    expect(await parts.authenticate(begun.token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'ROTATED' });
    const again = await testDatabase.database.transaction((tx) =>
      parts.rotate(tx, begun.identifier, { methods: [], authenticated: false, actor }),
    );
    expect(again).toBeNull();
  });
});

describe('a close by user raced against rotation', () => {
  it('session 31: a close by user raced against rotation leaves no session, whoever is first', async () => {
    const user = { tenantIdentifier: 'default', usernameFolded: 'metin' };
    for (let round = 0; round < 100; round++) {
      const begun = await parts.begin('metin');
      await Promise.all([
        testDatabase.database.transaction((tx) =>
          other.rotate(tx, begun.identifier, { methods: [], authenticated: false, actor }),
        ),
        round % 2 === 0
          ? parts.close(begun.identifier)
          : testDatabase.database.transaction((tx) => parts.closing.closeByUser(tx, user, 'USER', actor)),
      ]);
      expect(await liveOf('metin')).toEqual([]);
    }
  });
});

describe('the sweep', () => {
  it('marks what has run out with its reason and an event, once, and deletes what nobody keeps', async () => {
    await parts.expiry.sweep();
    const begun = await parts.begin('nuri');
    expect(await parts.expiry.sweep()).toBe(0);
    clock.advance(32 * MINUTE_MS);
    expect(await parts.expiry.sweep()).toBeGreaterThan(0);
    expect(await parts.expiry.sweep()).toBe(0);
    const reasonOf = sql('test_limit_reason', 'SELECT close_reason FROM session_entry WHERE identifier = $1');
    expect(await testDatabase.database.rows(reasonOf, [begun.identifier])).toEqual([{ close_reason: 'IDLE' }]);
    const eventsOf = sql(
      'test_limit_events',
      `SELECT kind FROM log_recorded_event WHERE kind = 'session.expired' AND subject = $1`,
    );
    expect(await testDatabase.database.rows(eventsOf, [begun.identifier])).toHaveLength(1);
    clock.advance(91 * DAY_MS);
    expect(await parts.upkeep.deleteHistory()).toBeGreaterThan(0);
    expect(await testDatabase.database.rows(reasonOf, [begun.identifier])).toEqual([]);
  });
});
