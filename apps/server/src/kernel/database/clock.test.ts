// Proves that the clock follows the database's, ignores noise and never steps back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createDatabaseClock, createManualClock, startDatabaseClock } from './clock.ts';
import { sql } from './database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe('the database clock', () => {
  it('shows the time of the database', async () => {
    const from = performance.now();
    const clock = await startDatabaseClock(test.database);
    // An answer is good to half of its round trip.
    const uncertain = performance.now() - from;
    const asked = clock.now();
    const [row] = await test.database.rows<{ now: Date }>(sql('t_now', 'SELECT clock_timestamp() AS now'));
    expect(row!.now.getTime()).toBeGreaterThan(asked - uncertain);
    expect(row!.now.getTime()).toBeLessThan(clock.now() + uncertain);
  });

  it('goes on with the monotonic clock and follows a database that runs ahead', () => {
    let monotonic = 1_000;
    const clock = createDatabaseClock({ databaseMs: 50_000, askedAt: 990, answeredAt: 1_010 }, () => monotonic);
    expect(clock.now()).toBe(50_000);
    monotonic += 30.7;
    expect(clock.now()).toBe(50_030);
    clock.observe({ databaseMs: 90_000, askedAt: 1_020, answeredAt: 1_040 });
    expect(clock.now()).toBe(90_000);
  });

  it('ignores a difference that the round trip explains', () => {
    const clock = createDatabaseClock({ databaseMs: 50_000, askedAt: 1_000, answeredAt: 1_000 }, () => 1_000);
    clock.observe({ databaseMs: 50_090, askedAt: 900, answeredAt: 1_100 });
    expect(clock.now()).toBe(50_000);
    clock.observe({ databaseMs: 50_101, askedAt: 900, answeredAt: 1_100 });
    expect(clock.now()).toBe(50_101);
  });

  it('never steps back: it stands still until a database that was set back has caught up', () => {
    let monotonic = 0;
    const clock = createDatabaseClock({ databaseMs: 50_000, askedAt: 0, answeredAt: 0 }, () => monotonic);
    expect(clock.now()).toBe(50_000);
    clock.observe({ databaseMs: 49_000, askedAt: 0, answeredAt: 0 });
    const seen: number[] = [];
    for (; monotonic <= 2_000; monotonic += 250) seen.push(clock.now());
    expect(seen).toEqual([50_000, 50_000, 50_000, 50_000, 50_000, 50_250, 50_500, 50_750, 51_000]);
  });
});

describe('the manual clock', () => {
  it('moves by hand and refuses to step back', () => {
    const clock = createManualClock(1_000);
    clock.advance(5);
    expect(clock.now()).toBe(1_005);
    expect(() => clock.set(1_004)).toThrow('never steps back');
    expect(() => clock.advance(-1)).toThrow('never steps back');
    expect(() => clock.advance(Number.NaN)).toThrow();
    clock.set(2_000);
    expect(clock.now()).toBe(2_000);
  });
});
