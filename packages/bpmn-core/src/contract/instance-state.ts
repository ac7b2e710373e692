// The state of one running instance between two commands: all that is needed to go on, and nothing that can be derived.
import type { FlowIndex, NodeIndex } from '../model/indexes.ts';
import type { Value, Variables } from '../values/values.ts';
import type { Failure } from './failure.ts';
import type { OpenTask } from './open-task.ts';

/** Facts that hold while the instance runs, but for renamed people, a migration, and what `InstanceUpdate` names. */
export interface InstanceFacts {
  /** A UUIDv7. */
  readonly id: string;
  readonly tenantIdentifier: string;
  readonly processDefinitionId: string;
  readonly startedAt: number;
  readonly startUserId: string | null;
  readonly businessKey: string | null;
  readonly name: string | null;
  readonly startElementId: string | null;
  readonly priority: number | null;
  readonly dueAt: number | null;
}

/** Facts of an instance that may be changed by hand. */
export type InstanceUpdate = Partial<Pick<InstanceFacts, 'businessKey' | 'name' | 'priority' | 'dueAt'>>;

/** Why a token is where it is, where no sequence flow brought it. */
export type TokenRole =
  | 'flow'
  /** One iteration of a loop; lies in the scope of the loop. */
  | 'iteration'
  /** An instance of an event sub-process; lies in the scope that the sub-process handles. */
  | 'handler'
  /** Token of a handler that compensates; ends without leaving. */
  | 'compensation';

/** A token at rest. Its execution id is `{instanceId}-e{number}`. */
export interface Token {
  readonly number: number;
  readonly node: NodeIndex;
  /** Flow by which the token arrived; `NO_FLOW` at a start. */
  readonly arrivedBy: FlowIndex;
  /** Number of its activity instance in the history; 0 while the token only waits at a join or collects. */
  readonly activity: number;
  readonly since: number;
  /** Number of the scope that the token lies in; 0 is the process. */
  readonly scope: number;
  readonly role: TokenRole;
  /** Index of an iteration, or number of the run of a compensating token; 0 for others. */
  readonly index: number;
  /** Number of the return point in its scope that the token comes from; 0 is the scope's beginning. */
  readonly origin: number;
}

/** What a scope remembers so that its tokens can go back; see `instance/return-points.ts`. */
export type ReturnPoint = TaskPoint | SubProcessPoint | JoinPoint;

interface PointPlace {
  readonly number: number;
  readonly node: NodeIndex;
  /** Whether something came of the point that whoever completed it cannot take back: a later task was completed, a message was sent. */
  readonly sealed: boolean;
}

/** The last completion of a user task. */
export interface TaskPoint extends PointPlace {
  readonly kind: 'task';
  /** Number of the return point that the token came from. */
  readonly origin: number;
  /** Number of the task; 0 for a loop of tasks. */
  readonly task: number;
  readonly assignee: string | null;
  readonly completer: string | null;
}

/** Last completion of a sub-process in which user tasks were completed: what it takes to open it anew. */
export interface SubProcessPoint extends PointPlace {
  readonly kind: 'subProcess';
  readonly origin: number;
  readonly variables: Variables;
  readonly points: readonly ReturnPoint[];
}

/** A join at which tokens of different origins went on as one. */
export interface JoinPoint extends PointPlace {
  readonly kind: 'join';
  readonly consumed: readonly ConsumedToken[];
}

export interface ConsumedToken {
  readonly flow: FlowIndex;
  readonly origin: number;
}

/** The return points of one scope, each behind those that it came from. */
export interface ScopePoints {
  /** Number of the scope; 0 for the process. */
  readonly scope: number;
  readonly points: readonly ReturnPoint[];
}

