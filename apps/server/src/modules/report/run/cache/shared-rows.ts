// Decides for each run whether it reads its rows, waits for another run that reads the same ones, or takes existing
// ones.
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { findSnapshot, type StandingSnapshot } from '../../snapshot/feature.ts';
import type { Execution } from '../execution.types.ts';
import { beginRendering, beginRun, type Claim } from '../work.store.ts';
import {
  findCachedRows,
  isBeingRead,
  lockRows,
  offerRows,
  parkRun,
  takeRows,
  wakeWaiting,
  withdrawRows,
} from './cache.store.ts';

/**
 * READING: the query is to be run. TAKEN: another run has read the rows. WAITING: another run is reading them, and this
 * one was released. OVER: it was cancelled, is over, or belongs to another process.
 */
export type Begun =
  | { readonly kind: 'READING'; readonly sealedQuery: string }
  | { readonly kind: 'TAKEN'; readonly snapshot: StandingSnapshot }
  | { readonly kind: 'WAITING' }
  | { readonly kind: 'OVER' };

export interface SharedRowsGround extends Pick<Kernel, 'database' | 'clock'> {
  /** Called for each run that could share rows, with whether it did. */
  readonly onAsked: (isHit: boolean) => void;
  /** Called when waiting runs are due. */
  readonly onWoken: () => void;
}

/** Interval in which waiting runs look again, should the wake-up of the reading run be missed. */
const LOOK_AGAIN_MS = 30_000;

/** The snapshot that a run has just read. */
export interface ReadRows {
  readonly id: number;
  readonly rowCount: number;
  readonly isTruncated: boolean;
  readonly rowEstimate: number | null;
  readonly dateCreated: Date;
}

export type SharedRows = ReturnType<typeof createSharedRows>;

export function createSharedRows({ database, clock, onAsked, onWoken }: SharedRowsGround) {
  /** Finds a snapshot; a crash of the database may have emptied its table. */
  async function standing(tx: Transaction, snapshotId: number): Promise<StandingSnapshot | null> {
    const found = await findSnapshot(tx, snapshotId);
    if (found === null) await withdrawRows(tx, snapshotId);
    return found;
  }

  async function read(tx: Transaction, claim: Claim): Promise<Begun> {
    const sealedQuery = await beginRun(tx, claim, new Date(clock.now()));
    return sealedQuery === null ? { kind: 'OVER' } : { kind: 'READING', sealedQuery };
  }

  async function share(tx: Transaction, run: Execution, cacheKey: Buffer, claim: Claim): Promise<Begun> {
    await lockRows(tx, cacheKey);
    const now = clock.now();
    const cached = await findCachedRows(tx, cacheKey, new Date(now));
    const snapshot = cached === null ? null : await standing(tx, cached);
    if (cached !== null && snapshot !== null) {
      const dates = {
        now: new Date(now),
        expire: new Date(now + run.timeoutSeconds * 1_000 + run.retentionHours * HOUR_MS),
      };
      return (await takeRows(tx, claim, cached, dates)) ? { kind: 'TAKEN', snapshot } : { kind: 'OVER' };
    }
    // A run that has begun reads on, even if another one reads the same rows.
    const mayWait = run.status === 'QUEUED' && (await isBeingRead(tx, cacheKey, run.id));
    if (!mayWait) return read(tx, claim);
    return (await parkRun(tx, claim, new Date(now + LOOK_AGAIN_MS))) ? { kind: 'WAITING' } : { kind: 'OVER' };
  }

  return {
    async begin(run: Execution, claim: Claim): Promise<Begun> {
      const { cacheKey, freshData } = run;
      const begun = await database.transaction((tx) =>
        cacheKey === null || freshData ? read(tx, claim) : share(tx, run, cacheKey, claim),
      );
      if (cacheKey !== null && (begun.kind === 'READING' || begun.kind === 'TAKEN')) onAsked(begun.kind === 'TAKEN');
      return begun;
    },

    /** Marks the rows as complete; false where the run was cancelled, or belongs to another process. */
    async stand(run: Execution, claim: Claim, rows: ReadRows): Promise<boolean> {
      const { cacheKey, cacheSeconds } = run;
      return database.transaction(async (tx) => {
        if (cacheKey !== null) await lockRows(tx, cacheKey);
        if (!(await beginRendering(tx, claim, rows))) return false;
        if (cacheKey === null) return true;
        const now = clock.now();
        await offerRows(tx, rows.id, run.id, new Date(now + cacheSeconds * 1_000));
        await wakeWaiting(tx, cacheKey, new Date(now));
        tx.afterCommit(onWoken);
        return true;
      });
    },

    /** Called first in the transaction that ends a run, after which the waiting runs decide anew. */
    async leave(tx: Transaction, { cacheKey }: Execution): Promise<void> {
      if (cacheKey === null) return;
      await lockRows(tx, cacheKey);
      await wakeWaiting(tx, cacheKey, new Date(clock.now()));
    },
  };
}
