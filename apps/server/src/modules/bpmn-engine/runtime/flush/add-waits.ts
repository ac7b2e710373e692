// Adds the rows of what an instance waits for: jobs, subscriptions, external tasks, incidents, and the call that it answers.
import { encodeState, type Wait, type WorkKind } from '@keelson/bpmn-core';
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import { isCompensable } from '../burst/calls.ts';
import type { NewJob } from '../waits/job.types.ts';
import { businessKeyMatch, matchKeysOf } from '../waits/match-key.ts';
import { attemptsOf } from '../waits/next-attempt.ts';
import type { WaitWriters } from '../waits/wait.store.ts';
import { type Flush, migrates, timeOf } from './flush.ts';
import { addMigratedWait } from './migrate-waits.ts';
import { foldWaits, type Orders, type WaitChanges } from './wait-changes.ts';

/** Bound of the characters of a text of a row, which is cut there: that of a failure may hold a whole page. */
const TEXT_MAX = 4_000;

/** What waits of an instance leave to do beside their rows. */
export interface AddedWaits {
  /** Rows of jobs that are still to be added, by whoever knows which of them begin at once. */
  readonly jobs: readonly NewJob[];
  /** Names of the messages that it waits for from now on. */
  readonly messages: readonly string[];
  readonly hasExternal: boolean;
  /** Whether jobs which were held go on, and may be due. */
  readonly hasResumedJobs: boolean;
}

interface Adding {
  readonly changes: ChangeSet;
  readonly writers: WaitWriters;
  readonly flush: Flush;
  readonly jobAttempts: number;
}

export function addWaits(adding: Adding): AddedWaits {
  const { flush } = adding;
  addCall(adding);
  const folded = foldWaits(flush.effects, flush.waitsBefore);
  const resumed = addSuspension(adding, folded);
  const jobs: NewJob[] = [];
  const messages: string[] = [];
  let { hasExternal } = resumed;
  for (const wait of folded.opened) {
    const job = jobOf(adding, wait, folded.orders);
    if (job !== null) jobs.push(job);
    else if (wait.kind === 'message') {
      addSubscription(adding, wait);
      messages.push(wait.name);
    } else if (wait.kind === 'signal' || wait.kind === 'conditional') addSubscription(adding, wait);
    else if (wait.kind === 'incident') addIncident(adding, wait);
    else if (wait.kind === 'work' && wait.work === 'external') {
      addExternal(adding, wait, folded.orders);
      hasExternal = true;
    }
  }
  const change = migrates(flush) ? migrateRow : changeRow;
  for (const { now, before } of folded.changed) {
    if (change(adding, now, before) && now.kind === 'message') messages.push(now.name);
  }
  for (const wait of folded.closed) closeRow(adding, wait);
  return { jobs, messages, hasExternal, hasResumedJobs: resumed.hasJobs };
}

function elementIdOf({ flush }: Adding, { node }: Pick<Wait, 'node'>): string {
  return flush.compiled.model.nodes[node]?.id ?? '';
}

function openedAt(flush: Flush, { number }: Pick<Wait, 'number'>): number {
  return timeOf(flush, (event) => (event[0] === 'w' || event[0] === 'p') && event[1] === number);
}

const JOB_WORK: ReadonlySet<WorkKind> = new Set(['http', 'native', 'mail', 'script', 'decision']);

/** Makes the job that ends a wait; null for a wait that something else ends. */
function jobOf(adding: Adding, wait: Wait, orders: Orders): NewJob | null {
  const { flush, jobAttempts } = adding;
  const { facts } = flush.state;
  const retryCycle = retryCycleOf(flush, wait);
  const job = {
    id: facts.id,
    number: wait.number,
    tenantIdentifier: facts.tenantIdentifier,
    instanceId: facts.id,
    definitionId: facts.processDefinitionId,
    elementId: elementIdOf(adding, wait),
    createdAt: openedAt(flush, wait),
    dueAt: flush.at,
    priority: facts.priority ?? 0,
    retries: attemptsOf(retryCycle) ?? jobAttempts,
    retryCycle,
    isExclusive: flush.compiled.model.nodes[wait.node]?.job?.exclusive ?? true,
    isSuspended: flush.state.suspended,
    cycle: null,
    payload: null,
  };
  if (wait.kind === 'timer') return { ...job, kind: 'TIMER', dueAt: wait.firing.dueAt, cycle: wait.firing.cycle };
  if (wait.kind === 'job') return { ...job, kind: 'ASYNC', priority: wait.priority ?? job.priority };
  if (wait.kind !== 'work' || !JOB_WORK.has(wait.work)) return null;
  const order = orders.get(wait.number)?.order;
  return order === undefined ? null : { ...job, kind: 'WORK', payload: JSON.stringify(order) };
}

