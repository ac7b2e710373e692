// A step asks the outside to do these in the same transaction as the new state.
import type { MessageTarget } from '../model/event-model.ts';
import type { NodeIndex } from '../model/indexes.ts';
import type { Value, Variables } from '../values/values.ts';
import type { CorrelationKey, InstanceFacts, Wait, WorkKind } from './instance-state.ts';
import type { OpenTask } from './open-task.ts';

export type EndState = 'COMPLETED' | 'TERMINATED' | 'ERROR' | 'CANCELLED';

export type Effect =
  | { readonly kind: 'create-task'; readonly task: OpenTask }
  | { readonly kind: 'update-task'; readonly task: OpenTask }
  | { readonly kind: 'close-task'; readonly task: OpenTask; readonly reason: 'COMPLETED' | 'CANCELLED' }
  /** What is known of the instance as a whole has changed. */
  | { readonly kind: 'update-instance'; readonly facts: InstanceFacts }
  /** A wait begins: it is to be subscribed, scheduled or raised, by its kind. */
  | { readonly kind: 'open-wait'; readonly wait: Wait }
  /** A timer fires again, or a condition is seen anew. */
  | { readonly kind: 'change-wait'; readonly wait: Wait }
  | { readonly kind: 'close-wait'; readonly wait: Wait; readonly reason: 'FULFILLED' | 'CANCELLED' }
  /** The result comes back as a command that names the wait. */
  | { readonly kind: 'do-work'; readonly wait: number; readonly node: NodeIndex; readonly order: WorkOrder }
  | SendMessage
  | ThrowSignal
  /** An escalation that nobody in the instance has caught: it goes on to the call that the instance answers, if it answers one. */
  | { readonly kind: 'escalate'; readonly code: string | null; readonly variables: Variables }
  | {
      readonly kind: 'end';
      readonly endState: EndState;
      readonly errorCode?: string;
      readonly errorMessage?: string;
      /** Element that threw an error that nobody caught. */
      readonly errorElementId?: string;
      /** Variables that the error brings to whoever called the instance. */
      readonly errorVariables?: Variables;
      /** Reason that whoever cancelled the instance gave. */
      readonly reason?: string;
      readonly terminateRoot?: boolean;
    };

export interface SendMessage {
  readonly kind: 'send-message';
  readonly node: NodeIndex;
  readonly name: string;
  readonly keys: readonly CorrelationKey[];
  readonly payload: Variables;
  readonly delivery: 'one' | 'oldest' | 'all';
  /** Receivers that are looked for first; absent: anywhere. */
  readonly targets?: readonly MessageTarget[];
}

/** Throws a signal to other instances; catchers in this one were triggered already. */
export interface ThrowSignal {
  readonly kind: 'throw-signal';
  readonly node: NodeIndex;
  readonly name: string;
  readonly payload: Variables;
}

/** What is to be done outside, with everything evaluated that the model says of it. */
export interface WorkOrder {
  readonly work: WorkKind;
  /** The script source, native call, topic, decision or definition key. */
  readonly target: string;
  readonly parameters: Variables;
  /** All variables that the element sees. */
  readonly variables: Variables;
  /** What else the kind needs: language, binding, business key, ... */
  readonly options: Readonly<Record<string, Value>>;
}

/** What one decision saw and gave, whoever made it. */
export interface MadeDecision {
  readonly decisionKey: string;
  /** Version of the decision; null for one that another decision needed, which is made as their file has it. */
  readonly version: number | null;
  /** Hit policy of the table; null for an expression, which has none. */
  readonly hitPolicy: string | null;
  readonly inputs: readonly { readonly name: string; readonly value: Value }[];
  /** Rules count from 1. */
  readonly matchedRules: readonly { readonly number: number; readonly id: string | null }[];
  readonly results: readonly Readonly<Record<string, Value>>[];
  /** True where inputs and results were too large to be kept, and are left out. */
  readonly shortened?: true;
}
