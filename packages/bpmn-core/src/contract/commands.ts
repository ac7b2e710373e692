// A command asks one thing of an instance.
import type { ProcessModel } from '../model/process-model.ts';
import type { Value, Variables } from '../values/values.ts';
import type { Failure } from './failure.ts';
import type { InstanceFacts } from './instance-state.ts';

interface CommandBase {
  /** It is asked then: epoch milliseconds; the core has no clock. */
  readonly at: number;
  /** He asks; null is the engine itself. */
  readonly actor: string | null;
}

export interface StartCommand extends CommandBase {
  readonly kind: 'start';
  readonly facts: InstanceFacts;
  readonly variables: Variables;
  /** Starts by an event with a trigger: its id is in the facts, the trigger's index here, what came in the variables. */
  readonly trigger?: number;
}

export interface CompleteTaskCommand extends CommandBase {
  readonly kind: 'complete-task';
  readonly task: number;
  readonly variables: Variables;
  /** They are written in the task's activity alone. */
  readonly localVariables?: Variables;
  /** They are seen until the burst rests and kept nowhere. */
  readonly transientVariables?: Variables;
  /** A candidate who completes a task that is nobody's: he becomes its assignee first, in the same step. */
  readonly claimant?: string;
}

/** Makes the actor (or whom a manager names) the assignee. The caller has checked that he may. */
export interface ClaimTaskCommand extends CommandBase {
  readonly kind: 'claim-task';
  readonly task: number;
  readonly assignee: string;
}

export interface UnclaimTaskCommand extends CommandBase {
  readonly kind: 'unclaim-task';
  readonly task: number;
}

export interface SetVariablesCommand extends CommandBase {
  readonly kind: 'set-variables';
  readonly variables: Variables;
  /** Variables of these names are removed. */
  readonly removals?: readonly string[];
  /** Writes in the scope of this number alone; absent, it is the process. */
  readonly scope?: number;
  /** Writes where this token finds the variables, else in the process; with `local` in its activity alone. */
  readonly token?: number;
  readonly local?: boolean;
}

/** A message has come for this wait, which the sender has found. */
export interface MessageCommand extends CommandBase {
  readonly kind: 'message';
  readonly wait: number;
  readonly payload: Variables;
}

/** A signal has come for everything in the instance that waits for its name. */
export interface SignalCommand extends CommandBase {
  readonly kind: 'signal';
  readonly name: string;
  readonly payload: Variables;
}

/** The due date of a timer has come. */
export interface TimerCommand extends CommandBase {
  readonly kind: 'timer';
  readonly wait: number;
}

/** Lets a waiting activity go on. */
export interface TriggerCommand extends CommandBase {
  readonly kind: 'trigger';
  readonly wait: number;
  readonly variables: Variables;
}

/** Work that was ordered is done, has failed or threw. */
export interface WorkCommand extends CommandBase {
  readonly kind: 'work';
  readonly wait: number;
  readonly result: WorkResult;
}

export type WorkResult =
  | {
      readonly outcome: 'done';
      readonly value: Value;
      readonly writes: Variables;
      /** A call says so where its instance, whose id is the value, has done what can be undone, and is kept for that. */
      readonly compensable?: boolean;
    }
  | { readonly outcome: 'failed'; readonly failure: Pick<Failure, 'code' | 'message'> }
  | {
      readonly outcome: 'error';
      readonly errorCode: string | null;
      readonly message: string | null;
      readonly variables: Variables;
    }
  | { readonly outcome: 'escalation'; readonly escalationCode: string; readonly variables: Variables };

/** A job that only lets the token go on is due. */
export interface JobCommand extends CommandBase {
  readonly kind: 'job';
  readonly wait: number;
}

/** Looks at every condition again, with these variables written first. */
export interface EvaluateConditionsCommand extends CommandBase {
  readonly kind: 'evaluate-conditions';
  readonly variables: Variables;
}

/** Tries again what failed, or goes on as if it had been done. */
export interface ResolveIncidentCommand extends CommandBase {
  readonly kind: 'retry-incident' | 'skip-incident';
  readonly wait: number;
  readonly variables: Variables;
}

