// Declares the problems of a report.
import type { ReportProblemCode } from '@keelson/contract';

/** Codes of warnings, which do not keep a report from being saved. */
const WARNINGS: ReadonlySet<ReportProblemCode> = new Set([
  'REPORT_PARAMETER_UNUSED',
  'REPORT_COLUMNS_TOO_WIDE',
  'REPORT_ADAPTER_UNAVAILABLE',
]);

export interface ReportProblem {
  readonly code: ReportProblemCode;
  /** A path in the model: `query.statement`, `parameterList[2].defaultValue`. */
  readonly field: string;
  readonly message: string;
  /** Line from 1, in characters; only of a statement. */
  readonly line?: number;
  readonly column?: number;
}

export const isWarning = ({ code }: Pick<ReportProblem, 'code'>): boolean => WARNINGS.has(code);
