// Holds the types that the features of reports share.
import type { ReportColumnType, ReportOutputFormat } from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';

/** Is somebody whose rights are asked for: a caller, or a person with what he holds now. */
export type RightHolder = Pick<Caller, 'tenantIdentifier' | 'roles' | 'authorities' | 'grants'>;

export type { ReportColumnType, ReportOutputFormat };

/** What a run sends. Values never touch the text. */
export interface BoundQuery {
  /** Is one SELECT with current_setting('keelson.pN')::type in place of values. */
  readonly text: string;
  /** Are set with set_config($1, $2, true) in the same transaction; a list is an array literal. */
  readonly settings: readonly (readonly [name: string, value: string])[];
}

/** Is a column of a snapshot; no text of a user is an identifier. */
export interface SnapshotColumn {
  /** Is its name in the result, of any length and perhaps twice the same. */
  readonly name: string;
  /** Is its name in the table: c1, c2, ... */
  readonly column: string;
  readonly type: ReportColumnType;
  readonly sqlType: string;
}

/** Is what one attempt has read: a table in the order of `row_number`, which counts from 1 without gaps. */
export interface Snapshot {
  /** Stands in statements as it is. */
  readonly table: string;
  readonly columns: readonly SnapshotColumn[];
  readonly rowCount: number;
  /** There were more rows than the run may have. */
  readonly isTruncated: boolean;
}