function retryCycleOf({ compiled }: Flush, wait: Wait): string | null {
  if (wait.kind === 'job') return wait.retryCycle ?? null;
  const { constant = null } = compiled.model.nodes[wait.node]?.job?.retryCycle ?? {};
  return typeof constant === 'string' ? constant : null;
}

function addSubscription(
  adding: Adding,
  wait: Extract<Wait, { kind: 'message' | 'signal' | 'conditional' }>,
  from = 0,
): void {
  if (wait.kind === 'signal' && wait.reach === 'instance') return;
  const { changes, writers, flush } = adding;
  const { facts } = flush.state;
  const matches =
    wait.kind === 'message' ? matchKeysOf(wait, facts.businessKey) : [businessKeyMatch(facts.businessKey)];
  const shown = wait.kind === 'message' && wait.keys.length > 0 ? shownKey(wait.keys) : facts.businessKey;
  for (const [part, match] of matches.entries()) {
    if (part < from) continue;
    changes.add(writers.subscriptionInsert, [
      facts.id,
      wait.number,
      part,
      wait.kind.charAt(0),
      facts.tenantIdentifier,
      wait.kind === 'conditional' ? null : wait.name,
      match,
      shown,
      wait.token,
      facts.processDefinitionId,
      flush.compiled.key,
      elementIdOf(adding, wait),
      openedAt(flush, wait),
    ]);
  }
}

function shownKey(keys: readonly { readonly name: string; readonly values: readonly unknown[] }[]): string {
  return keys
    .map(({ values }) => values.map(String).join(' '))
    .join(', ')
    .slice(0, TEXT_MAX);
}

function addExternal({ changes, writers, flush }: Adding, wait: Wait, orders: Orders): void {
  const { facts } = flush.state;
  const found = orders.get(wait.number);
  if (found === undefined) throw new Error(`external work ${wait.number} opens without an order`);
  const { order } = found;
  const priority = Number(order.options.priority ?? facts.priority ?? 0);
  changes.add(writers.externalInsert, [
    facts.id,
    wait.number,
    wait.token,
    order.target,
    Number.isSafeInteger(priority) ? priority : 0,
    facts.tenantIdentifier,
    facts.processDefinitionId,
    flush.compiled.key,
    flush.compiled.model.nodes[wait.node]?.id,
    facts.businessKey,
    openedAt(flush, wait),
    JSON.stringify(order.parameters),
  ]);
}

function addIncident(adding: Adding, wait: Extract<Wait, { kind: 'incident' }>): void {
  const { changes, writers, flush } = adding;
  const { facts } = flush.state;
  const { code, message, elementId } = wait.failure;
  const type = INCIDENT_TYPES[code] ?? 'FAILED_COMMAND';
  const place = [facts.processDefinitionId, elementId ?? elementIdOf(adding, wait)];
  const shown = message.slice(0, TEXT_MAX);
  const head = [type, facts.tenantIdentifier, facts.id];
  const raisedAt = openedAt(flush, wait);
  changes.add(writers.incidentInsert, [
    facts.id,
    wait.number,
    ...head,
    wait.token,
    ...place,
    code,
    shown,
    null,
    raisedAt,
  ]);
  changes.add(writers.incidentRaised, [
    facts.id,
    wait.number,
    flush.revision,
    ...head,
    ...place,
    code,
    shown,
    raisedAt,
  ]);
}

const INCIDENT_TYPES: Readonly<Partial<Record<string, string>>> = {
  UNCAUGHT_ERROR: 'UNCAUGHT_ERROR',
  STUCK_TOKENS: 'STUCK_TOKENS',
  BURST_LIMIT: 'BURST_LIMIT',
  CALL_TARGET: 'CALL_TARGET',
};

/** Changes the row of a wait: a timer fires again, or a message can be found by more than before. Answers whether something waits anew. */
function changeRow(adding: Adding, now: Wait, before: Wait): boolean {
  const { changes, writers, flush, jobAttempts } = adding;
  const { id, businessKey } = flush.state.facts;
  if (now.kind === 'timer') {
    changes.add(writers.jobMove, [id, now.number, now.firing.dueAt, now.firing.cycle, jobAttempts]);
    return false;
  }
  if (now.kind !== 'message' || before.kind !== 'message' || now.keys.length === before.keys.length) return false;
  if (before.keys.length === 0) {
    const [match] = matchKeysOf(now, businessKey);
    changes.add(writers.subscriptionRekey, [id, now.number, match, shownKey(now.keys)]);
  }
  addSubscription(adding, now, Math.max(1, before.keys.length));
  return true;
}

