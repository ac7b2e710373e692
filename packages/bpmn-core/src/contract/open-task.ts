// An open user task as people see it.
import type { NodeIndex } from '../model/indexes.ts';

export type TaskState = 'UNASSIGNED' | 'ASSIGNED' | 'DELEGATED' | 'COMPLETED' | 'CANCELLED';

/** PENDING: the assignee has it on the owner's behalf; RESOLVED: the owner has it back. */
export type Delegation = 'PENDING' | 'RESOLVED';

/** Ties a person or a group to a task. The type `candidate` is a field of the task; others, such as `watcher`, say nothing to the core. */
export interface TaskLink {
  readonly type: string;
  readonly holder: 'user' | 'group';
  readonly name: string;
}

/** An open user task. Its id is `{instanceId}-t{number}`. */
export interface OpenTask {
  readonly number: number;
  /** Number of the token that waits in the task. */
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
  /** Links of other types than `candidate`. */
  readonly links: readonly TaskLink[];
  /** Null where nobody has delegated the task to its assignee. */
  readonly delegation: Delegation | null;
  /** Priority in 0..100. */
  readonly priority: number;
  readonly dueAt: number | null;
  readonly followUpAt: number | null;
  readonly createdAt: number;
  readonly claimedAt: number | null;
  /** Version of the task, which each change raises. */
  readonly version: number;
}

export function taskStateOf({ assignee, delegation }: Pick<OpenTask, 'assignee' | 'delegation'>): TaskState {
  if (delegation === 'PENDING') return 'DELEGATED';
  return assignee === null ? 'UNASSIGNED' : 'ASSIGNED';
}

export type TaskPeople = Pick<
  OpenTask,
  'assignee' | 'candidateUsers' | 'candidateGroups' | 'owner' | 'links' | 'delegation'
>;

/** Puts one name in the place of others of the same person; the same object where none of them is among the people. */
export function renamedPeople<T extends TaskPeople>(people: T, names: readonly string[], to: string): T {
  const { assignee, owner, candidateUsers, links } = people;
  const bears = (name: string | null) => name !== null && names.includes(name);
  const isLinked = links.some(({ holder, name }) => holder === 'user' && bears(name));
  if (!bears(assignee) && !bears(owner) && !candidateUsers.some(bears) && !isLinked) return people;
  const linked = links.map((link) => (link.holder === 'user' && bears(link.name) ? { ...link, name: to } : link));
  const isFirst = ({ type, holder, name }: TaskLink, index: number) =>
    linked.findIndex((each) => each.type === type && each.holder === holder && each.name === name) === index;
  return {
    ...people,
    assignee: bears(assignee) ? to : assignee,
    owner: bears(owner) ? to : owner,
    candidateUsers: [...new Set(candidateUsers.map((name) => (bears(name) ? to : name)))],
    links: linked.filter(isFirst),
  };
}

/** What has changed of a task beside its assignee: of a field its value, of a list what has come, or what has gone. */
export type TaskChanges = {
  readonly [Field in
    | 'name'
    | 'description'
    | 'category'
    | 'priority'
    | 'dueAt'
    | 'followUpAt'
    | 'owner'
    | 'delegation'
    | 'candidateUsers'
    | 'candidateGroups'
    | 'links']?: OpenTask[Field];
};
