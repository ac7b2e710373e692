// What people ask of an open user task.
import type { Variables } from '../../values/values.ts';
import type { CommandBase } from './command-base.ts';

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
