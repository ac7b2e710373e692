// What a step answers.
import type { Effect } from './effects.ts';
import type { HistoryEvent } from './history.ts';
import type { InstanceState } from './model/instance-state.ts';

/** Codes of page bpmn-engine, section 4.8, that what is built so far can give. */
export type FailureCode =
  | 'NO_FLOW_SELECTED'
  | 'EXPRESSION_FAILED'
  | 'LIMIT_EXCEEDED'
  | 'BURST_LIMIT'
  /** Only tokens that wait for other tokens are left; until incidents are built the command is refused whole. */
  | 'STUCK_TOKENS';

export interface Failure {
  readonly code: FailureCode;
  readonly elementId: string | null;
  readonly message: string;
}

/** The command does not fit the state: the task is not open, ... */
export type RefusalCode = 'TASK_NOT_OPEN' | 'INSTANCE_ENDED' | 'START_NODE_AMBIGUOUS' | 'START_NODE_UNKNOWN';

export type StepResult =
  | {
      readonly outcome: 'done';
      /** No token left: the instance has ended. */
      readonly state: InstanceState;
      readonly history: readonly HistoryEvent[];
      readonly effects: readonly Effect[];
    }
  /** Nothing changed; the state handed in is still the state. */
  | { readonly outcome: 'failed'; readonly failure: Failure }
  | { readonly outcome: 'refused'; readonly code: RefusalCode };
