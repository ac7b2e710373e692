// Writes values: under the lock of the revision, with version, rules, history and event in one transaction.
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import { fail, invalid, ServiceError } from '../../../kernel/request/errors.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { findDefinitionRevisions } from '../records/definition.store.ts';
import { publishRevision, takeRevision } from '../records/state.store.ts';
import { findLevels, type Level } from '../records/value.store.ts';
import { bytesOf } from '../snapshot/entry-table.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { Actor, StoredValue } from '../system-setting.types.ts';
import { createValueSaver, type SaverDependencies } from '../value/value-saver.ts';
import { requireRules } from './rule-check.ts';
import type { PlannedWrite } from './value-plan.ts';

export interface WriterDependencies extends SaverDependencies {
  readonly database: Database;
  readonly settings: Settings;
  readonly snapshot: SettingSnapshot;
}

export interface WriteResult {
  /** In the order of the writes; null where nothing is and nothing was stored. */
  readonly values: readonly (StoredValue | null)[];
  /** That holds the writes; the current one where nothing changed. */
  readonly revision: number;
  /** Which of the writes changed something. */
  readonly changed: readonly boolean[];
}

export interface ValueWriter {
  /**
   * All or nothing. `plan` is called again when a definition changed meanwhile. Memory of this process holds the
   * change when it resolves.
   */
  write(plan: () => readonly PlannedWrite[], actor: Actor): Promise<WriteResult>;
  /** Fails as `write` would, and writes nothing. */
  rehearse(plan: () => readonly PlannedWrite[], actor: Actor): Promise<void>;
  /** The same in a transaction that holds the lock already and publishes the revision itself. */
  apply(tx: Transaction, writes: readonly PlannedWrite[], actor: Actor, revision: number): Promise<WriteResult>;
}

/** Stored values of all tenants and their text: what every process keeps in memory. */
const VALUES_MAX = 200_000;
const VALUE_BYTES_MAX = 64 * 1_048_576;
/** A definition that changes under a write again and again is somebody's mistake. */
const PLANS_MAX = 3;

/** Ends a rehearsal: everything went well, and nothing of it stays. */
class RehearsalOver extends Error {}

/** A definition changed between the plan and the lock. */
class PlanOutdated extends Error {}

const keyOf = ({ code, scope, tenantIdentifier }: Level): string => `${code} ${scope} ${tenantIdentifier ?? ''}`;

/** Tells which entry of a list failed. */
function withIndex<T>(index: number, count: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ServiceError) || count === 1) throw error;
    const { errorArguments = [{}], ...options } = error.options;
    throw new ServiceError(error.code, {
      ...options,
      errorArguments: errorArguments.map((one) => ({ index, ...one })),
    });
  }
}

function requireVersion(write: PlannedWrite, stored: StoredValue | undefined): void {
  const live = stored !== undefined && !stored.removed;
  if (write.version === 'ANY' || (!live && write.value === null)) return;
  const expected = live ? stored.version : 0;
  if (live && write.version === null) invalid({ field: 'version', code: 'REQUIRED', message: 'Must be given.' });
  // What was read before a removal is stale also when nothing is stored now.
  if ((write.version ?? 0) === expected) return;
  const version = stored?.version ?? 0;
  fail('VERSION_CONFLICT', { parameters: { version }, errorArguments: [{ code: write.code, version }] });
}

/** Bytes that a write adds to what every process holds; of a secret those of its text, near enough. */
function growthOf(value: unknown, stored: StoredValue | undefined): number {
  const held = stored === undefined || stored.removed ? 0 : bytesOf(stored);
  return (value === null ? 0 : Buffer.byteLength(JSON.stringify(value))) - held;
}

function requireRoom(
  { index }: SettingSnapshot,
  planned: readonly PlannedWrite[],
  found: readonly (StoredValue | undefined)[],
): void {
  const { values, bytes } = index.size();
  const added = planned.filter(({ value }, at) => value !== null && found[at]?.removed !== false).length;
  const grown = planned.reduce((sum, { value }, at) => sum + growthOf(value, found[at]), 0);
  const reached = (limit: number): never => fail('SETTING_LIMIT_REACHED', { parameters: { limit } });
  if (added > 0 && values + added > VALUES_MAX) reached(VALUES_MAX);
  if (grown > 0 && bytes + grown > VALUE_BYTES_MAX) reached(VALUE_BYTES_MAX);
}

export function createValueWriter(deps: WriterDependencies): ValueWriter {
  const { database, settings, snapshot } = deps;
  const saver = createValueSaver(deps);

  const requireCurrent = async (tx: Transaction, planned: readonly PlannedWrite[], revision: number): Promise<void> => {
    if (snapshot.revision === revision - 1) return;
    const codes = planned.map(({ code }) => code);
    const revisions = await findDefinitionRevisions(tx, codes);
    if (planned.some(({ code, definition }) => revisions.get(code) !== definition.revision)) throw new PlanOutdated();
  };
  const apply: ValueWriter['apply'] = async (tx, planned, actor, revision) => {
    const stored = new Map((await findLevels(tx, planned)).map((row) => [keyOf(row), row]));
    const found = planned.map((write) => stored.get(keyOf(write)));
    const count = planned.length;
    for (const [index, write] of planned.entries()) withIndex(index, count, () => requireVersion(write, found[index]));
    const changed = planned.map((write, index) => !saver.isSame(write, found[index]));
    const changing = planned.filter((_, index) => changed[index]);
    requireRoom(snapshot, planned, found);
    // What is past its date goes in any case; readiness names a rule that no longer holds.
    const ruled = changing.filter(({ action }) => action !== 'EXPIRE');
    await requireRules(tx, settings.rules(), snapshot.index, ruled);
    const values: (StoredValue | null)[] = [];
    for (const [index, write] of planned.entries()) {
      const at = { actor, revision };
      values.push(changed[index] ? await saver.save(tx, write, found[index], at) : (found[index] ?? null));
    }
    return { values, revision: changing.length > 0 ? revision : revision - 1, changed };
  };

  const attempt = (planned: readonly PlannedWrite[], actor: Actor): Promise<WriteResult> =>
    database.transaction(async (tx) => {
      const revision = await takeRevision(tx);
      await requireCurrent(tx, planned, revision);
      const result = await apply(tx, planned, actor, revision);
      if (result.changed.includes(true)) await publishRevision(tx, revision);
      return result;
    });

  return {
    apply,
    async rehearse(plan, actor) {
      try {
        await database.transaction(async (tx) => {
          await apply(tx, plan(), actor, await takeRevision(tx));
          throw new RehearsalOver();
        });
      } catch (error) {
        if (!(error instanceof RehearsalOver)) throw error;
      }
    },
    async write(plan, actor) {
      for (let count = 1; ; count += 1) {
        try {
          const result = await snapshot.writing(() => attempt(plan(), actor));
          const own = result.values.filter((value, at): value is StoredValue => value !== null && result.changed[at]!);
          if (own.length > 0) await snapshot.applyOwn(own, result.revision);
          else if (result.revision > snapshot.revision) await snapshot.reach(result.revision);
          return result;
        } catch (error) {
          if (!(error instanceof PlanOutdated) || count >= PLANS_MAX) throw error;
          await snapshot.refresh();
        }
      }
    },
  };
}
