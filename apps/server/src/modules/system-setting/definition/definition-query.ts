// Finds definitions in memory: filters, order and pages.
import {
  resolvePageable,
  type SvcSettingDataModel,
  type SvcSettingGroupModel,
  type SvcSettingQueryModel,
  type settingSort,
  settingSortStandard,
} from '@keelson/contract';
import { listInMemory, type MemoryOrder, pageInMemory } from '../../../kernel/records/page-in-memory.ts';
import {
  isInvalidFor,
  localDescription,
  localName,
  toSettingDataModel,
  type Viewer,
} from '../shown/definition.wire.ts';
import { mayView } from '../shown/reach.ts';
import type { KnownEntry } from '../snapshot/setting-entry.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';

type SortProperty = (typeof settingSort)[number];

function isAny<T>(list: readonly T[] | null | undefined, value: T): boolean {
  return list === null || list === undefined || list.length === 0 || list.includes(value);
}

function isOr<T>(wanted: T | null | undefined, value: T): boolean {
  return wanted === null || wanted === undefined || wanted === value;
}

function matches(entry: KnownEntry, model: SvcSettingQueryModel, { caller, languages }: Viewer): boolean {
  const { definition, global, tenants } = entry;
  const { code, name, description } = definition;
  const text = model.searchText?.toLowerCase();
  const local = [localName(definition, languages), localDescription(definition, languages)];
  const texts = [code, name, description, ...local];
  return (
    mayView(caller, definition) &&
    (text === undefined || texts.some((one) => one.toLowerCase().includes(text))) &&
    code.startsWith(model.codePrefix ?? '') &&
    isAny(model.codeList, code) &&
    isOr(model.groupCode, definition.groupCode) &&
    isOr(model.owner, definition.owner) &&
    isAny(model.typeList, definition.type) &&
    isAny(model.visibilityList, definition.visibility) &&
    isOr(model.enabled, definition.enabled) &&
    (model.retired ?? false) === definition.retired &&
    isOr(model.system, definition.system) &&
    isOr(model.overridden, global !== null || tenants.has(caller.tenantIdentifier)) &&
    isOr(model.invalid, isInvalidFor(entry, caller))
  );
}

const order: MemoryOrder<KnownEntry, SortProperty> = {
  keys: {
    groupCode: ({ definition }) => definition.groupCode,
    orderNumber: ({ definition }) => definition.orderNumber,
    code: ({ code }) => code,
    name: ({ definition }) => definition.name.toLowerCase(),
    dateUpdated: ({ definition }) => definition.dateUpdated.getTime(),
  },
  tieBreak: ({ definition }) => definition.id,
};

function select(index: SettingIndex, model: SvcSettingQueryModel, viewer: Viewer) {
  const request = resolvePageable<SortProperty>(model.pageable, settingSortStandard);
  const codeList = model.codeList?.map((code) => index.find(code)?.code ?? code) ?? null;
  const found = ([...index.all()] as KnownEntry[]).filter((entry) => matches(entry, { ...model, codeList }, viewer));
  return { found, request };
}

export function pageDefinitions(index: SettingIndex, model: SvcSettingQueryModel, viewer: Viewer) {
  const { found, request } = select(index, model, viewer);
  return pageInMemory(found, request, order, (entry) => toSettingDataModel(entry, viewer));
}

export function listDefinitions(
  index: SettingIndex,
  model: SvcSettingQueryModel,
  viewer: Viewer,
): SvcSettingDataModel[] {
  const { found, request } = select(index, model, viewer);
  return listInMemory(found, request, order, (entry) => toSettingDataModel(entry, viewer));
}

export function listGroups(index: SettingIndex, { caller, languages }: Viewer): SvcSettingGroupModel[] {
  const counts = new Map<string, number>();
  for (const entry of index.all()) {
    const { groupCode, retired } = entry.definition!;
    if (mayView(caller, entry.definition!) && !retired) counts.set(groupCode, (counts.get(groupCode) ?? 0) + 1);
  }
  return index
    .groups()
    .filter(({ code }) => counts.has(code))
    .sort((left, right) => left.orderNumber - right.orderNumber || (left.code < right.code ? -1 : 1))
    .map((group) => ({
      code: group.code,
      name: localName(group, languages),
      nameMap: group.nameMap,
      orderNumber: group.orderNumber,
      settingCount: counts.get(group.code) ?? 0,
    }));
}
