// What every activity may say beside its own work: quantities, loops, boundary events, data, listeners, jobs.
import type { Expression } from '../expression/expression.ts';
import type { DataItem, IoModel, ParameterModel } from './data-model.ts';
import type { TimerTrigger, Trigger } from './event-model.ts';
import type { NodeIndex } from './indexes.ts';

export interface ActivityModel {
  /** Numbers of tokens that are collected before the activity starts, and sent when it ends (BPMN 2.0, table 10.3). */
  readonly startQuantity: number;
  readonly completionQuantity: number;
  readonly isForCompensation: boolean;
  readonly loop: LoopModel | null;
  /** Boundary events in document order, without those for compensation. */
  readonly boundaryEvents: readonly NodeIndex[];
  /** Activity that a compensation boundary points to; `NO_NODE` without one. */
  readonly compensationHandler: NodeIndex;
  /** The `property` elements, which are variables of the activity's own. */
  readonly properties: readonly DataItem[];
  readonly io: IoModel | null;
  /** Parameters of `inputOutput` of the engine's namespaces: evaluated into the activity's own scope, and out of it at its end. */
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
  /** Condition that must hold; null counts as true. */
  readonly condition: Expression | null;
  readonly maximum: Expression | null;
}

export interface MultiInstanceModel {
  readonly kind: 'multiInstance';
  readonly sequential: boolean;
  /** Number of instances; exactly one of this and the collection is there. */
  readonly cardinality: Expression | null;
  readonly collection: Expression | null;
  readonly elementVariable: string | null;
  readonly elementIndexVariable: string | null;
  /** Variable around the loop that takes the list of what each instance put out, in index order. */
  readonly outputCollection: string | null;
  readonly outputElement: string | null;
  /** Further lists around the loop, which extensions know: what the expression gives in each instance. */
  readonly aggregations?: readonly { readonly target: string; readonly element: Expression }[];
  readonly completionCondition: Expression | null;
  readonly behavior: 'All' | 'None' | 'One' | 'Complex';
  /** Event thrown for `None` and `One`. */
  readonly behaviorEvent: Trigger | null;
  readonly complexBehaviors: readonly { readonly condition: Expression; readonly event: Trigger }[];
  readonly async: boolean;
  /** False where the jobs before its instances are not exclusive. */
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

/** A listener that runs by expression or script; class and delegate listeners are refused at deployment. */
export interface ListenerModel {
  readonly event: ListenerEvent;
  readonly expression: Expression | null;
  readonly script: { readonly language: 'javascript' | 'feel'; readonly source: string } | null;
  /** When a `timeout` listener of a task runs. */
  readonly timer?: TimerTrigger;
}

/** A listener that throws something into an instance when something happens with it. */
export interface EventListenerModel {
  /** Names of `HEARD_EVENTS`; empty: all of them. */
  readonly events: readonly string[];
  readonly throws: 'signal' | 'globalSignal' | 'message' | 'error';
  /** Name of the signal or message, or code of the error. */
  readonly name: Expression;
}

/** When and how the token of an element goes on in a job of its own. */
export interface JobModel {
  readonly before: boolean;
  readonly after: boolean;
  readonly exclusive: boolean;
  readonly priority: Expression | null;
  /** Attempts and waits; null where the setting holds. */
  readonly retryCycle: Expression | null;
}