/** Changes the row of a wait of an instance that goes on by another version, with its place. */
function migrateRow(adding: Adding, now: Wait, before: Wait): boolean {
  const { changes, writers, flush, jobAttempts } = adding;
  const isRekeyed = now.kind === 'message' && before.kind === 'message' && now.keys.length !== before.keys.length;
  const isFirst = isRekeyed && before.keys.length === 0;
  const key = isFirst ? [matchKeysOf(now, flush.state.facts.businessKey)[0], shownKey(now.keys)] : [null, null];
  addMigratedWait({ changes, writers, flush, jobAttempts, isJob: isJobWait(now) }, { now, before, key });
  if (isRekeyed) addSubscription(adding, now, Math.max(1, before.keys.length));
  return isRekeyed;
}

function isJobWait(wait: Wait): boolean {
  return wait.kind === 'timer' || wait.kind === 'job' || (wait.kind === 'work' && JOB_WORK.has(wait.work));
}

function closeRow({ changes, writers, flush }: Adding, wait: Wait): void {
  const { id } = flush.state.facts;
  const place = [id, wait.number];
  const closedAt = () => timeOf(flush, ([kind, number]) => (kind === 'o' || kind === 'n') && number === wait.number);
  if (isJobWait(wait)) changes.add(writers.jobDelete, place);
  else if (wait.kind === 'message' || wait.kind === 'conditional') changes.add(writers.subscriptionDelete, place);
  else if (wait.kind === 'signal' && wait.reach === 'tenant') changes.add(writers.subscriptionDelete, place);
  else if (wait.kind === 'incident') changes.add(writers.incidentResolve, [...place, closedAt()]);
  else if (wait.kind === 'work' && wait.work === 'external') changes.add(writers.externalDelete, place);
  // A job that failed for good left an incident of the same number.
  const isJob = wait.kind === 'timer' || wait.kind === 'job' || wait.kind === 'work';
  if (isJob && flush.failedJobs > 0) changes.add(writers.incidentResolve, [...place, closedAt()]);
}

interface Resumed {
  readonly hasJobs: boolean;
  readonly hasExternal: boolean;
}

/**
 * Holds or releases the waits that the burst left as they were; answers whether something may go on that whoever does it is to look for.
 */
function addSuspension({ changes, writers, flush }: Adding, { changed }: WaitChanges): Resumed {
  const { suspended, facts } = flush.state;
  if (suspended === flush.wasSuspended) return { hasJobs: false, hasExternal: false };
  if (!suspended) {
    changes.add(writers.deliveriesRelease, [facts.id]);
    if (flush.compiled.calls) changes.add(writers.calledRelease, [flush.call?.rootId ?? facts.id]);
  }
  let hasExternal = false;
  for (const before of flush.waitsBefore) {
    const isKept = flush.state.waits.some(({ number }) => number === before.number);
    if (!isKept || changed.some(({ now }) => now.number === before.number)) continue;
    const row = [facts.id, before.number, suspended];
    if (before.kind === 'work' && before.work === 'external') {
      changes.add(writers.externalSuspend, row);
      hasExternal = !suspended;
    } else if (isJobWait(before)) changes.add(writers.jobSuspend, row);
  }
  // A delivery that was held is known to its row alone.
  return { hasJobs: !suspended, hasExternal };
}

function addCall({ changes, writers, flush }: Adding): void {
  const { call, ended, state, compiled, revision, isStored } = flush;
  const { id } = state.facts;
  if (call === null) {
    if (ended !== null && compiled.calls && isStored) changes.add(writers.callForget, [id]);
    return;
  }
  const isKept = ended !== null && isCompensable(flush, ended.endState);
  const kept = isKept ? [encodeState(state), revision, compiled.id] : [null, null, null];
  if (revision === 1) {
    const { callerId, wait, token, rootId, depth, elementId = null } = call;
    changes.add(writers.callInsert, [id, callerId, wait, token, rootId, depth, ...kept, elementId]);
  } else if (!isStored) changes.add(writers.callReopen, [id, call.wait, call.token]);
  else if (isKept) changes.add(writers.callKeep, [id, ...kept]);
}
