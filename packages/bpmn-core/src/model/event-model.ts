// What events wait for and throw.
import type { Expression } from '../expression/expression.ts';
import type { DataAssociation, DataItem, ParameterModel } from './data-model.ts';
import type { NodeIndex } from './indexes.ts';

export interface EventModel {
  /** Triggers in document order, references after inline definitions; a none event has none. */
  readonly triggers: readonly Trigger[];
  /** Whether all triggers are needed instead of one. */
  readonly parallelMultiple: boolean;
  /** `cancelActivity` of a boundary, `isInterrupting` of the start of an event sub-process; true elsewhere. */
  readonly interrupting: boolean;
  /** Activity of a boundary event. */
  readonly attachedTo: NodeIndex;
  readonly properties: readonly DataItem[];
  /** Outputs of a catch event or inputs of a throw event; where there are none the payload's own fields count. */
  readonly associations: readonly DataAssociation[];
  /** Names of a catch event's data outputs, or of a throw event's data inputs, in order. */
  readonly items: readonly string[];
  /** Parameters from `inputOutput` of the engine's namespaces, as on activities. */
  readonly inputParameters: readonly ParameterModel[];
  readonly outputParameters: readonly ParameterModel[];
}

export type Trigger =
  | MessageTrigger
  | TimerTrigger
  | ConditionalTrigger
  | SignalTrigger
  | ErrorTrigger
  | EscalationTrigger
  | CompensationTrigger
  | { readonly kind: 'cancel' }
  | { readonly kind: 'link'; readonly name: string }
  | TerminateTrigger;

export type TriggerKind = Trigger['kind'];

export interface TerminateTrigger {
  readonly kind: 'terminate';
  /** Whether the root process instance is terminated instead of the scope. */
  readonly all: boolean;
  /** Whether all instances of the multi-instance activity end instead of the one that throws. */
  readonly multiInstance?: boolean;
}

export interface MessageTrigger {
  readonly kind: 'message';
  /** Name of the message or signal; null: it waits for a trigger by the API, or throws nothing that could be caught. */
  readonly name: Expression | null;
  /** Value to which the sender's key must be equal; null: correlation by the standard's keys, business key, name. */
  readonly correlationKey: Expression | null;
  /** Keys that the process's correlation subscriptions bind for this message, by key name. */
  readonly subscriptionKeys: readonly CorrelationKeyModel[];
  readonly delivery: 'one' | 'oldest' | 'all';
  readonly payload: readonly PayloadMapping[];
  /** Receivers that message flows lead to from the thrower; absent without any. */
  readonly targets?: readonly MessageTarget[];
}

/** A process, or one event or task of it. */
export interface MessageTarget {
  readonly process: string;
  readonly element: string | null;
}

export interface CorrelationKeyModel {
  readonly name: string;
  /** Properties of the key, in order, each by an expression on the receiver's data (catch) or on the message's payload (retrieval). */
  readonly properties: readonly {
    readonly name: string;
    readonly binding: Expression | null;
    readonly retrieval: Expression | null;
  }[];
}

export interface TimerTrigger {
  readonly kind: 'timer';
  readonly timer: 'date' | 'duration' | 'cycle';
  readonly value: Expression;
  readonly endDate: Expression | null;
}

export interface ConditionalTrigger {
  readonly kind: 'conditional';
  readonly condition: Expression;
  /** Variable after whose changes alone the condition is evaluated; null: after every change. */
  readonly variableName: string | null;
  readonly variableEvents: readonly ('create' | 'update' | 'delete')[];
}

export interface SignalTrigger {
  readonly kind: 'signal';
  readonly name: Expression;
  /** `instance`: the signal is heard in this instance alone. */
  readonly scope: 'instance' | 'tenant';
  readonly payload: readonly PayloadMapping[];
}

export interface ErrorTrigger {
  readonly kind: 'error';
  /** Code of the error or escalation; null catches every code. */
  readonly code: Expression | null;
  readonly message: Expression | null;
  readonly codeVariable: string | null;
  readonly messageVariable: string | null;
  readonly payload: readonly PayloadMapping[];
}

export interface EscalationTrigger {
  readonly kind: 'escalation';
  readonly code: Expression | null;
  readonly codeVariable: string | null;
  readonly payload: readonly PayloadMapping[];
}

export interface CompensationTrigger {
  readonly kind: 'compensation';
  /** Activity to compensate; `NO_NODE` means all of the scope. */
  readonly activity: NodeIndex;
  readonly waitForCompletion: boolean;
}

/** `in` and `out` of events and calls: from a variable or expression, or everything. */
export type PayloadMapping =
  | { readonly kind: 'all'; readonly local: boolean }
  | { readonly kind: 'value'; readonly source: Expression; readonly target: string; readonly local: boolean }
  | { readonly kind: 'businessKey'; readonly source: Expression };
