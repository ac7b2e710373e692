// Adds the rows of tasks to a flush: what a step did to one task becomes one change, for rows of one statement do not see one another.
import type { Effect, InstanceState, OpenTask } from '@keelson/bpmn-core';
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import { loopCountersOf } from '../state/loop-counters.ts';
import { foldedBeside } from '../state/person-name.ts';
import type { EngineWriters } from './flush.store.ts';
import { type Flush, migrates, timeOf } from './flush.ts';

/** What is left of the effects of one step on tasks. */
interface TaskChanges {
  readonly created: ReadonlyMap<number, OpenTask>;
  readonly updated: ReadonlyMap<number, OpenTask>;
  readonly closed: readonly ClosedTask[];
}

interface ClosedTask {
  readonly task: OpenTask;
  readonly reason: Extract<Effect, { readonly kind: 'close-task' }>['reason'];
}

/** Folds the effects of a step; a task that it creates and closes was never there for anybody. */
function foldTasks(effects: readonly Effect[]): TaskChanges {
  const created = new Map<number, OpenTask>();
  const updated = new Map<number, OpenTask>();
  const closed: ClosedTask[] = [];
  for (const effect of effects) {
    if (effect.kind === 'create-task') created.set(effect.task.number, effect.task);
    else if (effect.kind === 'update-task') {
      (created.has(effect.task.number) ? created : updated).set(effect.task.number, effect.task);
    } else if (effect.kind === 'close-task' && !created.delete(effect.task.number)) {
      updated.delete(effect.task.number);
      closed.push(effect);
    }
  }
  return { created, updated, closed };
}

/** Adds the rows of tasks; answers what the history row says of those that the flush closes: `closedTasksText`. */
export function addTasks(changes: ChangeSet, writers: EngineWriters, flush: Flush): string | null {
  const { state, effects, tasksBefore } = flush;
  const { created, updated, closed } = foldTasks(effects);
  addSuspension(changes, writers, flush, (number) => updated.has(number));
  if (created.size > 0) {
    const loopCounters = loopCountersOf(state);
    for (const task of created.values()) {
      addTask(changes, writers, flush, { task, loopCounter: loopCounters.get(task.token) ?? null });
    }
  }
  for (const task of updated.values()) {
    addTaskUpdate(
      changes,
      writers,
      flush,
      task,
      tasksBefore.find(({ number }) => number === task.number),
    );
  }
  for (const { task } of closed) {
    // Its links are those that the last commit knew.
    const before = tasksBefore.find(({ number }) => number === task.number) ?? task;
    changes.add(writers.taskDelete, [state.facts.id, task.number]);
    if (isLinked(before)) changes.add(writers.linkDelete, [state.facts.id, task.number]);
  }
  return closedTasksText(flush, closed);
}

/**
 * Writes of each closed task what its row says no more, for reports: `[number, node, reason, priority, created, claimed, due, assignee,
 * name, candidate groups]`, times in epoch milliseconds, and behind them when it was closed where that is not the time of the flush, and
 * the assignee's folded name where it is another one. The name is 0 where it is that of the element. Null: none was closed.
 */
function closedTasksText(flush: Flush, closed: readonly ClosedTask[]): string | null {
  if (closed.length === 0) return null;
  const { nodes } = flush.compiled.model;
  return JSON.stringify(
    closed.map(({ task, reason }) => {
      const { number, node, priority, createdAt, claimedAt, dueAt, assignee, name, candidateGroups } = task;
      const shown = name === nodes[node]?.name ? 0 : wellFormed(name);
      const groups = candidateGroups.map(wellFormed);
      const closedAt = timeOf(flush, (event) => (event[0] === 'd' || event[0] === 'q') && event[1] === number);
      const person = wellFormed(assignee);
      const row = [number, node, reason, priority, createdAt, claimedAt, dueAt, person, shown, groups];
      const shownAt = closedAt === flush.at ? null : closedAt;
      const folded = foldedBeside(person);
      if (folded !== null) return [...row, shownAt, folded];
      return shownAt === null ? row : [...row, shownAt];
    }),
  );
}

