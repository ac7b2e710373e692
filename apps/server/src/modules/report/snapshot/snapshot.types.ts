// Declares the order of a snapshot.
import type { BoundQuery } from '../report.types.ts';
import type { QueryTerms } from './snapshot-table.store.ts';

export interface SnapshotOrder extends QueryTerms {
  readonly tenantIdentifier: string;
  readonly executionId: number;
  readonly query: BoundQuery;
  /** Milliseconds for which the complete snapshot is kept. */
  readonly keptMs: number;
  /** Bytes of rows from elsewhere at most. */
  readonly bytesMax: number;
}

export interface SnapshotControl {
  /** Cancels the query in the database; its reason is thrown then. */
  readonly signal: AbortSignal;
  /** Called with the planner's estimate of the rows. */
  onEstimate(rowCount: number): void;
  /** Called with the number of rows in the table, where they come from elsewhere. */
  onRows(rowCount: number): void;
  /** Called with the snapshot whose rows can be read while more arrive. */
  onGrowing(snapshotId: number): void;
}
