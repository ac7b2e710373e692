// Knows whether writes succeed: a database whose disk is full answers every question and keeps nothing.
import { isUnavailable, sqlState } from '../database-errors.ts';
import { troubleCode, troubleSentence } from './trouble-text.ts';

export interface WriteHealth {
  /** A transaction was committed. */
  committed(): void;
  /** Reports failed work that may have written; only an error that says that the database cannot write counts. */
  failed(error: unknown): void;
  /** Says why nothing can be written at the moment; null while there is no sign of it. */
  trouble(): string | null;
  stop(): void;
}

/** Failed commits without a success between them after which readiness reports trouble, whatever a trial says. */
const FAILURES_IN_A_ROW = 3;
/**
 * Age after which a failure no longer counts: the next request may try, since without traffic the end would not be
 * noticed.
 */
const FAILURE_AGE_MAX_MS = 30_000;
const TRIAL_INTERVAL_MS = 1_000;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Half a megabyte that nothing compresses needs room in the files and in the log; its own commit drops the table. */
export const TRIAL_WRITE = {
  text: 'CREATE TEMPORARY TABLE kernel_trial_write ON COMMIT DROP AS SELECT md5(n::text) FROM generate_series(1, 8000) n',
};

function sentenceOf(error: unknown): string {
  return (
    troubleSentence(error) ??
    `what is written to the database fails (${troubleCode(error) ?? 'the connection was lost'})`
  );
}

export function createWriteHealth(
  tryWriting: () => Promise<unknown>,
  { monotonic = () => performance.now(), trialIntervalMs = TRIAL_INTERVAL_MS } = {},
): WriteHealth {
  let inARow = 0;
  let lastFailure: { readonly error: unknown; readonly at: number } | null = null;
  let refusedTrial: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let trying = false;
  let stopped = false;

  const rowTrouble = (): string | null => {
    if (lastFailure === null || inARow < FAILURES_IN_A_ROW) return null;
    return monotonic() - lastFailure.at > FAILURE_AGE_MAX_MS ? null : sentenceOf(lastFailure.error);
  };

  const attempt = async (): Promise<void> => {
    trying = true;
    timer = null;
    try {
      await tryWriting();
      refusedTrial = null;
    } catch (error) {
      // An account that may make no temporary tables learns nothing from the trial.
      refusedTrial = sqlState(error) === INSUFFICIENT_PRIVILEGE ? null : sentenceOf(error);
    }
    trying = false;
    if (refusedTrial !== null && !stopped) timer = setTimeout(() => void attempt(), trialIntervalMs);
  };

  return {
    committed() {
      inARow = 0;
    },
    failed(error) {
      if (!isUnavailable(error)) return;
      inARow += 1;
      lastFailure = { error, at: monotonic() };
      if (!trying && timer === null && !stopped) void attempt();
    },
    trouble: () => refusedTrial ?? rowTrouble(),
    stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
