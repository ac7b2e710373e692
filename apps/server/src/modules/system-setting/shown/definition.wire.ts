// Shows definitions with the values that a caller sees, in the shapes of the interface.
import type { SvcSettingDataModel, SvcSettingModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { languagesOf, localText } from '../../../kernel/request/languages.ts';
import { SECRET_MASK } from '../../../kernel/settings/setting-value.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import { resolveEntry, type SettingEntry } from '../snapshot/setting-entry.ts';
import type { Definition } from '../system-setting.types.ts';
import { shownResolved } from './value.wire.ts';

/** Language of the names of registered settings. */
const PROGRAM_LANGUAGE = 'en';

/** Reader of the answer, with languages. */
export interface Viewer {
  readonly caller: Caller;
  /** Lists them in lower case, the best one first. */
  readonly languages: readonly string[];
}

export function viewerOf({ caller, context }: Pick<Act, 'caller' | 'context'>): Viewer {
  return { caller, languages: languagesOf(caller, context) };
}

type Named = Pick<Definition, 'name' | 'nameMap'> & Partial<Pick<Definition, 'system'>>;

export function localName({ name, nameMap, system }: Named, languages: readonly string[]): string {
  return localText(nameMap, languages, system === true ? PROGRAM_LANGUAGE : null) ?? name;
}

export function localDescription(
  { description, descriptionMap, system }: Definition,
  languages: readonly string[],
): string {
  return localText(descriptionMap, languages, system ? PROGRAM_LANGUAGE : null) ?? description;
}

function isRestartPending(entry: SettingEntry, tenantIdentifier: string): boolean {
  if (entry.atStart === null) return false;
  const held = entry.atStart.get(tenantIdentifier) ?? entry.atStart.get('');
  return !sameValue(held, entry.handleTenants.get(tenantIdentifier) ?? entry.handleGlobal);
}

/** Says whether a value that the caller may see no longer fits. */
export function isInvalidFor({ global, tenants }: SettingEntry, caller: Caller): boolean {
  if (global?.invalid === true || tenants.get(caller.tenantIdentifier)?.invalid === true) return true;
  return caller.holds('TENANT_ALL') && [...tenants.values()].some(({ invalid }) => invalid);
}

export function toSettingDataModel(entry: SettingEntry, { caller, languages }: Viewer): SvcSettingDataModel {
  const definition = entry.definition!;
  const { global } = entry;
  const resolved = resolveEntry(entry, caller.tenantIdentifier);
  const { id, uuid, version, code, groupCode, type, unit, defaultValue, minValue, maxValue, pattern } = definition;
  const { allowedValueList, visibility, tenantOverridable, tenantEditable, userOverridable } = definition;
  const { reauthenticationRequired, restartRequired, aliasList, orderNumber, owner, enabled, system } = definition;
  return {
    id,
    uuid,
    version,
    createdBy: definition.createdBy,
    updatedBy: definition.updatedBy,
    dateCreated: definition.dateCreated.toISOString(),
    dateUpdated: definition.dateUpdated.toISOString(),
    deletedDate: null,
    deleted: false,
    tenantIdentifier: null,
    code,
    name: localName(definition, languages),
    description: localDescription(definition, languages),
    groupCode,
    type,
    unit,
    defaultValue,
    minValue,
    maxValue,
    pattern,
    allowedValueList,
    visibility,
    tenantOverridable,
    tenantEditable,
    userOverridable,
    reauthenticationRequired,
    restartRequired,
    aliasList,
    orderNumber,
    owner,
    enabled,
    system,
    retired: definition.retired,
    value: global === null ? null : global.sealed === null ? global.value : SECRET_MASK,
    valueVersion: global?.version ?? null,
    valueDate: global?.dateUpdated.toISOString() ?? null,
    effectiveValue: shownResolved(resolved),
    source: resolved.source,
    tenantValueCount: caller.holds('TENANT_ALL') ? entry.tenants.size : null,
    invalid: isInvalidFor(entry, caller),
    restartPending: isRestartPending(entry, caller.tenantIdentifier),
  };
}

export function toSettingModel(entry: SettingEntry, viewer: Viewer): SvcSettingModel {
  const { nameMap, descriptionMap } = entry.definition!;
  return { ...toSettingDataModel(entry, viewer), nameMap, descriptionMap };
}
