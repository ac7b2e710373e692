// Holds the words in which a report is told what is wrong with it.
import type { SqlProblemCode } from './sql/sql.types.ts';

export type ReportProblemCode =
  | SqlProblemCode
  | 'REPORT_DATA_SET_UNKNOWN'
  | 'REPORT_ADAPTER_UNKNOWN'
  | 'REPORT_QUERY_FAILED'
  | 'REPORT_QUERY_FILTER_INVALID'
  | 'REPORT_QUERY_FILTER_REQUIRED'
  | 'REPORT_PARAMETER_CYCLE'
  | 'REPORT_PARAMETER_DEFAULT_INVALID'
  | 'REPORT_PARAMETER_DEFINITION_INVALID'
  | 'REPORT_PARAMETER_UNUSED'
  | 'REPORT_COLUMN_UNKNOWN'
  | 'REPORT_COLUMNS_TOO_WIDE';

/** A warning hinders nothing. */
const WARNINGS: ReadonlySet<ReportProblemCode> = new Set(['REPORT_PARAMETER_UNUSED', 'REPORT_COLUMNS_TOO_WIDE']);

export interface ReportProblem {
  readonly code: ReportProblemCode;
  /** Is a path in the model: `query.statement`, `parameterList[2].defaultValue`. */
  readonly field: string;
  readonly message: string;
  /** Count from 1, in characters; only of a statement. */
  readonly line?: number;
  readonly column?: number;
}

export const isWarning = ({ code }: Pick<ReportProblem, 'code'>): boolean => WARNINGS.has(code);
