// What can be asked of an instance.
import type { InstanceFacts } from './model/instance-state.ts';
import type { Variables } from './model/values.ts';

interface CommandBase {
  /** Epoch milliseconds; the core has no clock. */
  readonly at: number;
  /** Who asks; null for the engine itself. */
  readonly actor: string | null;
}

export interface StartCommand extends CommandBase {
  readonly kind: 'start';
  readonly facts: InstanceFacts;
  readonly variables: Variables;
}

export interface CompleteTaskCommand extends CommandBase {
  readonly kind: 'complete-task';
  readonly task: number;
  readonly variables: Variables;
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
}

export type Command = StartCommand | CompleteTaskCommand | ClaimTaskCommand | UnclaimTaskCommand | SetVariablesCommand;
