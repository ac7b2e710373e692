// Writes twice a second how far a run is, and notices when nobody wants it any more.
import type { Database } from '../../../kernel/database/database.ts';
import type { LiveWork } from './live-runs.ts';
import { beatRun, type Claim, isCancelling } from './work.store.ts';

/** A person who cancels waits for it, and another two seconds until the query has ended. */
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
      // The database is away: the run notices it by its own connection.
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
