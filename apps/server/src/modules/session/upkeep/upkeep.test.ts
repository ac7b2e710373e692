// Proves what background work does alone, how it tells that it is behind, and when the ledger is counted again.

import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { createMetrics } from '../../../kernel/process/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { SESSION_HISTORY_LOCK } from '../record/session-locks.ts';
import { createSessionParts } from '../session-parts.fixture.ts';
import { createLag } from './lag.ts';
import { untilRecountMs } from './upkeep.jobs.ts';
import { tryWorkLock } from './work-lock.store.ts';

const clock = createManualClock();
let testDatabase: TestDatabase;
let parts: ReturnType<typeof createSessionParts>;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
  parts = createSessionParts({ database: testDatabase.database, clock });
  await parts.signals.start();
});
afterAll(() => testDatabase.close());

it('the lag of a job grows until a run finds nothing left to do, also while runs fail', async () => {
  const metrics = createMetrics();
  const lag = createLag({ metrics, clock });
  let outcome: boolean | Error = true;
  const run = lag.observe(
    'settling',
    async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    Boolean,
  );
  const shown = async () => /keelson_session_job_lag_seconds\{job="settling"\} (\S+)/.exec(await metrics.text())?.[1];
  clock.advance(5_000);
  expect(await shown()).toBe('5');
  await run();
  expect(await shown()).toBe('0');
  clock.advance(2_000);
  outcome = false;
  await run();
  outcome = new Error('down');
  await expect(run()).rejects.toThrow('down');
  expect(await shown()).toBe('2');
  lag.drifted(3);
  expect(await metrics.text()).toContain('keelson_session_count_drift 3');
  metrics.stop();
});

it('the history stays while another process deletes it', async () => {
  const { identifier } = await parts.begin('kept');
  await parts.close(identifier);
  clock.advance(91 * DAY_MS);
  await testDatabase.database.transaction(async (tx) => {
    expect(await tryWorkLock(tx, SESSION_HISTORY_LOCK)).toBe(true);
    expect(await parts.upkeep.deleteHistory()).toBe(0);
  });
  expect(await parts.upkeep.deleteHistory()).toBe(1);
});

it('the ledger is counted again at three in the night', () => {
  const midnight = Date.UTC(2026, 0, 5);
  expect(untilRecountMs(midnight)).toBe(3 * HOUR_MS);
  expect(untilRecountMs(midnight + 3 * HOUR_MS)).toBe(DAY_MS);
  expect(untilRecountMs(midnight + 4 * HOUR_MS)).toBe(23 * HOUR_MS);
});
