// Writes definitions: their rules, history, event and revision in one transaction.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { findValueProblem } from '../../../kernel/settings/setting-value.ts';
import { type DefinitionWrite, findClash, insertOne, saveGroups, updateOne } from '../records/definition.store.ts';
import { appendHistory } from '../records/history.store.ts';
import { publishRevision, takeRevision } from '../records/state.store.ts';
import { listOfCodes } from '../records/value.store.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { Actor, Definition, DefinitionFields } from '../system-setting.types.ts';
import { definitionProblems } from './definition-check.ts';

export interface DefinitionWriterDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly snapshot: SettingSnapshot;
}

export interface DefinitionChange {
  readonly action: 'DEFINE' | 'REDEFINE' | 'DELETE';
  readonly before: Definition | null;
  readonly after: Definition | null;
}

export interface WriteMark {
  readonly revision: number;
  readonly updatedBy: string;
}

export interface DefinitionWriter {
  /** In the order of all writers: lock, work, history, revision. Memory holds the change when it resolves. */
  change(actor: Actor, work: (tx: Transaction, revision: number) => Promise<DefinitionChange | null>): Promise<void>;
  record(tx: Transaction, change: DefinitionChange, actor: Actor, revision: number): Promise<void>;
  /** `made` others were made in the same transaction before. */
  insert(
    tx: Transaction,
    fields: DefinitionFields,
    enabled: boolean,
    at: WriteMark,
    made?: number,
  ): Promise<Definition>;
  /** Of definitions that modules registered the caller has checked what may change. */
  put(
    tx: Transaction,
    before: Definition,
    fields: DefinitionFields,
    enabled: boolean,
    at: WriteMark,
  ): Promise<Definition>;
}

/** Each process holds all of them in memory. */
const DEFINITIONS_MAX = 5_000;
/** Enough to see what is wrong. */
const CONFLICTS_TOLD_MAX = 100;

const eventKinds = { DEFINE: 'setting.defined', REDEFINE: 'setting.redefined', DELETE: 'setting.deleted' } as const;

/** What history and event tell of a definition. */
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
  const told = unfit.slice(0, CONFLICTS_TOLD_MAX);
  fail('SETTING_VALUES_CONFLICT', {
    errorArguments: told.map(({ scope, tenantIdentifier }) => ({ scope, tenantIdentifier })),
  });
}

type Kept = Pick<
  DefinitionWrite,
  'uuid' | 'owner' | 'enabled' | 'system' | 'retired' | 'registeredVersion' | 'registeredHash'
>;

export function createDefinitionWriter(deps: DefinitionWriterDependencies): DefinitionWriter {
  const { database, clock, ids, events, snapshot } = deps;

  const writeOf = (fields: DefinitionFields, kept: Kept, at: WriteMark): DefinitionWrite => {
    // Picked one by one: both are often whole definitions, and only the right half of each counts.
    const { uuid, owner, enabled, system, retired, registeredVersion, registeredHash } = kept;
    const whole = { uuid, owner, enabled, system, retired, registeredVersion, registeredHash };
    return { ...fields, ...whole, ...at, now: new Date(clock.now()) };
  };
  const record: DefinitionWriter['record'] = async (tx, { action, before, after }, actor, revision) => {
    const { code } = (after ?? before)!;
    const values = { oldValue: shownDefinition(before), newValue: shownDefinition(after) };
    const { username, ipAddress, requestId, tenantIdentifier } = actor;
    await appendHistory(tx, {
      ...{ uuid: ids.uuidV7(), revision, code, scope: null, tenantIdentifier: null, username: null },
      ...{ action, secret: false, reason: null, updatedBy: username, ipAddress },
      ...{ ...values, correlationId: requestId, date: new Date(clock.now()) },
    });
    await events.record(tx, {
      ...{ kind: eventKinds[action], type: 'AUDIT', tenantIdentifier, actor: username, ipAddress, requestId },
      ...{ subject: code, detail: { ...values, revision } },
    });
  };

  return {
    record,
    async change(actor, work) {
      await database.transaction(async (tx) => {
        const revision = await takeRevision(tx);
        const done = await work(tx, revision);
        if (done === null) return;
        await record(tx, done, actor, revision);
        await publishRevision(tx, revision);
      });
      await snapshot.refresh();
    },
    async insert(tx, fields, enabled, at, made = 0) {
      await requireSound(tx, fields, null);
      if ([...snapshot.index.all()].length + made >= DEFINITIONS_MAX) {
        fail('SETTING_LIMIT_REACHED', { parameters: { limit: DEFINITIONS_MAX } });
      }
      const kept = {
        ...{ uuid: ids.uuidV7(), owner: 'custom', enabled, system: false, retired: false },
        ...{ registeredVersion: null, registeredHash: null },
      };
      await saveGroups(tx, [fields.groupCode], at.revision);
      return insertOne(tx, writeOf(fields, kept, at));
    },
    async put(tx, before, fields, enabled, at) {
      if (!before.system) {
        await requireSound(tx, fields, before.uuid);
        await requireFittingValues(tx, fields);
      }
      await saveGroups(tx, [fields.groupCode], at.revision);
      return updateOne(tx, writeOf(fields, { ...before, enabled }, at));
    },
  };
}
