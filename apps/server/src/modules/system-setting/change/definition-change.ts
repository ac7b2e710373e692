// Changes definitions in a turn of the revision: their rules, row, history and event.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Turn } from '../../../kernel/records/revisioned.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { findValueProblem } from '../../../kernel/settings/setting-value.ts';
import {
  type DefinitionWrite,
  deleteOne,
  findClash,
  insertOne,
  saveGroups,
  updateOne,
} from '../records/definition.store.ts';
import { appendHistory } from '../records/history.store.ts';
import { removeUserValuesOfCode } from '../records/user-value.store.ts';
import { listOfCodes, saveOne } from '../records/value.store.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import { systemSettingEvents } from '../system-setting.events.ts';
import type { Definition, DefinitionFields } from '../system-setting.types.ts';
import { definitionProblems } from './definition-check.ts';

/** Definitions at most, as each process holds all of them in memory. */
const DEFINITIONS_MAX = 5_000;
/** Conflicts that a refusal lists. */
const CONFLICTS_MAX = 100;

const actions = {
  DEFINE: systemSettingEvents.defined,
  REDEFINE: systemSettingEvents.redefined,
  DELETE: systemSettingEvents.deleted,
} as const;

/** Answers the part of a definition for history and event. */
function shownDefinition(definition: Definition | null) {
  if (definition === null) return null;
  const { code, type, unit, defaultValue, minValue, maxValue, pattern, allowedValueList, enabled, version } =
    definition;
  return { code, type, unit, defaultValue, minValue, maxValue, pattern, allowedValueList, enabled, version };
}

async function requireSound(tx: Transaction, fields: DefinitionFields, uuid: string | null): Promise<void> {
  const problems = definitionProblems(fields);
  if (problems.length > 0) fail('SETTING_DEFINITION_INVALID', { errorArguments: problems });
  const clash = await findClash(tx, [fields.code, ...fields.aliasList], uuid);
  if (clash !== null) fail('SETTING_ALREADY_EXISTS', { errorArguments: [{ code: clash }] });
}

async function requireFittingValues(tx: Transaction, fields: DefinitionFields): Promise<void> {
  const isSecret = fields.type === 'SECRET';
  const unfit = (await listOfCodes(tx, [fields.code])).filter(({ sealed, value }) =>
    isSecret || sealed !== null ? isSecret !== (sealed !== null) : findValueProblem(fields, value) !== null,
  );
  if (unfit.length === 0) return;
  const shown = unfit.slice(0, CONFLICTS_MAX);
  fail('SETTING_VALUES_CONFLICT', {
    errorArguments: shown.map(({ scope, tenantIdentifier }) => ({ scope, tenantIdentifier })),
  });
}

type Kept = Pick<
  DefinitionWrite,
  'uuid' | 'owner' | 'enabled' | 'system' | 'retired' | 'registeredVersion' | 'registeredHash'
>;

/** Records the change in history and event. */
function createRecord({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }) {
  return async (
    turn: Turn,
    action: keyof typeof actions,
    { before, after }: { readonly before: Definition | null; readonly after: Definition | null },
  ): Promise<void> => {
    const { revision, actor } = turn;
    const { code } = (after ?? before)!;
    const values = { oldValue: shownDefinition(before), newValue: shownDefinition(after) };
    await appendHistory(turn.tx, {
      uuid: ids.uuidV7(),
      revision,
      code,
      scope: null,
      tenantIdentifier: null,
      username: null,
      action,
      secret: false,
      ...values,
      reason: null,
      updatedBy: actor.username,
      ipAddress: actor.ipAddress,
      correlationId: actor.requestId,
      date: new Date(clock.now()),
    });
    await turn.record(actions[action], code, { ...values, revision });
  };
}

export type DefinitionChange = ReturnType<typeof createDefinitionChange>;

export function createDefinitionChange({
  clock,
  ids,
  index,
}: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly index: SettingIndex;
}) {
  const writeOf = ({ revision, actor }: Turn, fields: DefinitionFields, kept: Kept): DefinitionWrite => {
    // The fields are picked one by one: both objects often hold whole definitions, of which only one half each is
    // meant.
    const { uuid, owner, enabled, system, retired, registeredVersion, registeredHash } = kept;
    const whole = { uuid, owner, enabled, system, retired, registeredVersion, registeredHash };
    return { ...fields, ...whole, revision, updatedBy: actor.username, now: new Date(clock.now()) };
  };
  const record = createRecord({ clock, ids });

  return {
    /** Inserts a definition; `made` is the number of others made in the same transaction before. */
    async insert(turn: Turn, fields: DefinitionFields, enabled: boolean, made = 0): Promise<Definition> {
      await requireSound(turn.tx, fields, null);
      if ([...index.all()].length + made >= DEFINITIONS_MAX) {
        fail('SETTING_LIMIT_REACHED', { parameters: { limit: DEFINITIONS_MAX } });
      }
      const kept: Kept = {
        uuid: ids.uuidV7(),
        owner: 'custom',
        enabled,
        system: false,
        retired: false,
        registeredVersion: null,
        registeredHash: null,
      };
      await saveGroups(turn.tx, [fields.groupCode], turn.revision);
      const after = await insertOne(turn.tx, writeOf(turn, fields, kept));
      await record(turn, 'DEFINE', { before: null, after });
      return after;
    },
    /** Writes a definition; for a registered one the caller has checked which fields may change. */
    async put(turn: Turn, before: Definition, fields: DefinitionFields, enabled: boolean): Promise<Definition> {
      if (!before.system) {
        await requireSound(turn.tx, fields, before.uuid);
        await requireFittingValues(turn.tx, fields);
      }
      await saveGroups(turn.tx, [fields.groupCode], turn.revision);
      const after = await updateOne(turn.tx, writeOf(turn, fields, { ...before, enabled }));
      await record(turn, 'REDEFINE', { before, after });
      return after;
    },
    /** Deletes the definition with all its values. */
    async remove(turn: Turn, before: Definition): Promise<void> {
      const { tx, revision, actor } = turn;
      const at = { revision, updatedBy: actor.username, now: new Date(clock.now()) };
      for (const value of await listOfCodes(tx, [before.code])) {
        const gone = { value: null, sealed: null, removed: true, expiryDate: null };
        await saveOne(tx, { ...value, ...gone, ...at, version: value.version + 1 });
      }
      await removeUserValuesOfCode(tx, before.code);
      await deleteOne(tx, { uuid: before.uuid, ...at });
      await record(turn, 'DELETE', { before, after: null });
    },
  };
}
