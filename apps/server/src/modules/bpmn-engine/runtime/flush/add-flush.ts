// Turns a flush into rows for the group commit.
import {
  type Effect,
  encodeHistory,
  encodeState,
  type InstanceState,
  type ProcessModel,
  type WaitKind,
} from '@keelson/bpmn-core';
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import { failCommand } from '../state/fail-command.ts';
import { addTasks } from './add-tasks.ts';
import type { EngineWriters } from './flush.store.ts';
import type { Flush } from './flush.ts';

/**
 * Adds all rows of one flush; answers the bytes of the encoded state, 0 when the instance ended.
 * A process that starts and ends in one flush leaves one history row and nothing else.
 */
export function addFlush(
  changes: ChangeSet,
  writers: EngineWriters,
  model: ProcessModel,
  flush: Flush,
  instanceBytesMax: number,
): number {
  const { state, revision, catalogueNumber } = flush;
  const ended = state.tokens.length === 0;
  const encoded = ended ? null : encodeWithinLimit(state, instanceBytesMax);
  if (catalogueNumber !== null) changes.add(writers.catalogueGuard, [catalogueNumber]);
  addInstanceRow(changes, writers, state, revision, encoded);
  for (const effect of flush.effects) expectHosted(effect);
  addTasks(changes, writers, model, flush);
  addHistory(changes, writers, flush, ended);
  return encoded === null ? 0 : encoded.length;
}

const KEPT_WAITS: ReadonlySet<WaitKind> = new Set(['signal', 'conditional', 'data']);

/** A deployment is refused that would bring another one: rather no command than one whose effect is lost. */
function expectHosted(effect: Effect): void {
  const isWait = effect.kind === 'open-wait' || effect.kind === 'change-wait' || effect.kind === 'close-wait';
  if (isWait ? KEPT_WAITS.has(effect.wait.kind) : HOSTED_EFFECTS.has(effect.kind)) return;
  throw new Error(`nothing serves the effect ${effect.kind}`);
}

const HOSTED_EFFECTS: ReadonlySet<Effect['kind']> = new Set(['create-task', 'update-task', 'close-task', 'end']);

/** A large row makes each of its flushes slow for everybody. */
function encodeWithinLimit(state: InstanceState, limitBytes: number): Uint8Array {
  const encoded = encodeState(state);
  if (encoded.length > limitBytes) {
    const message = `The instance would hold ${encoded.length} bytes; at most ${limitBytes} are allowed.`;
    failCommand({ outcome: 'failed', failure: { code: 'LIMIT_EXCEEDED', elementId: null, message } });
  }
  return encoded;
}

function addInstanceRow(
  changes: ChangeSet,
  writers: EngineWriters,
  state: InstanceState,
  revision: number,
  encoded: Uint8Array | null,
): void {
  const { facts } = state;
  if (revision > 1) {
    if (encoded === null) changes.add(writers.instanceDelete, [facts.id, revision]);
    else changes.add(writers.instanceUpdate, [facts.id, revision, encoded]);
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
      facts.businessKey,
      facts.name,
      encoded,
    ]);
  }
}

function addHistory(changes: ChangeSet, writers: EngineWriters, flush: Flush, ended: boolean): void {
  const { state, revision, at } = flush;
  const { facts } = state;
  const record = encodeHistory({ at, actor: flush.actor, command: flush.command, events: flush.history });
  const endedAt = ended ? at : null;
  const endState = ended ? endStateOf(flush.effects) : null;
  const endElementIds = ended ? JSON.stringify(state.endElementIds) : null;
  if (revision > 1) {
    changes.add(writers.historyNext, [facts.id, revision, at, endedAt, endState, endElementIds, record]);
    return;
  }
  changes.add(writers.historyStart, [
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
    facts.startElementId,
    facts.businessKey,
    facts.name,
    record,
  ]);
}

function endStateOf(effects: readonly Effect[]): string | null {
  for (const effect of effects) if (effect.kind === 'end') return effect.endState;
  return null;
}
