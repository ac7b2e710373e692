// An open user task as people see it.
import type { NodeIndex } from '../model/indexes.ts';

export type TaskState = 'UNASSIGNED' | 'ASSIGNED';

/** A user task is open. Its id is `{instanceId}-t{number}`. */
export interface OpenTask {
  readonly number: number;
  /** The token of this number waits in it. */
  readonly token: number;
  readonly node: NodeIndex;
  readonly name: string | null;
  readonly description: string | null;
  readonly category: string | null;
  readonly formKey: string | null;
  readonly assignee: string | null;
  readonly owner: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  /** It lies in 0..100. */
  readonly priority: number;
  readonly dueAt: number | null;
  readonly followUpAt: number | null;
  readonly createdAt: number;
  readonly claimedAt: number | null;
  /** Each change of the task raises it. */
  readonly version: number;
}
