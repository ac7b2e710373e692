// A command asks one thing of an instance.
import type { Value, Variables } from '../../values/values.ts';
import type { MadeDecision } from '../effects.ts';
import type { Failure } from '../failure.ts';
import type { InstanceFacts, InstanceUpdate } from '../instance-state.ts';
import type { JumpCommand, MigrateCommand, ModifyCommand, ReturnCommand, WithdrawCommand } from './change-commands.ts';
import type { CommandBase } from './command-base.ts';
import type {
  ClaimTaskCommand,
  CompleteTaskCommand,
  DelegateTaskCommand,
  ResolveTaskCommand,
  UnclaimTaskCommand,
  UpdateTaskCommand,
} from './task-commands.ts';

export interface StartCommand extends CommandBase {
  readonly kind: 'start';
  readonly facts: InstanceFacts;
  readonly variables: Variables;
  /** Starts by an event with a trigger: its id is in the facts, the trigger's index here, what came in the variables. */
  readonly trigger?: number;
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
  /** Variables that are written in the receive task, or in the scope where the event stands, whatever lies outside. */
  readonly localVariables?: Variables;
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

/** Orders open work once more, evaluated anew: whoever did it is gone, or is to try again. Nothing is told of it. */
export interface RedoWorkCommand extends CommandBase {
  readonly kind: 'redo-work';
  readonly wait: number;
}

/** The call that this wait is for has begun an instance. */
export interface BegunCallCommand extends CommandBase {
  readonly kind: 'begun-call';
  readonly wait: number;
  readonly instanceId: string;
}

/** A job or work has failed for the last time: its element has an incident from now on, and the wait is given up. */
export interface RaiseIncidentCommand extends CommandBase {
  readonly kind: 'raise-incident';
  readonly wait: number;
  readonly failure: Pick<Failure, 'code' | 'message'>;
}

export type WorkResult =
  | {
      readonly outcome: 'done';
      readonly value: Value;
      readonly writes: Variables;
      /** Variables of the activity alone, whose outputs see them. */
      readonly localVariables?: Variables;
      /** A call says so where its instance, whose id is the value, has done what can be undone, and is kept for that. */
      readonly compensable?: boolean;
      /** Decisions that were made for the result, in their order; the history tells them. */
      readonly decisions?: readonly MadeDecision[];
    }
  | { readonly outcome: 'failed'; readonly failure: Pick<Failure, 'code' | 'message'> }
  | {
      readonly outcome: 'error';
      readonly errorCode: string | null;
      readonly message: string | null;
      readonly variables: Variables;
    }
  | { readonly outcome: 'escalation'; readonly escalationCode: string; readonly variables: Variables };

/** The open task, or the token anywhere, from which is thrown. */
export type Thrower = { readonly task: number } | { readonly token: number };

/** A person or an operator throws an error as if the activity did. One that nobody catches is the failure `UNCAUGHT_ERROR`. */
export type ThrowErrorCommand = CommandBase &
  Thrower & {
    readonly kind: 'throw-error';
    readonly code: string | null;
    readonly message: string | null;
    readonly variables: Variables;
  };

/** The activity goes on unless an interrupting catcher ends it. One that nobody catches goes on to whoever called the instance. */
export type ThrowEscalationCommand = CommandBase &
  Thrower & {
    readonly kind: 'throw-escalation';
    readonly code: string;
    readonly variables: Variables;
  };

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

/** Changes what is known of the instance as a whole; what is absent stays. Tasks that are open keep what they have. */
export interface UpdateInstanceCommand extends CommandBase {
  readonly kind: 'update-instance';
  readonly changes: InstanceUpdate;
}

/** Gives a person another name: open tasks, the starter and what can be gone back to follow. */
export interface RenameUserCommand extends CommandBase {
  readonly kind: 'rename-user';
  readonly from: string;
  readonly to: string;
}

/**
 * Frees the tasks of a person who is gone: tasks that others can take become nobody's, the rest stay with the person.
 */
export interface ReleaseTasksCommand extends CommandBase {
  readonly kind: 'release-tasks';
  readonly user: string;
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
  /** Number of the token in the sub-process. */
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
  /** Reason for the cancellation, of at most `REASON_LENGTH_MAX` characters. */
  readonly reason?: string;
  /** What ended it from above: its root was terminated, or an error went through it to the call that it answers. */
  readonly cause?:
    | { readonly endState: 'TERMINATED' }
    | { readonly endState: 'ERROR'; readonly errorCode: string | null };
  readonly skipListeners?: boolean;
}

export type Command =
  | StartCommand
  | CompleteTaskCommand
  | ClaimTaskCommand
  | UnclaimTaskCommand
  | UpdateTaskCommand
  | DelegateTaskCommand
  | ResolveTaskCommand
  | SetVariablesCommand
  | MessageCommand
  | SignalCommand
  | TimerCommand
  | TriggerCommand
  | WorkCommand
  | JobCommand
  | RedoWorkCommand
  | BegunCallCommand
  | RaiseIncidentCommand
  | ThrowErrorCommand
  | ThrowEscalationCommand
  | EvaluateConditionsCommand
  | ResolveIncidentCommand
  | ActivateAdHocCommand
  | CompleteAdHocCommand
  | UpdateInstanceCommand
  | RenameUserCommand
  | ReleaseTasksCommand
  | SuspendCommand
  | CancelCommand
  | CompensateCommand
  | ReturnCommand
  | WithdrawCommand
  | JumpCommand
  | ModifyCommand
  | MigrateCommand;
