// The people of a task, as one event of the history after another leaves them.
import type { HistoryEvent } from '../contract/history.ts';
import { renamedPeople, type TaskChanges, type TaskPeople } from '../contract/open-task.ts';

/** Answers the people of a task after an event, null as long as the task is not there. An event of another task changes nothing. */
export function peopleAfter(people: TaskPeople | null, task: number, event: HistoryEvent): TaskPeople | null {
  if (event[0] === 't' && event[1] === task) {
    const [, , , assignee, candidateUsers, candidateGroups, owner] = event;
    return { assignee, candidateUsers, candidateGroups, owner, links: [], delegation: null };
  }
  if (people === null) return null;
  if (event[0] === 'u' && event[1] === task) return { ...people, assignee: event[2] };
  if (event[0] === 'U' && event[1] === task) return withChanges(people, event[2], event[3]);
  return event[0] === 'N' ? renamedPeople(people, event[1], event[2]) : people;
}

/** Applies changes to the people of a task: of lists they name what has come and what has gone. */
function withChanges(people: TaskPeople, now: TaskChanges, before: TaskChanges): TaskPeople {
  const { owner = people.owner, delegation = people.delegation } = now;
  return {
    assignee: people.assignee,
    candidateUsers: listAfter(people.candidateUsers, now.candidateUsers, before.candidateUsers),
    candidateGroups: listAfter(people.candidateGroups, now.candidateGroups, before.candidateGroups),
    owner,
    links: listAfter(people.links, now.links, before.links),
    delegation,
  };
}

function listAfter<T>(list: readonly T[], come: readonly T[] = [], gone: readonly T[] = []): readonly T[] {
  const names = new Set(gone.map((entry) => JSON.stringify(entry)));
  return [...list.filter((entry) => !names.has(JSON.stringify(entry))), ...come];
}
