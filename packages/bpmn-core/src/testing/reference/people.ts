// What people do with open tasks in the reference interpreter: who has one, and on whose behalf.
import { type People, RefFailure, type RefRun } from './run-state.ts';

/** Something that a person does with a task, or that becomes of a person in all tasks. */
export type Handling =
  | { readonly kind: 'claim' | 'assign' | 'delegate' | 'offer' | 'retract'; readonly person: string }
  | { readonly kind: 'unclaim' | 'unassign' | 'resolve' }
  | { readonly kind: 'rename'; readonly person: string; readonly to: string }
  | { readonly kind: 'release'; readonly person: string };

export function handle(run: RefRun, index: number, handling: Handling): void {
  if (handling.kind === 'rename') for (const { people } of run.tasks) rename(people, handling.person, handling.to);
  else if (handling.kind === 'release') for (const { people } of run.tasks) release(people, handling.person);
  else handleOne(run.tasks[index]!.people, handling);
}

function handleOne(people: People, handling: Exclude<Handling, { kind: 'rename' | 'release' }>): void {
  const isPending = people.delegated === 'PENDING';
  switch (handling.kind) {
    case 'claim':
    case 'unclaim':
      if (isPending) throw new RefFailure('TASK_DELEGATED');
      give(people, handling.kind === 'claim' ? handling.person : null);
      return;
    case 'assign':
    case 'unassign':
      give(people, handling.kind === 'assign' ? handling.person : null);
      people.delegated = null;
      return;
    case 'delegate':
      if (!isPending) people.owner ??= people.assignee;
      people.assignee = handling.person;
      people.delegated = 'PENDING';
      return;
    case 'resolve':
      if (!isPending) throw new RefFailure('TASK_NOT_DELEGATED');
      people.assignee = people.owner;
      people.delegated = 'RESOLVED';
      return;
    case 'offer':
      if (!people.candidates.includes(handling.person)) people.candidates.push(handling.person);
      return;
    case 'retract':
      people.candidates = people.candidates.filter((name) => name !== handling.person);
  }
}

/** Gives the task to somebody: whoever has it already keeps it as it is; anybody else has it on his own behalf. */
function give(people: People, to: string | null): void {
  if (people.assignee === to) return;
  people.assignee = to;
  people.delegated = null;
}

function rename(people: People, from: string, to: string): void {
  const renamed = (name: string | null) => (name === from ? to : name);
  people.assignee = renamed(people.assignee);
  people.owner = renamed(people.owner);
  people.candidates = [...new Set(people.candidates.map((name) => renamed(name)!))];
}

function release(people: People, gone: string): void {
  if (people.assignee === gone && people.candidates.some((name) => name !== gone)) give(people, null);
}