/** An instance of an activity that holds tokens, waits or data of its own. The process itself is none. */
export interface ScopeState {
  /** The number of its activity instance. */
  readonly number: number;
  /** Number of the scope around; 0 for the process. */
  readonly parent: number;
  /** Number of the token in the scope around that is in the activity. */
  readonly token: number;
  readonly variables: Variables;
  readonly loop: LoopState | null;
  /** What may be compensated, in order of completion. */
  readonly records: readonly CompensationRecord[];
  readonly runs: readonly CompensationRun[];
  readonly gateways: readonly GatewayState[];
  readonly adHoc: AdHocState | null;
  /** Whether an interrupting event sub-process ended what was in the scope: its other handlers are no longer armed. */
  readonly interrupted: boolean;
}

/** What the process itself holds beside tokens and variables. */
export interface RootState {
  readonly records: readonly CompensationRecord[];
  readonly runs: readonly CompensationRun[];
  readonly gateways: readonly GatewayState[];
  readonly interrupted: boolean;
  /** Correlation keys, as the first message sent or received with them has fixed them; absent: there are none yet. */
  readonly keys?: readonly CorrelationKey[];
}

export interface LoopState {
  /** Number of iterations that are or were to run; null where a condition decides. */
  readonly count: number | null;
  /** Numbers of iterations begun, completed, and ended by others. */
  readonly begun: number;
  readonly completed: number;
  readonly terminated: number;
  /** The collection as it was at the start. */
  readonly items: readonly Value[] | null;
  /** What the iterations put out, by index; there is a hole where one has put out nothing (yet). */
  readonly outputs: readonly (Value | undefined)[];
  /** Whether the event of the first completion has been thrown. */
  readonly reported: boolean;
}

/** A complex gateway that waits for its reset. */
export interface GatewayState {
  readonly node: NodeIndex;
  /** Flows whose tokens started the gateway. */
  readonly consumed: readonly FlowIndex[];
  /** The return point that the start of the gateway came from; absent: the scope's beginning. */
  readonly origin?: number;
}

export interface AdHocState {
  /** Activities that are still to be begun, in this order. */
  readonly enabled: readonly NodeIndex[];
  /** Whether the completion condition came true: what runs may end, nothing more begins. */
  readonly closing: boolean;
}

/** A completed activity that can be compensated, or that holds some that can. */
export interface CompensationRecord {
  readonly number: number;
  readonly node: NodeIndex;
  readonly activity: number;
  /** Whether the activity was one iteration of a loop. */
  readonly iteration: boolean;
  /** The return point that the token came from; absent: the scope's beginning. */
  readonly origin?: number;
  /** Variables of the activity's scope when it completed. */
  readonly variables: Variables;
  readonly records: readonly CompensationRecord[];
  /** The instance that a call activity called, which can undo what it did. */
  readonly called?: string;
}

/** A compensation under way, which undoes one record after another. */
export interface CompensationRun {
  readonly number: number;
  /** Records that are still to be undone. */
  readonly queue: readonly CompensationRecord[];
  /** Number of the activity instance whose handler runs; absent: none, or one that is undone from inside. */
  readonly undoing?: number;
  /** Number of the token that waits for the end; 0 when none does. */
  readonly thrower: number;
  /** Index of the trigger that threw the compensation. */
  readonly trigger: number;
  /** Assignee of the task that the waiting token opens at the end; absent: as the model says. */
  readonly assignee?: string;
}

/** Something that an instance waits for. Its id is `{instanceId}-w{number}`. */
export type Wait = WaitPlace &
  (
    | MessageWait
    | TimerWait
    | SignalWait
    | ConditionalWait
    | ThrownWait
    | TriggerWait
    | WorkWait
    | JobWait
    | DataWait
    | IncidentWait
  );

export type WaitKind = Wait['kind'];

export interface WaitPlace {
  readonly number: number;
  /** Number of the scope with whose end the wait is closed. */
  readonly scope: number;
  /** Number of the token that waits; 0 for boundaries and event sub-processes, which wait beside tokens. */
  readonly token: number;
  /** Event, or activity, that waits. */
  readonly node: NodeIndex;
  /** Index of the trigger among those of the event; 0 where there is no event. */
  readonly trigger: number;
}

