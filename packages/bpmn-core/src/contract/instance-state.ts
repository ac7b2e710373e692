// The state of one running instance between two commands: all that is needed to go on, and nothing that can be derived.
import type { FlowIndex, NodeIndex } from '../model/indexes.ts';
import type { Value, Variables } from '../values/values.ts';
import type { Failure } from './failure.ts';
import type { OpenTask } from './open-task.ts';

/** They hold while the instance runs, but for a person who is renamed, a migration, and what `InstanceUpdate` names. */
export interface InstanceFacts {
  /** It is a UUIDv7. */
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

/** These may be changed by hand. */
export type InstanceUpdate = Partial<Pick<InstanceFacts, 'businessKey' | 'name' | 'priority' | 'dueAt'>>;

/** It says why a token is where it is, if not by a sequence flow. */
export type TokenRole =
  | 'flow'
  /** One iteration of a loop; lies in the scope of the loop. */
  | 'iteration'
  /** An instance of an event sub-process; lies in the scope that the sub-process handles. */
  | 'handler'
  /** Compensates; ends without leaving. */
  | 'compensation';

/** A token rests here. Its execution id is `{instanceId}-e{number}`. */
export interface Token {
  readonly number: number;
  readonly node: NodeIndex;
  /** It arrived by this flow; `NO_FLOW` at a start. */
  readonly arrivedBy: FlowIndex;
  /** Its activity instance has this number in the history; it is 0 while it only waits at a join or collects. */
  readonly activity: number;
  readonly since: number;
  /** It lies in the scope of this number; 0 is the process. */
  readonly scope: number;
  readonly role: TokenRole;
  /** An iteration has its index here, a compensating token the number of its run; others have 0. */
  readonly index: number;
  /** It comes from the return point of this number in its scope; 0 is the scope's beginning. */
  readonly origin: number;
}

/** What a scope remembers so that its tokens can go back; see `instance/return-points.ts`. */
export type ReturnPoint = TaskPoint | SubProcessPoint | JoinPoint;

interface PointPlace {
  readonly number: number;
  readonly node: NodeIndex;
  /** Something came of it that cannot be taken back by whoever completed it: a later task was completed, a message was sent. */
  readonly sealed: boolean;
}

/** It records the last completion of a user task. */
export interface TaskPoint extends PointPlace {
  readonly kind: 'task';
  /** Its token came from this point. */
  readonly origin: number;
  /** The task had this number; a loop of tasks has 0. */
  readonly task: number;
  readonly assignee: string | null;
  readonly completer: string | null;
}

/** It records the last completion of a sub-process in which user tasks were completed: what it takes to open it anew. */
export interface SubProcessPoint extends PointPlace {
  readonly kind: 'subProcess';
  readonly origin: number;
  readonly variables: Variables;
  readonly points: readonly ReturnPoint[];
}

/** Tokens of different origins went on as one here. */
export interface JoinPoint extends PointPlace {
  readonly kind: 'join';
  readonly consumed: readonly ConsumedToken[];
}

export interface ConsumedToken {
  readonly flow: FlowIndex;
  readonly origin: number;
}

/** Holds the return points of one scope, ancestors before what came of them. */
export interface ScopePoints {
  /** It is 0 for the process. */
  readonly scope: number;
  readonly points: readonly ReturnPoint[];
}

/** An instance of an activity that holds tokens, waits or data of its own. The process itself is none. */
export interface ScopeState {
  /** It is the number of its activity instance. */
  readonly number: number;
  /** It is 0 for the process. */
  readonly parent: number;
  /** This token in the parent is in the activity. */
  readonly token: number;
  readonly variables: Variables;
  readonly loop: LoopState | null;
  /** What may be compensated, in order of completion. */
  readonly records: readonly CompensationRecord[];
  readonly runs: readonly CompensationRun[];
  readonly gateways: readonly GatewayState[];
  readonly adHoc: AdHocState | null;
  /** An interrupting event sub-process ended what was in it: its other handlers are no longer armed. */
  readonly interrupted: boolean;
}

/** The process itself holds this beside tokens and variables. */
export interface RootState {
  readonly records: readonly CompensationRecord[];
  readonly runs: readonly CompensationRun[];
  readonly gateways: readonly GatewayState[];
  readonly interrupted: boolean;
  /** The first message sent or received with them has fixed the keys of its collaborations; absent: there are none yet. */
  readonly keys?: readonly CorrelationKey[];
}

export interface LoopState {
  /** Iterations that are or were to run; null where a condition decides. */
  readonly count: number | null;
  /** Iterations begun, completed and ended by others. */
  readonly begun: number;
  readonly completed: number;
  readonly terminated: number;
  /** The collection is kept as it was at the start. */
  readonly items: readonly Value[] | null;
  /** Each iteration put out one of these, by index; there is a hole where one has not (yet). */
  readonly outputs: readonly (Value | undefined)[];
  /** The event of the first completion has been thrown. */
  readonly reported: boolean;
}

/** A complex gateway waits for its reset. */
export interface GatewayState {
  readonly node: NodeIndex;
  /** The tokens of these flows started it. */
  readonly consumed: readonly FlowIndex[];
  /** The return point that its start came from; absent: the scope's beginning. */
  readonly origin?: number;
}

export interface AdHocState {
  /** Activities that are still to be begun, in this order. */
  readonly enabled: readonly NodeIndex[];
  /** The completion condition came true: what runs may end, nothing more begins. */
  readonly closing: boolean;
}

/** A completed activity that can be compensated, or that holds some that can. */
export interface CompensationRecord {
  readonly number: number;
  readonly node: NodeIndex;
  readonly activity: number;
  /** It tells which iteration of a loop it was. */
  readonly iteration: boolean;
  /** Its token came from this return point; absent: from the scope's beginning. */
  readonly origin?: number;
  /** The activity's scope held these variables when it completed. */
  readonly variables: Variables;
  readonly records: readonly CompensationRecord[];
  /** A call names the instance that was called, which can undo what it did. */
  readonly called?: string;
}

/** Compensation is under way: one record after another. */
export interface CompensationRun {
  readonly number: number;
  /** These are still to come. */
  readonly queue: readonly CompensationRecord[];
  /** Its handler undoes the activity instance of this number; absent: nothing, or one that is undone from inside. */
  readonly undoing?: number;
  /** The token of this number waits for the end; 0 when none does. */
  readonly thrower: number;
  /** It threw the trigger of this index. */
  readonly trigger: number;
  /** It says who gets the task that the waiting token opens at the end; absent: as the model says. */
  readonly assignee?: string;
}

/** An instance waits for something. Its id is `{instanceId}-w{number}`. */
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
  /** The end of the scope of this number takes it away. */
  readonly scope: number;
  /** The token of this number waits in it; it is 0 for boundaries and event sub-processes, which wait beside. */
  readonly token: number;
  /** It is the event, or the activity that waits. */
  readonly node: NodeIndex;
  /** It is the trigger of this index in the event's; 0 where there is no event. */
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

/** Tells one firing of a timer and how the next follows. */
export interface TimerFiring {
  /** It counts epoch milliseconds. */
  readonly dueAt: number;
  /** So many firings still come after this one; null: without end. */
  readonly remaining: number | null;
  /** The calendar needs it for the next one; it is null for a single firing. */
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

/** A trigger by the API: receive tasks without message, triggerable tasks, manual tasks that wait. */
export interface TriggerWait {
  readonly kind: 'trigger';
}

/** What the model says of the jobs of an element; absent where the settings hold. */
export interface JobOptions {
  readonly priority?: number;
  readonly retryCycle?: string;
}

/** Work is done outside: by a script, call, decision, external task or called instance. */
export interface WorkWait extends JobOptions {
  readonly kind: 'work';
  readonly work: WorkKind;
  /** A call names the instance that it has begun, or undoes. */
  readonly called?: string;
}

export type WorkKind = 'script' | 'native' | 'http' | 'mail' | 'external' | 'decision' | 'call';

/** Such a job only lets the token go on: async before and after. */
export interface JobWait extends JobOptions {
  readonly kind: 'job';
  readonly phase: 'before' | 'after';
  /** An event or gateway chose these flows before the job behind it. Absent: the activity's are chosen when the job runs. */
  readonly flows?: readonly FlowIndex[];
}

/** The inputs of an activity are not there yet; every change of a variable looks again. */
export interface DataWait {
  readonly kind: 'data';
}

/** A failure waits for an operator. */
export interface IncidentWait {
  readonly kind: 'incident';
  readonly failure: Failure;
  readonly stage: IncidentStage;
  /** An event or gateway had chosen these flows before its leaving failed. */
  readonly flows?: readonly FlowIndex[];
  /** The undoing of this instance failed. */
  readonly called?: string;
}

/**
 * What failed, and so what is tried again: the entering of the element, its work, what follows when all inside it is done, its leaving,
 * the throwing from the wait's trigger on, the condition of an event beside it; `stuck` is nothing that failed.
 */
export type IncidentStage = 'enter' | 'work' | 'inside' | 'leave' | 'throw' | 'condition' | 'stuck';

export interface InstanceState {
  readonly facts: InstanceFacts;
  /** It is the last number given to a token, activity or task of this instance. */
  readonly counter: number;
  /**
   * First those inside activities, in order of their numbers, then those that wait for others (at joins, collecting), in the order in
   * which they were sent: it decides which are used up. Empty exactly when the instance has ended.
   */
  readonly tokens: readonly Token[];
  readonly tasks: readonly OpenTask[];
  /** These are of the process. */
  readonly variables: Variables;
  readonly root: RootState;
  /** Outer scopes stand before inner ones. */
  readonly scopes: readonly ScopeState[];
  /** They are in order of their numbers. */
  readonly waits: readonly Wait[];
  /** The scopes that have any are listed here. */
  readonly returns: readonly ScopePoints[];
  readonly suspended: boolean;
  /** They are the ids of the end events reached, in order, each once. */
  readonly endElementIds: readonly string[];
}
