// A failure says why a command is taken back, or an element has an incident.

export type FailureCode =
  | 'NO_FLOW_SELECTED'
  | 'EXPRESSION_FAILED'
  | 'SCRIPT_FAILED'
  | 'SCRIPT_LIMIT'
  | 'LOOP_CARDINALITY_INVALID'
  | 'OUTPUT_NOT_AVAILABLE'
  | 'DECISION_FAILED'
  | 'CALL_FAILED'
  | 'CALL_TARGET'
  | 'MESSAGE_AMBIGUOUS'
  /** Another running instance of a process has the business key, and the process wants each key once. */
  | 'BUSINESS_KEY_IN_USE'
  | 'UNCAUGHT_ERROR'
  | 'LIMIT_EXCEEDED'
  | 'BURST_LIMIT'
  /** Only tokens that wait for others are left: this is an incident wherever incidents can be kept. */
  | 'STUCK_TOKENS';

export interface Failure {
  readonly code: FailureCode;
  readonly elementId: string | null;
  readonly message: string;
}
