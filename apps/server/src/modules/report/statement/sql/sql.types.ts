// Declares statements as they are checked and bound.

/** A problem or warning; the place counts from 1, in characters. */
export interface SqlProblem {
  readonly code: SqlProblemCode;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export type SqlProblemCode =
  | 'REPORT_QUERY_SYNTAX'
  | 'REPORT_QUERY_MULTIPLE_STATEMENTS'
  | 'REPORT_QUERY_NOT_SELECT'
  | 'REPORT_QUERY_FUNCTION_NOT_ALLOWED'
  | 'REPORT_QUERY_RELATION_NOT_ALLOWED'
  | 'REPORT_QUERY_PART_NOT_ALLOWED'
  | 'REPORT_QUERY_TOO_COMPLEX'
  | 'REPORT_QUERY_UNKNOWN_PARAMETER'
  | 'REPORT_QUERY_INVALID';

export interface SqlCheckRequest {
  readonly statement: string;
  /** The names that `:name` may stand for; their case does not count. */
  readonly parameterNames: readonly string[];
  /** Functions and types beyond the checked-in list, as `name` or `schema.name`. */
  readonly allowedFunctionList: readonly string[];
}

/** A checked statement, deparsed, with a gap for each placeholder: the n-th name stands behind the n-th piece. */
export interface SqlTemplate {
  readonly pieces: readonly string[];
  readonly gaps: readonly string[];
  /**
   * Names used as `relation.name`: PostgreSQL takes such a name for a function of the row where there is no such
   * column.
   */
  readonly attributeNames: readonly string[];
}

export type SqlCheck =
  | { readonly kind: 'REFUSED'; readonly problemList: readonly SqlProblem[] }
  | { readonly kind: 'CHECKED'; readonly template: SqlTemplate; readonly usedParameterNames: readonly string[] };
