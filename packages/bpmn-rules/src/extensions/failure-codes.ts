// The failures of a run that a model may turn into errors of its own, by their codes.

export const FAILURE_CODES: ReadonlySet<string> = new Set([
  'NO_FLOW_SELECTED',
  'EXPRESSION_FAILED',
  'SCRIPT_FAILED',
  'SCRIPT_LIMIT',
  'LOOP_CARDINALITY_INVALID',
  'OUTPUT_NOT_AVAILABLE',
  'DECISION_FAILED',
  'CALL_FAILED',
  'CALL_TARGET',
  'MESSAGE_AMBIGUOUS',
  'UNCAUGHT_ERROR',
  'LIMIT_EXCEEDED',
  'BURST_LIMIT',
]);
