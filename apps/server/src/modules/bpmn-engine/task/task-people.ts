// Answers the people of a task, and what a caller who is one of them may see and change.
import type { Caller } from '../../../kernel/request/caller.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { candidateGroups, isInGroup } from '../interface/candidate-groups.ts';
import { isSamePerson } from '../runtime/state/person-name.ts';
import type { TaskRow, TaskViewer } from './task.store.ts';

/** People of a task, the same whether it is open, in a row or in the history. */
export interface TaskPeople {
  readonly assignee: string | null;
  readonly owner: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
}

export function viewerOf(caller: Caller): TaskViewer {
  return { usernameFolded: foldName(caller.username), groups: candidateGroups(caller) };
}

export function isCandidate(caller: Caller, task: TaskPeople): boolean {
  if (task.candidateUsers.some((name) => isSamePerson(name, caller.username))) return true;
  return task.candidateGroups.some((group) => isInGroup(caller, group));
}

export function isAssignee({ username }: Caller, { assignee }: Pick<TaskPeople, 'assignee'>): boolean {
  return assignee !== null && isSamePerson(assignee, username);
}

/** Whether the task is assigned to the caller, or the caller is a candidate. */
export function isMine(caller: Caller, task: TaskPeople): boolean {
  return isAssignee(caller, task) || isCandidate(caller, task);
}

export function mayManage(caller: Caller): boolean {
  return caller.holds('BPMN_TASK_MANAGE');
}

/** Whether the caller has the task, owns it, or is a candidate. */
export function isInvolved(caller: Caller, task: TaskPeople): boolean {
  return isMine(caller, task) || (task.owner !== null && isSamePerson(task.owner, caller.username));
}

export function maySee(caller: Caller, task: TaskPeople): boolean {
  return caller.holds('BPMN_TASK_VIEW_ALL') || mayManage(caller) || isInvolved(caller, task);
}

export function peopleOf(row: TaskRow): TaskPeople {
  const links = row.links ?? [];
  return {
    assignee: row.assignee,
    owner: row.owner,
    candidateUsers: links.filter((link) => link.startsWith('u')).map((link) => link.slice(1)),
    candidateGroups: links.filter((link) => link.startsWith('g')).map((link) => link.slice(1)),
  };
}
