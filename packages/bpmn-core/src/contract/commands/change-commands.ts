// Return, withdraw, jump, modify and migrate: what moves the tokens of a running instance by hand.
import type { ProcessModel } from '../../model/process-model.ts';
import type { Variables } from '../../values/values.ts';
import type { CommandBase } from './command-base.ts';

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
