// A step answers in one of four ways: done, failed, refused, or with a question.
import type { Value, Variables } from '../values/values.ts';
import type { Effect } from './effects.ts';
import type { Failure } from './failure.ts';
import type { HistoryEvent } from './history.ts';
import type { InstanceState } from './instance-state.ts';
import type { ChangePlan } from './plan.ts';

/** Code that says why the command does not fit the state. */
export type RefusalCode =
  | 'TASK_NOT_OPEN'
  /** The assignee has the task on behalf of its owner. */
  | 'TASK_DELEGATED'
  | 'TASK_NOT_DELEGATED'
  | 'WAIT_NOT_OPEN'
  | 'INSTANCE_ENDED'
  | 'INSTANCE_SUSPENDED'
  | 'START_NODE_AMBIGUOUS'
  | 'START_NODE_UNKNOWN'
  | 'NOT_POSSIBLE'
  /** These activities cannot be begun; the reasons are their ids. */
  | 'AD_HOC_NOT_ENABLED'
  | 'RETURN_NOT_POSSIBLE'
  | 'WITHDRAW_NOT_POSSIBLE'
  | 'MODIFICATION_NOT_POSSIBLE'
  | 'MIGRATION_NOT_POSSIBLE';

/** Something in another language that has to be evaluated before the step can be taken. */
export interface Question {
  readonly elementId: string;
  readonly language: 'javascript';
  readonly source: string;
  /** Variables that the source sees. */
  readonly variables: Variables;
}

/** Answer to a question. The step is asked again with all answers so far, in the order of its questions. */
export type Answer =
  | { readonly value: Value; readonly writes: Variables }
  | { readonly failure: Pick<Failure, 'code' | 'message'> }
  | { readonly errorCode: string; readonly message: string };

export interface StepDone {
  readonly outcome: 'done';
  /** New state; without a token the instance has ended. */
  readonly state: InstanceState;
  readonly history: readonly HistoryEvent[];
  readonly effects: readonly Effect[];
  /** Plan of a change by hand: what was done, or would be. */
  readonly plan?: ChangePlan;
}

/** A step that has not come to its end: it goes on once, as it was asked to, and answers then what it would have answered at once. */
export interface StepPaused {
  readonly outcome: 'paused';
  readonly goOn: () => StepResult | StepPaused;
}

export type StepResult =
  | StepDone
  /** A failed step: nothing has changed; the state handed in is still the state. */
  | { readonly outcome: 'failed'; readonly failure: Failure }
  | { readonly outcome: 'refused'; readonly code: RefusalCode; readonly reasons?: readonly string[] }
  /** A step with an open question: nothing has changed; answer it, and step again. */
  | { readonly outcome: 'asks'; readonly question: Question };
