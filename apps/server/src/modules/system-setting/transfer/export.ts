// Writes settings as a document in a stable order, so that two exports can be compared line by line.
import type { SvcSettingExportRequestModel, SvcSettingImportModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { SECRET_MASK } from '../../../kernel/settings/setting-value.ts';
import { reachedTenants } from '../shown/reach.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import type { LiveValue, SettingEntry } from '../snapshot/setting-entry.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { Definition } from '../system-setting.types.ts';

type DefinitionEntry = SvcSettingImportModel['definitionList'][number];
type ValueEntry = SvcSettingImportModel['valueList'][number];

export function toDefinitionEntry(definition: Definition): DefinitionEntry {
  const { code, name, nameMap, description, descriptionMap, groupCode, type, unit, defaultValue } = definition;
  const { minValue, maxValue, pattern, allowedValueList, visibility, tenantOverridable, tenantEditable } = definition;
  const { userOverridable, reauthenticationRequired, restartRequired, enabled, aliasList, orderNumber } = definition;
  return {
    code,
    name,
    nameMap,
    description,
    descriptionMap,
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
    enabled,
    aliasList,
    orderNumber,
  };
}

function toValueEntry({ code, scope, tenantIdentifier, value, sealed, expiryDate }: LiveValue): ValueEntry {
  return {
    code,
    scope,
    tenantIdentifier,
    value: sealed === null ? value : SECRET_MASK,
    expiryDate: expiryDate?.toISOString() ?? null,
  };
}

function valuesOf(entry: SettingEntry, tenants: 'all' | readonly string[], scopes: ReadonlySet<string>): LiveValue[] {
  const { global, tenants: own, definition } = entry;
  const values: LiveValue[] = [];
  const isDefault = global !== null && global.sealed === null && sameValue(global.value, definition?.defaultValue);
  if (scopes.has('GLOBAL') && global !== null && !isDefault) values.push(global);
  if (!scopes.has('TENANT')) return values;
  for (const [tenant, value] of [...own].sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (tenants === 'all' || tenants.includes(tenant)) values.push(value);
  }
  return values;
}

/** Exports settings; values of other tenants only with TENANT_ALL. */
export function exportSettings(
  index: SettingIndex,
  caller: Caller,
  model: SvcSettingExportRequestModel,
): SvcSettingImportModel {
  const { scopeList, tenantIdentifier, codePrefix } = model;
  const tenants = reachedTenants(caller, tenantIdentifier);
  const asked = scopeList === null || scopeList === undefined || scopeList.length === 0 ? null : scopeList;
  const scopes = new Set<string>(asked ?? (tenantIdentifier ? ['TENANT'] : ['GLOBAL', 'TENANT']));
  const entries = [...index.all()]
    .filter(({ code }) => code.startsWith(codePrefix ?? ''))
    .sort((left, right) => (left.code < right.code ? -1 : 1));
  return {
    formatVersion: 1,
    definitionList: entries.flatMap(({ definition }) =>
      definition === null || definition.system ? [] : [toDefinitionEntry(definition)],
    ),
    valueList: entries.flatMap((entry) => valuesOf(entry, tenants, scopes).map(toValueEntry)),
  };
}
