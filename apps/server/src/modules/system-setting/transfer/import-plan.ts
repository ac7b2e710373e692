// Plans the values of an import: writes, and with REPLACE removals of others.
import type { SvcSettingImportModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { SECRET_MASK } from '../../../kernel/settings/setting-value.ts';
import { isPinned, levelOf, type PlannedWrite, type ValuePlanner } from '../change/value-plan.ts';
import { listOfCodes } from '../records/value.store.ts';
import { failNoSetting } from '../shown/no-setting.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import type { SettingEntry } from '../snapshot/setting-entry.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { type Definition, type Level, levelKey } from '../system-setting.types.ts';
import { collect, type Importing } from './import-draft.ts';

export interface ImportPlanGround {
  readonly snapshot: SettingSnapshot;
  readonly planner: Pick<ValuePlanner, 'planFor'>;
}

type ValueEntry = SvcSettingImportModel['valueList'][number];

interface ValuePlan {
  readonly writes: readonly PlannedWrite[];
  /** Every level that the document names, also where nothing is written. */
  readonly named: ReadonlyMap<string, Level>;
}

/**
 * Says whether the entry equals the stored value, even where the definition no longer takes it, so that an export can
 * be imported again.
 */
function isAsStored(found: SettingEntry, { tenantIdentifier }: Level, entry: ValueEntry, caller: Caller): boolean {
  const own = tenantIdentifier === null || tenantIdentifier === caller.tenantIdentifier;
  if (!own && !caller.holds('TENANT_ALL')) return false;
  const live = tenantIdentifier === null ? found.global : found.tenants.get(tenantIdentifier);
  if (live === null || live === undefined || live.sealed !== null) return false;
  const expiry = entry.expiryDate ? new Date(entry.expiryDate).getTime() : undefined;
  return sameValue(live.value, entry.value) && live.expiryDate?.getTime() === expiry;
}

export async function planValues(
  { snapshot, planner }: ImportPlanGround,
  { document, draft, caller }: Importing,
  known: ReadonlyMap<string, Definition>,
): Promise<ValuePlan> {
  const writes: PlannedWrite[] = [];
  const named = new Map<string, Level>();
  for (const [position, entry] of document.valueList.entries()) {
    const place = { field: `valueList[${position}]`, code: entry.code };
    const write = await collect(draft, place, () => {
      const found = snapshot.index.find(entry.code);
      const definition = known.get(entry.code) ?? found?.definition;
      if (definition === null || definition === undefined) failNoSetting(snapshot.index, entry.code, caller);
      // An alias, or a missing tenant, names the same level.
      const level = levelOf(caller, definition.code, entry);
      if (named.has(levelKey(level))) {
        invalid({ field: 'code', code: 'DUPLICATE_ENTRY', message: 'Stands there already at this level.' });
      }
      named.set(levelKey(level), level);
      const masked = definition.type === 'SECRET' && entry.value === SECRET_MASK;
      if (masked || (found !== undefined && isPinned(found, level))) {
        draft.skipped += 1;
        return null;
      }
      if (found !== undefined && !known.has(definition.code) && isAsStored(found, level, entry, caller)) {
        draft.unchanged += 1;
        return null;
      }
      return planner.planFor(caller, definition, { ...entry, version: null }, 'IMPORT');
    });
    if (write !== null) writes.push({ ...write, version: 'ANY' });
  }
  return { writes, named };
}

/**
 * Plans removals at the levels of the document of values that it does not name; the caller must be allowed to remove
 * them.
 */
export async function planRemovals(
  { snapshot: { index }, planner }: ImportPlanGround,
  { turn, draft, caller }: Importing,
  named: ValuePlan['named'],
): Promise<readonly PlannedWrite[]> {
  const layerOf = ({ scope, tenantIdentifier }: Level): string => `${scope} ${tenantIdentifier ?? ''}`;
  const layers = new Set([...named.values()].map(layerOf));
  const codes = [...index.all()].map(({ code }) => code);
  const removals: PlannedWrite[] = [];
  for (const value of await listOfCodes(turn.tx, codes)) {
    const { code, scope, tenantIdentifier } = value;
    const entry = index.entry(code);
    const definition = entry?.definition;
    if (entry === undefined || definition === null || definition === undefined) continue;
    if (named.has(levelKey(value)) || !layers.has(layerOf(value)) || isPinned(entry, value)) continue;
    const model = { code, scope, tenantIdentifier, value: null, version: null };
    const removal = await collect(draft, { field: 'valueList', code }, () =>
      planner.planFor(caller, definition, model, 'IMPORT'),
    );
    if (removal !== null) removals.push({ ...removal, version: 'ANY' });
  }
  return removals;
}