/** Answers a text without halves of surrogate pairs, which the database could not read back. */
function wellFormed<T extends string | null>(text: T): T {
  return (text === null ? null : text.toWellFormed()) as T;
}

/** Marks on the tasks that the burst leaves as they were whether their instance is suspended; one that it changes goes on. */
function addSuspension(
  changes: ChangeSet,
  writers: EngineWriters,
  { state, tasksBefore, wasSuspended }: Flush,
  isUpdated: (number: number) => boolean,
): void {
  const { suspended, facts, tasks } = state;
  if (suspended === wasSuspended) return;
  for (const { number } of tasks) {
    const isKept = tasksBefore.some((before) => before.number === number) && !isUpdated(number);
    if (isKept) changes.add(writers.taskSuspend, [facts.id, number, suspended]);
  }
}

function addTask(
  changes: ChangeSet,
  writers: EngineWriters,
  { state, compiled }: Flush,
  { task, loopCounter }: { readonly task: OpenTask; readonly loopCounter: number | null },
): void {
  const { facts } = state;
  changes.add(state.suspended ? writers.taskInsertSuspended : writers.taskInsert, [
    facts.id,
    task.number,
    task.token,
    task.version,
    task.priority,
    task.createdAt,
    task.claimedAt,
    task.dueAt,
    task.followUpAt,
    isLinked(task),
    loopCounter,
    facts.tenantIdentifier,
    facts.processDefinitionId,
    compiled.model.nodes[task.node]?.id,
    task.name,
    task.description,
    task.category,
    task.formKey,
    task.assignee,
    task.owner,
    foldedBeside(task.assignee),
    foldedBeside(task.owner),
    facts.businessKey,
  ]);
  addLinks(changes, writers, state, task, linksOf(task));
}

function isLinked(task: OpenTask): boolean {
  return task.candidateUsers.length > 0 || task.candidateGroups.length > 0;
}

type Link = readonly [kind: 'u' | 'g', name: string];

function linksOf({ candidateUsers, candidateGroups }: OpenTask): readonly Link[] {
  return [...candidateUsers.map((name): Link => ['u', name]), ...candidateGroups.map((name): Link => ['g', name])];
}

function addLinks(
  changes: ChangeSet,
  writers: EngineWriters,
  { facts }: InstanceState,
  { number }: OpenTask,
  links: readonly Link[],
): void {
  for (const [kind, name] of links) {
    const folded = kind === 'u' ? foldedBeside(name) : null;
    changes.add(writers.linkInsert, [facts.id, number, kind, facts.tenantIdentifier, name, folded]);
  }
}

/** Adds the update of a task; `before` is the task as the last commit left it. */
function addTaskUpdate(
  changes: ChangeSet,
  writers: EngineWriters,
  flush: Flush,
  task: OpenTask,
  before: OpenTask = task,
): void {
  const { number, version, priority, claimedAt, dueAt, followUpAt, name, assignee, owner } = task;
  const { state, compiled } = flush;
  const { id, processDefinitionId } = state.facts;
  const row = [
    id,
    number,
    version,
    priority,
    claimedAt,
    dueAt,
    followUpAt,
    isLinked(task),
    name,
    task.description,
    task.category,
    assignee,
    owner,
    foldedBeside(assignee),
    foldedBeside(owner),
    task.delegation,
  ];
  if (migrates(flush)) {
    changes.add(writers.taskMigrate, [...row, processDefinitionId, compiled.model.nodes[task.node]?.id]);
  } else changes.add(writers.taskUpdate, row);
  if (task.candidateUsers === before.candidateUsers && task.candidateGroups === before.candidateGroups) return;
  const now = linksOf(task);
  const then = linksOf(before);
  addLinks(
    changes,
    writers,
    state,
    task,
    now.filter((link) => !holds(then, link)),
  );
  for (const [kind, candidate] of then.filter((link) => !holds(now, link))) {
    changes.add(writers.linkRemove, [id, number, kind, candidate]);
  }
}

function holds(links: readonly Link[], [kind, name]: Link): boolean {
  return links.some((link) => link[0] === kind && link[1] === name);
}
