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
  /** Index of the trigger where an event with a trigger starts the instance: its id is in the facts, what came in the variables. */
  readonly trigger?: number;
}

export interface SetVariablesCommand extends CommandBase {
  readonly kind: 'set-variables';
  readonly variables: Variables;
  /** Variables of these names are removed. */
  readonly removals?: readonly string[];
  /** Number of the scope in which alone is written; absent: the process. */
  readonly scope?: number;
  /** Number of a token: variables are written where it finds them, else in the process; with `local` in its activity alone. */
  readonly token?: number;
  readonly local?: boolean;
}

/** Delivers a message to this wait, which the sender has found. */
export interface MessageCommand extends CommandBase {
  readonly kind: 'message';
  readonly wait: number;
  readonly payload: Variables;
  /** Variables that are written in the receive task, or in the scope where the event stands, whatever lies outside. */
  readonly localVariables?: Variables;
}

/** Delivers a signal to everything in the instance that waits for its name. */
export interface SignalCommand extends CommandBase {
  readonly kind: 'signal';
  readonly name: string;
  readonly payload: Variables;
}

/** Fires a timer whose due date has come. */
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

/** Hands in the outcome of work that was ordered: it is done, has failed or threw. */
export interface WorkCommand extends CommandBase {
  readonly kind: 'work';
  readonly wait: number;
  readonly result: WorkResult;
}

/** Orders open work once more, evaluated anew, where whoever did it is gone or is to try again. Nothing is recorded of it. */
export interface RedoWorkCommand extends CommandBase {
  readonly kind: 'redo-work';
  readonly wait: number;
}

/** Names the instance that the call of this wait has begun. */
export interface BegunCallCommand extends CommandBase {
  readonly kind: 'begun-call';
  readonly wait: number;
  readonly instanceId: string;
}

/** Raises an incident at the element of a job or of work that has failed for the last time; its wait is given up. */
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
      /** Whether the instance of a call, whose id is the value, has done what can be undone, and is kept for that. */
      readonly compensable?: boolean;
      /** Decisions that were made for the result, in their order; the history has them. */
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

/**
 * Throws an escalation from an activity, which goes on unless an interrupting catcher ends it. One that nobody catches goes on to whoever
 * called the instance.
 */
export type ThrowEscalationCommand = CommandBase &
  Thrower & {
    readonly kind: 'throw-escalation';
    readonly code: string;
    readonly variables: Variables;
  };

/** Runs a job that is due and only lets the token go on. */
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

/** Undoes what an ended instance has done, as the call that it was for is compensated. */
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
