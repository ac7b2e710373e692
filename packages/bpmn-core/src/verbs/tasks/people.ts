// What becomes of the people of an instance: one has another name, or is there no more.
import type { ReleaseTasksCommand, RenameUserCommand } from '../../contract/commands/commands.ts';
import type { Effect } from '../../contract/effects.ts';
import type { Host } from '../../contract/host.ts';
import type { CompensationRun, InstanceState, ReturnPoint } from '../../contract/instance-state.ts';
import { renamedPeople } from '../../contract/open-task.ts';
import type { StepResult } from '../../contract/result.ts';
import { inHandOf } from '../../data/task-changes.ts';
import { resume, type Situation, unchanged } from '../../instance/situation.ts';
import { runToRest } from '../../rounds/rounds.ts';
import { changeHeard } from './change-open-task.ts';

/** Gives a person another name: no listener hears of it, and what was recorded of the person stays as it was. */
export function renameUser({ state, host }: Situation, { from, to }: RenameUserCommand): StepResult {
  const isHim = sameName(host, from);
  const names = [...new Set(peopleIn(state))].filter((name) => name !== to && isHim(name));
  if (names.length === 0) return unchanged(state);
  const isRenamed = (name: string | null) => name !== null && names.includes(name);
  const effects: Effect[] = [];
  let { facts } = state;
  if (isRenamed(facts.startUserId)) {
    facts = { ...facts, startUserId: to };
    effects.push({ kind: 'update-instance', facts });
  }
  const tasks = state.tasks.map((before) => {
    const people = renamedPeople(before, names, to);
    if (people === before) return before;
    const task = { ...people, version: before.version + 1 };
    effects.push({ kind: 'update-task', task });
    return task;
  });
  const runs = (given: readonly CompensationRun[]) =>
    given.map((run) => (isRenamed(run.assignee ?? null) ? { ...run, assignee: to } : run));
  const renamed: InstanceState = {
    ...state,
    facts,
    tasks,
    root: { ...state.root, runs: runs(state.root.runs) },
    scopes: state.scopes.map((scope) => ({ ...scope, runs: runs(scope.runs) })),
    returns: state.returns.map(({ scope, points }) => ({ scope, points: renamedPoints(points, isRenamed, to) })),
  };
  return { outcome: 'done', state: renamed, history: [['N', names, to]], effects };
}

function sameName({ foldName = (name) => name }: Host, wanted: string): (name: string) => boolean {
  const folded = foldName(wanted);
  return (name) => foldName(name) === folded;
}

/** Names everybody whom a state knows: as starter, at tasks, and in what can be gone back to; a name may come twice. */
export function peopleIn({ facts, tasks, root, scopes, returns }: InstanceState): readonly string[] {
  const names = [
    facts.startUserId,
    ...tasks.flatMap(({ assignee, owner, candidateUsers, links }) => [
      assignee,
      owner,
      ...candidateUsers,
      ...links.flatMap(({ holder, name }) => (holder === 'user' ? [name] : [])),
    ]),
    ...[root, ...scopes].flatMap(({ runs }) => runs.map(({ assignee = null }) => assignee)),
    ...returns.flatMap(({ points }) => namesInPoints(points)),
  ];
  return names.filter((name) => name !== null);
}

function namesInPoints(points: readonly ReturnPoint[]): readonly (string | null)[] {
  return points.flatMap((point) => {
    if (point.kind === 'task') return [point.assignee, point.completer];
    return point.kind === 'subProcess' ? namesInPoints(point.points) : [];
  });
}

function renamedPoints(
  points: readonly ReturnPoint[],
  isRenamed: (name: string | null) => boolean,
  to: string,
): readonly ReturnPoint[] {
  return points.map((point) => {
    if (point.kind === 'join') return point;
    if (point.kind === 'subProcess') return { ...point, points: renamedPoints(point.points, isRenamed, to) };
    const { assignee, completer } = point;
    return {
      ...point,
      assignee: isRenamed(assignee) ? to : assignee,
      completer: isRenamed(completer) ? to : completer,
    };
  });
}

/** Frees the tasks of a person who is gone; one that nobody else can take stays the person's, so that it is found as such. */
export function releaseTasks(situation: Situation, command: ReleaseTasksCommand): StepResult {
  const isHim = sameName(situation.host, command.user);
  const released = situation.state.tasks.filter(
    ({ assignee, candidateUsers, candidateGroups }) =>
      assignee !== null && isHim(assignee) && (candidateGroups.length > 0 || !candidateUsers.every(isHim)),
  );
  if (released.length === 0) return unchanged(situation.state);
  const burst = resume(situation, command);
  for (const { number } of released) {
    // What listeners do about one task may have ended another, or given it to somebody.
    const task = burst.tasks.find((open) => open.number === number);
    if (task?.assignee != null && isHim(task.assignee)) changeHeard(burst, task, inHandOf(task, null, null));
  }
  return runToRest(burst);
}
