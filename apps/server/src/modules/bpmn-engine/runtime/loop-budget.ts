// Bounds how much of the event loop one caller takes: who repeats what blocks it has to wait, and nobody else does.
import { SECOND_MS } from '@keelson/time-zone/units';
import { LRUCache } from 'lru-cache';
import { fail } from '../../../kernel/request/errors.ts';

/** Time below which work is the usual one of an engine and is not counted. */
const FREE_MS = 50;
/** Budget of a caller: five models that loop to their limit, or two to five of the largest deployments. */
const BUDGET_MS = 5_000;
/** Time after which a budget that was used up is whole again; in the long run a caller has a twelfth of the event loop. */
const REGAINED_AFTER_MS = 60_000;
/** Bound of the callers that are remembered; only those who blocked the loop within a minute are. */
const CALLERS_MAX = 10_000;

interface Spent {
  readonly ms: number;
  readonly atMs: number;
}

export type LoopBudget = ReturnType<typeof createLoopBudget>;

/** Creates the budget of a process. The clock is that of the machine: what is bounded is its time. */
export function createLoopBudget(nowMs: () => number = () => performance.now()) {
  const spent = new LRUCache<string, Spent>({ max: CALLERS_MAX });
  const spentAt = (caller: string, atMs: number): number => {
    const known = spent.get(caller);
    if (known === undefined) return 0;
    return Math.max(0, known.ms - ((atMs - known.atMs) * BUDGET_MS) / REGAINED_AFTER_MS);
  };

  /** Counts the time that somebody's work took of the event loop, at once or in turns. */
  function spend(tenantIdentifier: string, username: string, tookMs: number): void {
    if (tookMs <= FREE_MS) return;
    const caller = `${tenantIdentifier}\n${username}`;
    const atMs = nowMs();
    // Nothing is regained by what is spent meanwhile.
    spent.set(caller, { ms: spentAt(caller, atMs - tookMs) + tookMs, atMs });
  }

  function admit(tenantIdentifier: string, username: string): void {
    if (spent.size === 0) return;
    const before = spentAt(`${tenantIdentifier}\n${username}`, nowMs());
    if (before < BUDGET_MS) return;
    const waitMs = ((before - BUDGET_MS + FREE_MS) * REGAINED_AFTER_MS) / BUDGET_MS;
    fail('RATE_LIMITED', { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) });
  }

  return {
    spend,
    /** Fails with 429 RATE_LIMITED while the caller's budget is used up. */
    admit,
    /** Runs the work, which must not wait for anything; fails as `admit` does. */
    run<T>(tenantIdentifier: string, username: string, work: () => T): T {
      admit(tenantIdentifier, username);
      const beganMs = nowMs();
      try {
        return work();
      } finally {
        spend(tenantIdentifier, username, nowMs() - beganMs);
      }
    },
  };
}
