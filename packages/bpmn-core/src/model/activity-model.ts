// What every activity may say beside its own work: quantities, loops, boundary events, data, listeners, jobs.
import type { Expression } from '../expression/expression.ts';
import type { DataItem, IoModel, ParameterModel } from './data-model.ts';
import type { TimerTrigger, Trigger } from './event-model.ts';
import type { NodeIndex } from './indexes.ts';

export interface ActivityModel {
  /** So many tokens are collected before the activity starts, and sent when it ends (BPMN 2.0, table 10.3). */
  readonly startQuantity: number;
  readonly completionQuantity: number;
  readonly isForCompensation: boolean;
  readonly loop: LoopModel | null;
  /** They stand in document order, without compensation boundaries. */
  readonly boundaryEvents: readonly NodeIndex[];
  /** A compensation boundary points to this activity; it is `NO_NODE` without one. */
  readonly compensationHandler: NodeIndex;
  /** Its `property` elements are variables of its own. */
  readonly properties: readonly DataItem[];
  readonly io: IoModel | null;
  /** `inputOutput` of the engine's namespaces is evaluated into the activity's own scope, and out of it at its end. */
  readonly inputParameters: readonly ParameterModel[];
  readonly outputParameters: readonly ParameterModel[];
  readonly skipExpression: Expression | null;
  /** Failures by code that become BPMN errors; a null failure means every one. */
  readonly failureMap: readonly FailureMapping[];
}

export interface FailureMapping {
  readonly failure: string | null;
  readonly errorCode: string;
}

export type LoopModel = StandardLoopModel | MultiInstanceModel;

export interface StandardLoopModel {
  readonly kind: 'standard';
  readonly testBefore: boolean;
  /** Where it is null, it counts as true. */
  readonly condition: Expression | null;
  readonly maximum: Expression | null;
}

export interface MultiInstanceModel {
  readonly kind: 'multiInstance';
  readonly sequential: boolean;
  /** Exactly one of these two is there. */
  readonly cardinality: Expression | null;
  readonly collection: Expression | null;
  readonly elementVariable: string | null;
  readonly elementIndexVariable: string | null;
  /** This variable around the loop takes the list of what each instance put out, in index order. */
  readonly outputCollection: string | null;
  readonly outputElement: string | null;
  /** The extensions know further lists around the loop, of what the expression gives in each instance. */
  readonly aggregations?: readonly { readonly target: string; readonly element: Expression }[];
  readonly completionCondition: Expression | null;
  readonly behavior: 'All' | 'None' | 'One' | 'Complex';
  /** It is thrown for `None` and `One`. */
  readonly behaviorEvent: Trigger | null;
  readonly complexBehaviors: readonly { readonly condition: Expression; readonly event: Trigger }[];
  readonly async: boolean;
  /** The jobs before its instances are exclusive, unless it says false. */
  readonly exclusive?: boolean;
}

export type ListenerEvent =
  | 'start'
  | 'end'
  | 'take'
  | 'create'
  | 'assignment'
  | 'update'
  | 'complete'
  | 'delete'
  | 'timeout';

/** Runs by expression or script; class and delegate listeners are refused at deployment. */
export interface ListenerModel {
  readonly event: ListenerEvent;
  readonly expression: Expression | null;
  readonly script: { readonly language: 'javascript' | 'feel'; readonly source: string } | null;
  /** Says when a `timeout` listener of a task runs. */
  readonly timer?: TimerTrigger;
}

/** What happens with an instance throws something into it. */
export interface EventListenerModel {
  /** Names of `HEARD_EVENTS`; empty: all of them. */
  readonly events: readonly string[];
  readonly throws: 'signal' | 'globalSignal' | 'message' | 'error';
  /** The signal or message has this name, the error this code. */
  readonly name: Expression;
}

/** Says when and how the token of an element goes on in a job of its own. */
export interface JobModel {
  readonly before: boolean;
  readonly after: boolean;
  readonly exclusive: boolean;
  readonly priority: Expression | null;
  /** Attempts and waits; null where the setting holds. */
  readonly retryCycle: Expression | null;
}
