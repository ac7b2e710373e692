// Proves that loader and authenticator admit exactly those sessions that SQL calls live.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { liveSql } from '../record/live.store.ts';
import { createSessionParts, isAdmitted } from '../session-parts.fixture.ts';

const SESSIONS = 10_000;
const TOKEN_DIGITS = 43;

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
});
afterAll(() => testDatabase.close());

const insertGenerated = sql(
  'test_generated_insert',
  `WITH v AS (SELECT * FROM unnest($1::int8[], $2::boolean[], $3::boolean[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::text[])
             v (id, system, closed, idle, used, expiry, identifier)),
           entry AS (
             INSERT INTO session_entry (id, identifier, tenant_identifier, username, username_folded, system, created,
               authenticated, expiry, idle_seconds, slack_seconds, authorities_source, methods, assurance, locale, closed_date,
               close_reason)
             OVERRIDING SYSTEM VALUE
             SELECT id, identifier, 'generated', 'g', 'g', system, used, used, expiry, idle, 65, 'DIRECTORY', '{}', 'AAL1',
               'en', CASE WHEN closed THEN used END, CASE WHEN closed THEN 'USER' END FROM v)
           INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
           SELECT id, 'generated', system, used, least(expiry, used + make_interval(secs => idle + 65)) FROM v`,
);
const insertOrder = sql(
  'test_generated_order',
  `INSERT INTO session_bulk_close (created, tenant_identifier, through_id, include_system, except_identifier, reason, closed_by)
             VALUES ($1, 'generated', $2, $3, $4, 'CLOSE_ALL', 'test')`,
);
const findLive = sql(
  'test_generated_live',
  `SELECT e.id FROM session_entry e JOIN session_activity a ON a.session_id = e.id
           WHERE e.tenant_identifier = 'generated' AND ${liveSql('e', 'a', '$1')} ORDER BY e.id`,
);

/** Ends fall before, after and on the very millisecond of the clock, and into the seconds after it. */
function generateSessions(nowMs: number) {
  let state = 30;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
  return Array.from({ length: SESSIONS }, (_, index) => {
    const idleMs = (1 + random(120)) * 60_000;
    const near = random(2) === 0 ? random(3) - 1 : random(12_000);
    const lastAccessMs = random(4) === 0 ? nowMs - idleMs - 65_000 + near : nowMs - random(3 * 3_600_000);
    const expiryMs = random(4) === 0 ? nowMs + near : nowMs + random(4 * 3_600_000) - 3_600_000;
    const token = `svc_${String(index).padStart(TOKEN_DIGITS, 'g')}`;
    return { id: index + 1, token, system: random(5) === 0, closed: random(5) === 0, idleMs, lastAccessMs, expiryMs };
  });
}

it('session 30: loader and authenticator admit those of 10,000 generated sessions that SQL calls live, from database and memory', async () => {
  const { database } = testDatabase;
  const clock = createManualClock();
  const sessions = generateSessions(clock.now());
  const column = <T>(of: (session: (typeof sessions)[number]) => T) => sessions.map(of);
  await database.execute(insertGenerated, [
    column(({ id }) => id),
    column(({ system }) => system),
    column(({ closed }) => closed),
    column(({ idleMs }) => idleMs / 1_000),
    column(({ lastAccessMs }) => new Date(lastAccessMs)),
    column(({ expiryMs }) => new Date(expiryMs)),
    column(({ token }) => identifierOf(token)),
  ]);
  const spared = identifierOf(sessions[6]!.token);
  await database.execute(insertOrder, [new Date(clock.now()), 2_000, false, spared]);
  await database.execute(insertOrder, [new Date(clock.now()), 1_000, true, '']);
  const parts = createSessionParts({ database, clock, cacheMax: SESSIONS });
  await parts.signals.start();
  // The first look reads each, the others are answered from memory as long as that can tell; looking is no use.
  for (const passedMs of [0, 0, 1, 9_000]) {
    clock.advance(passedMs);
    const answers = await Promise.all(sessions.map(({ token }) => parts.authenticate(token, '127.0.0.1', true)));
    const admitted = sessions.filter((_, index) => isAdmitted(answers[index]!)).map(({ id }) => id);
    const live = await database.rows<{ id: number }>(findLive, [new Date(clock.now())]);
    expect(live.length).toBeGreaterThan(1_000);
    expect(admitted).toEqual(live.map(({ id }) => id));
  }
});
