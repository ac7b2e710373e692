// Makes of an instance in memory the rows that its open tasks have in the database.
import type { OpenTask } from '@keelson/bpmn-core';
import { type LiveInstance, rootIdOf } from '../../runtime/state/live-instance.ts';
import { loopCountersOf } from '../../runtime/state/loop-counters.ts';
import type { TaskRow } from '../task.store.ts';

/** Makes the rows of an instance's tasks, the newest first; an instance with comments or attachments is not asked for here. */
export function rowsInMemory(live: LiveInstance): TaskRow[] {
  const { tasks } = live.state;
  const loopCounters = loopCountersOf(live.state);
  return tasks
    .map((task) => rowOf(live, task, loopCounters.get(task.token) ?? null))
    .sort((left, right) => right.number - left.number);
}

function rowOf(live: LiveInstance, task: OpenTask, loopCounter: number | null): TaskRow {
  const { state, compiled } = live;
  const { facts } = state;
  const node = compiled.model.nodes[task.node];
  if (node === undefined) throw new Error(`the model of ${compiled.id} has no node ${task.node}`);
  const rootId = rootIdOf(live);
  return {
    instance_id: facts.id,
    number: task.number,
    token: task.token,
    version: task.version,
    priority: task.priority,
    created_at: new Date(task.createdAt),
    claimed_at: dateOf(task.claimedAt),
    due_at: dateOf(task.dueAt),
    follow_up_at: dateOf(task.followUpAt),
    tenant_identifier: facts.tenantIdentifier,
    definition_id: facts.processDefinitionId,
    element_id: node.id,
    name: stored(task.name),
    description: stored(task.description),
    category: stored(task.category),
    form_key: stored(task.formKey),
    assignee: stored(task.assignee),
    owner: stored(task.owner),
    business_key: stored(facts.businessKey),
    suspended: state.suspended,
    delegation: task.delegation,
    loop_counter: loopCounter,
    root_id: rootId === facts.id ? null : rootId,
    links: linksOf(task),
    comments: 0,
    attachments: 0,
  };
}

function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

/** Answers a text as the database holds it: half a surrogate pair is no UTF-8 and becomes U+FFFD. */
function stored(text: string | null): string | null {
  return text === null ? null : text.toWellFormed();
}

function linksOf({ candidateUsers, candidateGroups }: OpenTask): readonly string[] | null {
  if (candidateUsers.length === 0 && candidateGroups.length === 0) return null;
  return [...namesOf('u', candidateUsers), ...namesOf('g', candidateGroups)];
}

/** Lists names in the order of their bytes. */
function namesOf(kind: 'u' | 'g', names: readonly string[]): string[] {
  return names
    .map((name) => Buffer.from(name))
    .sort(Buffer.compare)
    .map((bytes) => kind + bytes.toString());
}