export interface MessageWait {
  readonly kind: 'message';
  readonly name: string;
  /** Values that a message must bring; the first key that fits in full is enough. None: business key, then name alone. */
  readonly keys: readonly CorrelationKey[];
}

export interface CorrelationKey {
  readonly name: string;
  readonly values: readonly Value[];
}

export interface TimerWait extends JobOptions {
  readonly kind: 'timer';
  readonly firing: TimerFiring;
}

/** One firing of a timer, and how the next follows. */
export interface TimerFiring {
  /** Due time in epoch milliseconds. */
  readonly dueAt: number;
  /** Number of firings after this one; null: without end. */
  readonly remaining: number | null;
  /** The repetition, from which the calendar finds the next firing; null for a single one. */
  readonly cycle: string | null;
}

export interface SignalWait {
  readonly kind: 'signal';
  readonly name: string;
  readonly reach: 'instance' | 'tenant';
}

export interface ConditionalWait {
  readonly kind: 'conditional';
  /** The condition as it was last seen: it fires when it becomes true. */
  readonly held: boolean;
}

/** Part of an event that needs all of its triggers: an error or escalation that has not yet come. */
export interface ThrownWait {
  readonly kind: 'thrown';
}

/** Wait for a trigger by the API: receive tasks without message, triggerable tasks, manual tasks that wait. */
export interface TriggerWait {
  readonly kind: 'trigger';
}

/** What the model says of the jobs of an element; absent where the settings hold. */
export interface JobOptions {
  readonly priority?: number;
  readonly retryCycle?: string;
}

/** Wait for work outside: by a script, call, decision, external task or called instance. */
export interface WorkWait extends JobOptions {
  readonly kind: 'work';
  readonly work: WorkKind;
  /** The instance that a call has begun, or undoes. */
  readonly called?: string;
}

export type WorkKind = 'script' | 'native' | 'http' | 'mail' | 'external' | 'decision' | 'call';

/** A job that only lets the token go on: async before and after. */
export interface JobWait extends JobOptions {
  readonly kind: 'job';
  readonly phase: 'before' | 'after';
  /**
   * Flows that an event or gateway chose before its job. Absent: the flows of an activity are chosen when the job runs.
   */
  readonly flows?: readonly FlowIndex[];
}

/** A wait of an activity for its inputs; every change of a variable looks again. */
export interface DataWait {
  readonly kind: 'data';
}

/** A failure that waits for an operator. */
export interface IncidentWait {
  readonly kind: 'incident';
  readonly failure: Failure;
  readonly stage: IncidentStage;
  /** Flows that an event or gateway had chosen before its leaving failed. */
  readonly flows?: readonly FlowIndex[];
  /** The instance whose undoing failed. */
  readonly called?: string;
}

/**
 * What failed, and so what is tried again: the entering of the element, its work, what follows when all inside it is done, its leaving,
 * the throwing from the wait's trigger on, the condition of an event beside it; `stuck` is nothing that failed.
 */
export type IncidentStage = 'enter' | 'work' | 'inside' | 'leave' | 'throw' | 'condition' | 'stuck';

export interface InstanceState {
  readonly facts: InstanceFacts;
  /** The last number given to a token, activity or task of this instance. */
  readonly counter: number;
  /**
   * First those inside activities, in order of their numbers, then those that wait for others (at joins, collecting), in the order in
   * which they were sent: it decides which are used up. Empty exactly when the instance has ended.
   */
  readonly tokens: readonly Token[];
  readonly tasks: readonly OpenTask[];
  /** Variables of the process. */
  readonly variables: Variables;
  readonly root: RootState;
  /** Scopes, outer before inner. */
  readonly scopes: readonly ScopeState[];
  /** Waits, in order of their numbers. */
  readonly waits: readonly Wait[];
  /** Return points of the scopes that have any. */
  readonly returns: readonly ScopePoints[];
  readonly suspended: boolean;
  /** Ids of the end events reached, in order, each once. */
  readonly endElementIds: readonly string[];
}
