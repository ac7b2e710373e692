// Changes values in a turn of the revision: checks them against the stored ones, then writes row, history and event of
// each.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { Change, Turn } from '../../../kernel/records/revisioned.ts';
import { failStale } from '../../../kernel/records/version.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { SECRET_MASK } from '../../../kernel/settings/setting-value.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { findDefinitionRevisions } from '../records/definition.store.ts';
import { appendHistory } from '../records/history.store.ts';
import { findLevels, saveOne } from '../records/value.store.ts';
import { bytesOf } from '../snapshot/entry-table.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { systemSettingEvents } from '../system-setting.events.ts';
import { type Definition, levelKey, type StoredValue, sealOwner } from '../system-setting.types.ts';
import { requireRules } from './rule-check.ts';
import type { PlannedWrite } from './value-plan.ts';

/** Result of a planned write. */
export interface WrittenValue {
  readonly write: PlannedWrite;
  readonly before: StoredValue | null;
  /** Null where there neither is nor was a stored value. */
  readonly after: StoredValue | null;
  readonly changed: boolean;
}

/** Changes all values or none; the answer is in the order of the writes. */
export type ChangeValues = (turn: Turn, planned: readonly PlannedWrite[]) => Promise<Change<readonly WrittenValue[]>>;

/** Stored values of all tenants at most, and below bytes of their text, as every process keeps them in memory. */
const VALUES_MAX = 200_000;
const VALUE_BYTES_MAX = 64 * 1_048_576;

function isLive(stored: StoredValue | null): stored is StoredValue {
  return stored !== null && !stored.removed;
}

/** Gives the turn back where a definition was changed since memory was read. */
export async function requireCurrent(
  turn: Turn,
  { revision }: Pick<SettingSnapshot, 'revision'>,
  definitions: readonly Definition[],
): Promise<void> {
  if (revision === turn.revision - 1) return;
  const codes = definitions.map(({ code }) => code);
  const revisions = await findDefinitionRevisions(turn.tx, codes);
  if (definitions.some(({ code, revision: known }) => revisions.get(code) !== known)) turn.outdated();
}

type Found = Pick<WrittenValue, 'write' | 'before'>;

function isStale({ write: { version, value }, before }: Found): boolean {
  const live = isLive(before);
  if (version === 'ANY' || (!live && value === null)) return false;
  // A version read before a removal is stale even where nothing is stored now.
  return (version ?? 0) !== (live ? before.version : 0);
}

/** Refuses all stale writes at once. */
function requireVersionsOf(found: readonly Found[]): void {
  for (const [index, { write, before }] of found.entries()) {
    if (!isLive(before) || write.version !== null) continue;
    const place = found.length === 1 ? {} : { index };
    invalid({ ...place, field: 'version', code: 'REQUIRED', message: 'Must be given.' });
  }
  const [first, ...others] = found.flatMap((one, index) => {
    const { uuid: identifier, version } = one.before ?? { uuid: one.write.code, version: 0 };
    return isStale(one) ? [{ index, identifier, version }] : [];
  });
  if (first !== undefined) failStale([first, ...others]);
}

/** Answers the bytes that a write adds to the memory of every process; of a secret approximately those of its text. */
function growthOf({ write: { value }, before }: Found): number {
  return (value === null ? 0 : Buffer.byteLength(JSON.stringify(value))) - (isLive(before) ? bytesOf(before) : 0);
}

function requireRoom({ index }: SettingSnapshot, found: readonly Found[]): void {
  const { values, bytes } = index.size();
  const added = found.filter(({ write, before }) => write.value !== null && !isLive(before)).length;
  const grown = found.reduce((sum, one) => sum + growthOf(one), 0);
  const reached = (limit: number): never => fail('SETTING_LIMIT_REACHED', { parameters: { limit } });
  if (added > 0 && values + added > VALUES_MAX) reached(VALUES_MAX);
  if (grown > 0 && bytes + grown > VALUE_BYTES_MAX) reached(VALUE_BYTES_MAX);
}

