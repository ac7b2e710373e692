// Proves that memory and SQL agree on when a session ends, and the arithmetic of touches.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { endsAt, flushIntervalMs, slackSeconds, touchIntervalMs } from './lifespan.ts';
import { endsSql } from './live.store.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.close());

it('session 30: 10,000 generated sessions end at the same moment in memory and in SQL', async () => {
  const start = 1_767_225_600_000;
  const random = (below: number) => Math.floor(Math.random() * below);
  const sessions = Array.from({ length: 10_000 }, () => ({
    expiryMs: start + random(86_400_000),
    idleMs: (1 + random(1_440 * 60)) * 1_000,
    slackMs: random(66) * 1_000,
    lastAccessMs: start + random(86_400_000),
  }));
  const rows = await testDatabase.database.rows<{ ends: Date }>(
    sql(
      'test_session_live',
      `SELECT ${endsSql('e', 'e.last')} AS ends FROM unnest($1::timestamptz[], $2::int[], $3::int[], $4::timestamptz[])
       WITH ORDINALITY AS e (expiry, idle_seconds, slack_seconds, last, position) ORDER BY e.position`,
    ),
    [
      sessions.map(({ expiryMs }) => new Date(expiryMs)),
      sessions.map(({ idleMs }) => idleMs / 1_000),
      sessions.map(({ slackMs }) => slackMs / 1_000),
      sessions.map(({ lastAccessMs }) => new Date(lastAccessMs)),
    ],
  );
  expect(rows.map(({ ends }) => ends.getTime())).toEqual(
    sessions.map((session) => endsAt(session, session.lastAccessMs)),
  );
});

it('a touch is due after 60 s at defaults, written within 5 s, and the slack is their sum', () => {
  const idleMs = 30 * 60_000;
  expect([touchIntervalMs(idleMs), flushIntervalMs(touchIntervalMs(idleMs)), slackSeconds(idleMs)]).toEqual([
    60_000, 5_000, 65,
  ]);
});

it('the intervals of short and long timeouts stay within the bounds', () => {
  expect([touchIntervalMs(1_000), touchIntervalMs(86_400_000)]).toEqual([1_000, 60_000]);
  expect([flushIntervalMs(1_000), flushIntervalMs(1_000_000)]).toEqual([250, 5_000]);
});
