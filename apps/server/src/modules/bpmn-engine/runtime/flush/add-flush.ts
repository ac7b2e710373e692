// Turns what a burst made of one instance into rows for the group commit.
import { encodeHistory, encodeState, type InstanceState } from '@keelson/bpmn-core';
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import { failCommand } from '../state/fail-command.ts';
import { foldedBeside } from '../state/person-name.ts';
import { addTasks } from './add-tasks.ts';
import type { EngineWriters } from './flush.store.ts';
import { changesFacts, type Flush } from './flush.ts';

/**
 * Adds all rows of one flush but those of its waits; answers the bytes of the encoded state, 0 when the instance ended.
 * A process that starts and ends in one flush leaves one history row and nothing else.
 */
export function addFlush(changes: ChangeSet, writers: EngineWriters, flush: Flush, instanceBytesMax: number): number {
  const { state, catalogueNumber, ended } = flush;
  const encoded = ended !== null ? null : encodeWithinLimit(state, instanceBytesMax);
  if (catalogueNumber !== null) changes.add(writers.catalogueGuard, [catalogueNumber]);
  addInstanceRow(changes, writers, flush, encoded);
  const closedTasks = addTasks(changes, writers, flush);
  addHistory(changes, writers, flush, closedTasks);
  return encoded === null ? 0 : encoded.length;
}

/** Encodes a state; throws beyond the limit: a large row makes each of its flushes slow for everybody. */
export function encodeWithinLimit(state: InstanceState, limitBytes: number): Uint8Array {
  const encoded = encodeState(state);
  if (encoded.length > limitBytes) {
    const message = `The instance would hold ${encoded.length} bytes; at most ${limitBytes} are allowed.`;
    failCommand({ outcome: 'failed', failure: { code: 'LIMIT_EXCEEDED', elementId: null, message } });
  }
  return encoded;
}

function addInstanceRow(changes: ChangeSet, writers: EngineWriters, flush: Flush, encoded: Uint8Array | null): void {
  const { state, revision, isStored, wasSuspended } = flush;
  const { facts, suspended } = state;
  if (isStored) {
    if (encoded === null) changes.add(writers.instanceDelete, [facts.id, revision]);
    else if (changesFacts(flush)) {
      const { dueAt, priority, startUserId, businessKey, name } = facts;
      const known = [
        dueAt,
        priority,
        startUserId,
        foldedBeside(startUserId),
        businessKey,
        name,
        facts.processDefinitionId,
      ];
      changes.add(writers.instanceFacts, [facts.id, revision, encoded, suspended, ...known]);
    } else if (suspended !== wasSuspended) {
      changes.add(writers.instanceSuspend, [facts.id, revision, encoded, suspended]);
    } else changes.add(writers.instanceUpdate, [facts.id, revision, encoded]);
  } else if (encoded !== null) {
    changes.add(writers.instanceInsert, [
      facts.id,
      revision,
      facts.startedAt,
      facts.dueAt,
      facts.priority,
      facts.tenantIdentifier,
      facts.processDefinitionId,
      facts.startUserId,
      foldedBeside(facts.startUserId),
      facts.businessKey,
      facts.name,
      encoded,
    ]);
  }
}

function addHistory(changes: ChangeSet, writers: EngineWriters, flush: Flush, closedTasks: string | null): void {
  const { state, revision, at, ended } = flush;
  const { facts } = state;
  const record = encodeHistory({ at, actor: flush.actor, command: flush.command, events: flush.history });
  const endedAt = ended?.at ?? null;
  const endState = ended?.endState ?? null;
  const endElementIds = ended === null ? null : JSON.stringify(state.endElementIds);
  const error = ended === null || ended.error === null ? null : JSON.stringify(ended.error);
  if (revision > 1 && !changesFacts(flush)) {
    const row = [facts.id, revision, at, endedAt, endState, endElementIds, record, closedTasks];
    if (error === null) changes.add(writers.historyNext, row);
    else changes.add(writers.historyNextError, [...row, error]);
    return;
  }
  const row = [
    facts.id,
    at,
    endedAt,
    facts.dueAt,
    facts.priority,
    endState,
    endElementIds,
    facts.tenantIdentifier,
    facts.processDefinitionId,
    facts.startUserId,
    foldedBeside(facts.startUserId),
    facts.startElementId,
    facts.businessKey,
    facts.name,
    record,
  ];
  if (revision > 1) changes.add(writers.historyFacts, [...row, revision, error, closedTasks]);
  else if (error === null && at === facts.startedAt) changes.add(writers.historyStart, row);
  else changes.add(writers.historyStartRare, [...row, error, facts.startedAt]);
}
