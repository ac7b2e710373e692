// Pages the stored values: global ones and those of the tenants that the caller may see.
import {
  resolvePageable,
  type SvcSettingValueQueryModel,
  type settingValueSort,
  settingValueSortStandard,
} from '@keelson/contract';
import { type MemoryOrder, pageInMemory } from '../../../kernel/records/page-in-memory.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { reachedTenants } from '../shown/reach.ts';
import { toValueModel } from '../shown/value.wire.ts';
import type { LiveValue } from '../snapshot/setting-entry.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';

type SortProperty = (typeof settingValueSort)[number];

function isWithin(date: Date, from: string | null | undefined, to: string | null | undefined): boolean {
  if (from !== null && from !== undefined && date < new Date(from)) return false;
  return to === null || to === undefined || date < new Date(to);
}

function matches(value: LiveValue, code: string | null, model: SvcSettingValueQueryModel): boolean {
  const { scopeList, expiring, invalid, updatedBy } = model;
  return (
    (code === null || value.code === code) &&
    value.code.startsWith(model.codePrefix ?? '') &&
    (scopeList === null || scopeList === undefined || scopeList.length === 0 || scopeList.includes(value.scope)) &&
    (expiring === null || expiring === undefined || (value.expiryDate !== null) === expiring) &&
    (invalid === null || invalid === undefined || value.invalid === invalid) &&
    (updatedBy === null || updatedBy === undefined || value.updatedBy === updatedBy) &&
    isWithin(value.dateUpdated, model.dateUpdatedFrom, model.dateUpdatedTo)
  );
}

const order: MemoryOrder<LiveValue, SortProperty> = {
  keys: {
    code: ({ code }) => code,
    scope: ({ scope }) => scope,
    tenantIdentifier: ({ tenantIdentifier }) => tenantIdentifier,
    dateUpdated: ({ dateUpdated }) => dateUpdated.getTime(),
    expiryDate: ({ expiryDate }) => expiryDate?.getTime() ?? null,
    revision: ({ revision }) => revision,
  },
  tieBreak: ({ uuid }) => uuid,
};

function* valuesOf(index: SettingIndex, tenants: 'all' | readonly string[]): Generator<LiveValue> {
  for (const { global, tenants: own } of index.all()) {
    if (global !== null) yield global;
    if (tenants === 'all') yield* own.values();
    else
      for (const tenant of tenants) {
        const value = own.get(tenant);
        if (value !== undefined) yield value;
      }
  }
}

export function pageValues(index: SettingIndex, caller: Caller, model: SvcSettingValueQueryModel) {
  const request = resolvePageable<SortProperty>(model.pageable, settingValueSortStandard);
  const named = model.tenantIdentifier ?? null;
  const code = model.code === null || model.code === undefined ? null : (index.find(model.code)?.code ?? model.code);
  const found = [...valuesOf(index, reachedTenants(caller, named))]
    .filter((value) => named === null || value.tenantIdentifier === named)
    .filter((value) => matches(value, code, model));
  return pageInMemory(found, request, order, (value) => toValueModel(value, value, value.invalid));
}
