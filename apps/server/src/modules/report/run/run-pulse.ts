// Writes the progress of a run twice a second, and notices its cancellation.
import type { Database } from '../../../kernel/database/database.ts';
import type { LiveWork } from './live-runs.ts';
import { beatRun, type Claim, isCancelling } from './work.store.ts';

/** Interval, which a person waits after cancelling, and up to two seconds more until the query has ended. */
const BEAT_MS = 500;

export interface RunPulseParts {
  readonly database: Database;
  readonly claim: Claim;
  readonly live: LiveWork;
}

export function createRunPulse({ database, claim, live }: RunPulseParts) {
  let rowEstimate: number | null = null;
  let percent: number | null = null;
  let rowCount: number | null = null;
  let growing: number | null = null;
  let isBeating = false;

  async function beat(): Promise<void> {
    if (isBeating || live.signal.aborted) return;
    isBeating = true;
    try {
      if (await beatRun(database, claim, { rowEstimate, percent, rowCount, growing })) return;
      live.stop((await isCancelling(database, claim)) ? 'CANCELLED' : 'LOST');
    } catch {
      // Without the database the run fails by its own connection.
    } finally {
      isBeating = false;
    }
  }

  const timer = setInterval(() => void beat(), BEAT_MS);
  return {
    estimated: (rows: number): void => {
      rowEstimate = rows;
    },
    copied: (rows: number): void => {
      rowCount = rows;
    },
    growing: (snapshotId: number): void => {
      growing = snapshotId;
    },
    estimate: (): number | null => rowEstimate,
    percent: (made: number): void => {
      percent = made;
    },
    stop: (): void => clearInterval(timer),
  };
}
