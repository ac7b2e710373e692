// The life cycle of an activity instance is a table of legal transitions (BPMN 2.0, 13.3.2).

export type ActivityState =
  | 'READY'
  | 'ACTIVE'
  | 'COMPLETING'
  | 'COMPLETED'
  | 'FAILING'
  | 'FAILED'
  | 'TERMINATING'
  | 'TERMINATED'
  | 'COMPENSATING'
  | 'COMPENSATED'
  | 'WITHDRAWN';

/** READY also covers a token that only collects or waits at a join: its activity has not begun. */
export const ACTIVITY_TRANSITIONS: Readonly<Record<ActivityState, readonly ActivityState[]>> = {
  READY: ['ACTIVE', 'FAILING', 'TERMINATING', 'WITHDRAWN'],
  ACTIVE: ['COMPLETING', 'FAILING', 'TERMINATING', 'WITHDRAWN'],
  COMPLETING: ['COMPLETED', 'FAILING', 'TERMINATING'],
  COMPLETED: ['COMPENSATING'],
  FAILING: ['FAILED'],
  FAILED: [],
  TERMINATING: ['TERMINATED'],
  TERMINATED: [],
  COMPENSATING: ['COMPENSATED', 'FAILED', 'TERMINATED'],
  COMPENSATED: [],
  WITHDRAWN: [],
};

/** Answers the new state. Throws on a transition that the standard does not know: that is a defect of a behaviour, not of a model. */
export function transition(from: ActivityState, to: ActivityState): ActivityState {
  if (!ACTIVITY_TRANSITIONS[from].includes(to)) throw new Error(`An activity cannot go from ${from} to ${to}`);
  return to;
}