/** Undoes what an instance has done that has ended: the call that it was for is compensated. */
export interface CompensateCommand extends CommandBase {
  readonly kind: 'compensate';
}

export interface SuspendCommand extends CommandBase {
  readonly kind: 'suspend' | 'activate';
}

/** Begins activities of an ad-hoc sub-process. */
export interface ActivateAdHocCommand extends CommandBase {
  readonly kind: 'activate-ad-hoc';
  /** The token of this number is in the sub-process. */
  readonly token: number;
  readonly elementIds: readonly string[];
}

/** Ends an ad-hoc sub-process as if its condition had come true. */
export interface CompleteAdHocCommand extends CommandBase {
  readonly kind: 'complete-ad-hoc';
  readonly token: number;
}

/** Ends the instance. Whether called instances end with it is up to who hears of their closed waits. */
export interface CancelCommand extends CommandBase {
  readonly kind: 'cancel';
  readonly skipListeners?: boolean;
}

/** What every change of an operator or of a person on the way back may ask for. */
interface ChangeCommand extends CommandBase {
  /** Changes nothing and answers the plan. */
  readonly dryRun?: boolean;
}

/** Goes back to a user task, or to the form that the instance began with. */
export interface ReturnCommand extends ChangeCommand {
  readonly kind: 'return';
  /** It starts from this open task. */
  readonly task: number;
  /** Absent, it is the user task before this one. */
  readonly targetElementId?: string;
  readonly compensate?: boolean;
  /** It says who gets the task: its last assignee (default), or whom the model names. */
  readonly reassign?: 'last' | 'candidates';
}

/** The actor takes back the task that he completed. */
export interface WithdrawCommand extends ChangeCommand {
  readonly kind: 'withdraw';
  /** It is the number of the completed task. */
  readonly task: number;
  /** Waits whose external task a worker has locked. */
  readonly locked?: readonly number[];
}

/** Goes from an open task to any elements. */
export interface JumpCommand extends ChangeCommand {
  readonly kind: 'jump';
  readonly task: number;
  readonly targetElementIds: readonly string[];
}

export interface ModifyCommand extends ChangeCommand {
  readonly kind: 'modify';
  /** They are carried out in this order. */
  readonly instructions: readonly ModifyInstruction[];
  /** Listeners are not called in this step. */
  readonly skipListeners?: boolean;
  /** Input and output parameters are not evaluated in this step. */
  readonly skipMappings?: boolean;
}

export type ModifyInstruction =
  | {
      readonly type: 'cancel';
      /** It names one token with all that is inside; where it is absent every one at the element is meant. */
      readonly token?: number;
      readonly elementId?: string;
    }
  | {
      readonly type: 'startBefore' | 'startAfter' | 'startTransition';
      /** It names an element, or the sequence flow to take. */
      readonly elementId: string;
      /** It names the token of the scope to begin in, 0 for the process; it is needed where several fit. */
      readonly scopeToken?: number;
      /** They are written as seen from where it begins, before it does. */
      readonly variables?: Variables;
    };

/** On to another version of the process; from then on the instance belongs to that model. */
export interface MigrateCommand extends ChangeCommand {
  readonly kind: 'migrate';
  readonly target: { readonly processDefinitionId: string; readonly model: ProcessModel };
  readonly mapping: readonly MigrationPair[];
  /** Elements of equal ids belong together unless the mapping says otherwise. */
  readonly autoMap: boolean;
  readonly variables?: Variables;
}

export interface MigrationPair {
  readonly source: string;
  readonly target: string;
  /** The event is armed anew, as the target says. */
  readonly updateTrigger?: boolean;
}

export type Command =
  | StartCommand
  | CompleteTaskCommand
  | ClaimTaskCommand
  | UnclaimTaskCommand
  | SetVariablesCommand
  | MessageCommand
  | SignalCommand
  | TimerCommand
  | TriggerCommand
  | WorkCommand
  | JobCommand
  | EvaluateConditionsCommand
  | ResolveIncidentCommand
  | ActivateAdHocCommand
  | CompleteAdHocCommand
  | SuspendCommand
  | CancelCommand
  | CompensateCommand
  | ReturnCommand
  | WithdrawCommand
  | JumpCommand
  | ModifyCommand
  | MigrateCommand;
