// What people ask of an open user task.
import type { Variables } from '../../values/values.ts';
import type { TaskLink } from '../open-task.ts';
import type { CommandBase } from './command-base.ts';

export interface CompleteTaskCommand extends CommandBase {
  readonly kind: 'complete-task';
  readonly task: number;
  readonly variables: Variables;
  /** Variables that are written in the task's activity alone. */
  readonly localVariables?: Variables;
  /** Variables that are seen until the burst rests, and kept nowhere. */
  readonly transientVariables?: Variables;
  /** Candidate who completes a task without assignee, and becomes its assignee first, in the same step. */
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

/** Changes what people see of a task, and who has it. The caller has checked that he may. */
export interface UpdateTaskCommand extends CommandBase {
  readonly kind: 'update-task';
  readonly task: number;
  readonly changes: TaskUpdate;
}

/** Fields to change; what is absent stays as it is. */
export interface TaskUpdate {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly category?: string | null;
  /** Priority of the task in 0..100. */
  readonly priority?: number;
  readonly dueAt?: number | null;
  readonly followUpAt?: number | null;
  /** New assignee, or null for nobody: either ends a delegation. */
  readonly assignee?: string | null;
  /** Links to add; those of type `candidate` are the candidates of the task. */
  readonly addedLinks?: readonly TaskLink[];
  readonly removedLinks?: readonly TaskLink[];
}

/** Lets another do the task on behalf of its owner: whoever has it, unless it has an owner already. */
export interface DelegateTaskCommand extends CommandBase {
  readonly kind: 'delegate-task';
  readonly task: number;
  readonly user: string;
}

/** Gives a delegated task back to its owner, with variables of the assignee. */
export interface ResolveTaskCommand extends CommandBase {
  readonly kind: 'resolve-task';
  readonly task: number;
  readonly variables: Variables;
}
