// Return, withdraw, jump, modify and migrate: what moves the tokens of a running instance by hand.
import type { ProcessModel } from '../../model/process-model.ts';
import type { Variables } from '../../values/values.ts';
import type { CommandBase } from './command-base.ts';

/** Fields of every change that an operator, or a person who goes back, may ask for. */
interface ChangeCommand extends CommandBase {
  /** Whether nothing is changed and only the plan is answered. */
  readonly dryRun?: boolean;
}

/** Goes back to a user task, or to the form that the instance began with. */
export interface ReturnCommand extends ChangeCommand {
  readonly kind: 'return';
  /** Number of the open task to go back from. */
  readonly task: number;
  /** User task, or start event with a form, to go back to; absent: the user task before this one. */
  readonly targetElementId?: string;
  readonly compensate?: boolean;
  /** Who gets the task: its last assignee (default), or whom the model names. */
  readonly reassign?: 'last' | 'candidates';
}

/** Takes back a task that the actor completed. */
export interface WithdrawCommand extends ChangeCommand {
  readonly kind: 'withdraw';
  /** Number of the completed task. */
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
  /** Instructions, which are carried out in this order. */
  readonly instructions: readonly ModifyInstruction[];
  /** Whether this step calls no listeners. */
  readonly skipListeners?: boolean;
  /** Whether this step evaluates no input and output parameters. */
  readonly skipMappings?: boolean;
}

export type ModifyInstruction =
  | {
      readonly type: 'cancel';
      /** The one token that is meant, with all that is inside; absent: every token at the element. */
      readonly token?: number;
      readonly elementId?: string;
    }
  | {
      readonly type: 'startBefore' | 'startAfter' | 'startTransition';
      /** The element to begin at, or the sequence flow to take. */
      readonly elementId: string;
      /** Token of the scope to begin in, 0 for the process; needed where several fit. */
      readonly scopeToken?: number;
      /** Variables that are written before the element begins, as seen from where it does. */
      readonly variables?: Variables;
    };

/** Migrates an instance to another version of the process; from then on it belongs to that model. */
export interface MigrateCommand extends ChangeCommand {
  readonly kind: 'migrate';
  readonly target: { readonly processDefinitionId: string; readonly model: ProcessModel };
  readonly mapping: readonly MigrationPair[];
  /** Whether elements of equal ids belong together unless the mapping says otherwise. */
  readonly autoMap: boolean;
  readonly variables?: Variables;
}

export interface MigrationPair {
  readonly source: string;
  readonly target: string;
  /** Whether the event is armed anew, as the target model says. */
  readonly updateTrigger?: boolean;
}
