// Pages the stored values: global ones and those of the tenants that the caller may see.
import {
  resolvePageable,
  type SvcSettingValueModel,
  type SvcSettingValueQueryModel,
  type settingValueSort,
  settingValueSortStandard,
} from '@keelson/contract';
import { pageBody } from '../../../kernel/records/page.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
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

const sortKeys: Readonly<Record<SortProperty, (value: LiveValue) => string | number | null>> = {
  code: ({ code }) => code,
  scope: ({ scope }) => scope,
  tenantIdentifier: ({ tenantIdentifier }) => tenantIdentifier,
  dateUpdated: ({ dateUpdated }) => dateUpdated.getTime(),
  expiryDate: ({ expiryDate }) => expiryDate?.getTime() ?? null,
  revision: ({ revision }) => revision,
};

/** Null values come last in both directions. */
function compareBy(properties: readonly SortProperty[], sign: 1 | -1) {
  return (left: LiveValue, right: LiveValue): number => {
    for (const property of properties) {
      const [ours, theirs] = [sortKeys[property](left), sortKeys[property](right)];
      if (ours === theirs) continue;
      if (ours === null || theirs === null) return ours === null ? 1 : -1;
      return ours < theirs ? -sign : sign;
    }
    return left.uuid < right.uuid ? -sign : sign;
  };
}

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

/** Tenants that a query of values or history reaches; another one than the caller's takes TENANT_ALL. */
export function reachedTenants(caller: Caller, asked: string | null | undefined): 'all' | readonly string[] {
  if (asked === null || asked === undefined) return caller.holds('TENANT_ALL') ? 'all' : [caller.tenantIdentifier];
  if (asked !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  return [asked];
}

export function pageValues(index: SettingIndex, caller: Caller, model: SvcSettingValueQueryModel) {
  const request = resolvePageable<SortProperty>(model.pageable, settingValueSortStandard);
  const named = model.tenantIdentifier ?? null;
  const code = model.code === null || model.code === undefined ? null : (index.find(model.code)?.code ?? model.code);
  const found = [...valuesOf(index, reachedTenants(caller, named))]
    .filter((value) => named === null || value.tenantIdentifier === named)
    .filter((value) => matches(value, code, model))
    .sort(compareBy(request.sort.properties, request.sort.direction === 'ASC' ? 1 : -1));
  const first = request.pageNumber * request.pageSize;
  const rows: SvcSettingValueModel[] = found
    .slice(first, first + request.pageSize)
    .map((value) => toValueModel(value, value, value.invalid));
  return pageBody(rows, found.length, request);
}