/** Says whether the level has this value already; of a secret its text is compared. */
function isSame(seal: Seal, { write, before }: Found): boolean {
  if (write.value === null) return !isLive(before);
  if (!isLive(before) || before.expiryDate?.getTime() !== write.expiryDate?.getTime()) return false;
  if (write.definition.type !== 'SECRET') return before.sealed === null && sameValue(before.value, write.value);
  const owner = sealOwner(write.code, write.scope, write.tenantIdentifier);
  return before.sealed !== null && seal.open(before.sealed, owner) === write.value;
}

/** Records the change in history and event; of a secret only that it changed. */
async function record(turn: Turn, { write, before }: Found, { uuid, now }: { uuid: string; now: Date }): Promise<void> {
  const { code, scope, tenantIdentifier, action, definition, reason, value } = write;
  const { actor, revision } = turn;
  const secret = definition.type === 'SECRET';
  const oldValue = isLive(before) ? before.value : null;
  await appendHistory(turn.tx, {
    uuid,
    revision,
    code,
    scope,
    tenantIdentifier,
    username: null,
    action,
    secret,
    oldValue,
    newValue: value,
    reason,
    updatedBy: actor.username,
    ipAddress: actor.ipAddress,
    correlationId: actor.requestId,
    date: now,
  });
  const masked = (given: unknown): unknown => (secret && given !== null ? SECRET_MASK : given);
  const subject = tenantIdentifier === null ? code : { name: code, tenantIdentifier };
  const detail = { scope, action, oldValue: masked(oldValue), newValue: masked(value), reason, revision };
  await turn.record(systemSettingEvents.changed, subject, detail);
}

interface ValueChangeGround {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly seal: Seal;
  readonly metrics: Metrics;
  readonly settings: Settings;
  readonly snapshot: SettingSnapshot;
}

function createSave({ clock, ids, seal, metrics }: ValueChangeGround) {
  const counter = { name: 'setting_writes_total', help: 'Changes of setting values.', labelNames: ['action'] };
  const writes = metrics.counter(counter);
  return async (turn: Turn, found: Found): Promise<StoredValue> => {
    const { write, before } = found;
    const { code, scope, tenantIdentifier, definition, action } = write;
    const now = new Date(clock.now());
    const secret = definition.type === 'SECRET';
    const removed = write.value === null;
    const owner = sealOwner(code, scope, tenantIdentifier);
    const saved = await saveOne(turn.tx, {
      uuid: before?.uuid ?? ids.uuidV7(),
      version: (before?.version ?? 0) + 1,
      code,
      scope,
      tenantIdentifier,
      value: secret ? null : write.value,
      sealed: secret && !removed ? seal.seal(write.value as string, owner) : null,
      removed,
      expiryDate: removed ? null : write.expiryDate,
      revision: turn.revision,
      updatedBy: turn.actor.username,
      now,
    });
    await record(turn, found, { uuid: ids.uuidV7(), now });
    turn.tx.afterCommit(() => writes.inc({ action }));
    return saved;
  };
}

export function createValueChange(ground: ValueChangeGround): ChangeValues {
  const { seal, settings, snapshot } = ground;
  const save = createSave(ground);

  return async (turn, planned) => {
    if (planned.length === 0) return { answer: [], changed: false };
    const stored = new Map((await findLevels(turn.tx, planned)).map((row) => [levelKey(row), row]));
    const found = planned.map((write) => ({ write, before: stored.get(levelKey(write)) ?? null }));
    requireVersionsOf(found);
    requireRoom(snapshot, found);
    const changing = new Set(found.filter((one) => !isSame(seal, one)));
    // An expired value is removed in any case; readiness names a rule that is broken by that.
    const ruled = [...changing].map(({ write }) => write).filter(({ action }) => action !== 'EXPIRE');
    await requireRules(turn.tx, settings.rules(), snapshot.index, ruled);
    const answer: WrittenValue[] = [];
    for (const one of found) {
      const changed = changing.has(one);
      answer.push({ ...one, after: changed ? await save(turn, one) : one.before, changed });
    }
    const values = answer.flatMap(({ after, changed }) => (changed && after !== null ? [after] : []));
    return { answer, changed: changing.size > 0, own: snapshot.ownChanges(values, turn.revision) };
  };
}
