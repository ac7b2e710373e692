// Holds the words in which a snapshot is asked for.
import type { BoundQuery } from '../report.types.ts';
import type { QueryTerms } from './snapshot-table.store.ts';

export interface SnapshotOrder extends QueryTerms {
  readonly tenantIdentifier: string;
  readonly executionId: number;
  readonly query: BoundQuery;
  /** Is how long the snapshot lasts once it stands, in milliseconds. */
  readonly keptMs: number;
  /** As many bytes come from elsewhere at most. */
  readonly bytesMax: number;
}

export interface SnapshotControl {
  /** Ends the query in the database; what is thrown then is the signal's reason. */
  readonly signal: AbortSignal;
  /** Tells how many rows the planner expects. */
  onEstimate(rowCount: number): void;
  /** Tells how many rows stand in the table, where they come from elsewhere. */
  onRows(rowCount: number): void;
  /** Tells the snapshot whose rows can be read while more of them come. */
  onGrowing(snapshotId: number): void;
}
