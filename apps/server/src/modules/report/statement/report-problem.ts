// Holds the words in which a report is told what is wrong with it.
import type { ReportProblemCode } from '@keelson/contract';

/** A warning hinders nothing. */
const WARNINGS: ReadonlySet<ReportProblemCode> = new Set([
  'REPORT_PARAMETER_UNUSED',
  'REPORT_COLUMNS_TOO_WIDE',
  'REPORT_ADAPTER_UNAVAILABLE',
]);

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
