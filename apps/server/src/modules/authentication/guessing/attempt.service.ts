// Bounds guesses at secrets: reserves an attempt before it is checked and counts it afterwards, over all processes.

import { HOUR_MS, SECOND_MS } from '@keelson/time-zone/units';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { SecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import type { AuthenticationSettings } from '../settings/authentication.settings.ts';
import {
  type AttemptState,
  attemptStateValues,
  findAttemptState,
  type LockRules,
  removeReservation,
  reserveAttempt,
  resetAttempts,
  saveAttemptFailure,
  saveAttemptSuccess,
} from './attempt.store.ts';
import { type AttemptSubject, createAttemptKeys } from './attempt-key.ts';

/**
 * Interval in which a place is asked for while only attempts under check stand in the way, and the longest wait for
 * one.
 */
const RETRY_MS = 50;
const WAIT_MAX_MS = 5_000;
/** Age of a reservation whose process must have died: a check takes milliseconds, and its wait for a hash slot 5 s. */
const STALE_MS = 60_000;
const MINUTE_SECONDS = 60;

export interface Reservation {
  readonly keyHash: Buffer;
  readonly tenantIdentifier: string;
  readonly date: Date;
  /** Number of failures in a row before this attempt. */
  readonly failures: number;
}

/** Effects of a failure. */
export interface FailureCount {
  readonly failures: number;
  /** The end of the lock that this failure began; null while there is none. */
  readonly lockedUntil: Date | null;
  /** True where the password is disabled until it is reset or the user is unlocked. */
  readonly disables: boolean;
}

/** Answers the rules of a tenant; null asks for those of the suite. */
export function lockRules(settings: AuthenticationSettings, tenantIdentifier: string | null): LockRules {
  return {
    threshold: settings.lockThreshold.get(tenantIdentifier),
    firstSeconds: settings.lockFirst.get(tenantIdentifier),
    maxSeconds: settings.lockMax.get(tenantIdentifier) * MINUTE_SECONDS,
    forgetMs: settings.lockForget.get(tenantIdentifier) * HOUR_MS,
    staleMs: STALE_MS,
  };
}

export function createAttemptService({
  database,
  clock,
  settings,
  pause = sleep,
  keys,
}: Pick<Kernel, 'database' | 'clock'> & {
  readonly keys: Pick<SecretKeys, 'derive'>;
  readonly settings: AuthenticationSettings;
  /** Waits between two tries. */
  readonly pause?: (ms: number) => Promise<void>;
}) {
  const keyOf = createAttemptKeys(keys);

  return {
    /**
     * Waits up to 5 s while only unsettled attempts stand in the way. It fails with 429 `AUTH_TEMPORARILY_LOCKED` when locked
     * or nothing came free; known and unknown names alike.
     */
    async reserve(subject: AttemptSubject): Promise<Reservation> {
      const { tenantIdentifier } = subject;
      const keyHash = keyOf(subject);
      const rules = lockRules(settings, tenantIdentifier);
      const tries = WAIT_MAX_MS / RETRY_MS;
      for (let count = 0; count <= tries; count++) {
        const nowMs = clock.now();
        const failures = await reserveAttempt(database, keyHash, nowMs, rules);
        if (failures !== null) return { keyHash, tenantIdentifier, date: new Date(nowMs), failures };
        refuseLocked(await findAttemptState(database, keyHash, nowMs, rules), nowMs);
        await pause(RETRY_MS);
      }
      return fail('AUTH_TEMPORARILY_LOCKED', { retryAfterSeconds: 1 });
    },
    /**
     * Fails with 429 `AUTH_TEMPORARILY_LOCKED` while the lock lasts that was read before: such a refusal writes
     * nothing.
     */
    refuseLocked: (state: AttemptState): void => refuseLocked(state, clock.now()),
    /** Answers the values for the parameters of `ATTEMPT_STATE_COLUMNS`. */
    stateValues: (subject: AttemptSubject): readonly unknown[] =>
      attemptStateValues(keyOf(subject), clock.now(), lockRules(settings, subject.tenantIdentifier)),
    /** Takes the reservation back: nothing was checked. */
    release: ({ keyHash, date }: Reservation): Promise<void> => removeReservation(database, keyHash, date),
    async saveFailure(tx: Transaction, { keyHash, tenantIdentifier, date }: Reservation): Promise<FailureCount> {
      const now = new Date(clock.now());
      const failures = await saveAttemptFailure(tx, keyHash, date, now);
      return {
        failures,
        lockedUntil: lockEnd(failures, now.getTime(), lockRules(settings, tenantIdentifier)),
        disables: failures >= settings.lockDisableThreshold.get(tenantIdentifier),
      };
    },
    /** Starts the count over. */
    async saveSuccess(tx: Transaction, { keyHash, date }: Reservation): Promise<void> {
      saveAttemptSuccess(tx, keyHash, date);
    },
    /** Ends locks and counts; attempts under check still count. */
    reset: (tx: Transaction, subjects: readonly AttemptSubject[]): Promise<void> =>
      resetAttempts(tx, subjects.map(keyOf)),
    findState: (queryable: Queryable, subject: AttemptSubject): Promise<AttemptState> =>
      findAttemptState(queryable, keyOf(subject), clock.now(), lockRules(settings, subject.tenantIdentifier)),
  };
}

/** Every reservation is settled by exactly one of `release`, `saveFailure` and `saveSuccess`; else it counts as a failure. */
export type AttemptService = ReturnType<typeof createAttemptService>;

function refuseLocked({ lockedUntil }: AttemptState, nowMs: number): void {
  const lockedMs = lockedUntil === null ? 0 : lockedUntil.getTime() - nowMs;
  if (lockedMs > 0) fail('AUTH_TEMPORARILY_LOCKED', { retryAfterSeconds: Math.ceil(lockedMs / SECOND_MS) });
}

function lockEnd(
  failures: number,
  lastFailureMs: number,
  { threshold, firstSeconds, maxSeconds }: LockRules,
): Date | null {
  if (failures < threshold) return null;
  return new Date(lastFailureMs + Math.min(maxSeconds, firstSeconds * 2 ** (failures - threshold)) * SECOND_MS);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
