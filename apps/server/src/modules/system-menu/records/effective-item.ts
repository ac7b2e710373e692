// Computes a record as a tenant sees it: its own overlay, else the shared one, else the record.

import { levelKey, type MenuData } from './menu-data.ts';
import type {
  AppRecord,
  AuthorityRecord,
  GrantPair,
  ItemRecord,
  OverlayFields,
  OverlayRecord,
  ViewTenant,
} from './menu-record.types.ts';

interface Overlaid {
  /** Sum of the versions of the record and of the overlays in force: it grows with any of them. */
  readonly shownVersion: number;
  /** True where the tenant has changed something of it. */
  readonly overlaid: boolean;
}
export type EffectiveApp = AppRecord & Overlaid;
export type EffectiveItem = ItemRecord &
  Overlaid & {
    /** The record in force: the tenant's, else the shared one; null where the condition of the code holds. */
    readonly authority: AuthorityRecord | null;
  };

interface Levels {
  readonly shared: OverlayRecord | undefined;
  readonly tenant: OverlayRecord | undefined;
}

function levelsOf(data: MenuData, uuid: string, tenant: ViewTenant): Levels {
  return {
    shared: data.overlays.get(levelKey(uuid, null)),
    tenant: tenant === null ? undefined : data.overlays.get(levelKey(uuid, tenant)),
  };
}

function overlay<R extends AppRecord>(record: R, { shared, tenant }: Levels): R & Overlaid {
  const sharedFields: OverlayFields = shared?.fields ?? {};
  const tenantFields: OverlayFields = tenant?.fields ?? {};
  const enabled = (sharedFields.enabled ?? record.enabled) && tenantFields.enabled !== false;
  return {
    ...record,
    ...sharedFields,
    ...tenantFields,
    enabled,
    shownVersion: record.version + (shared?.version ?? 0) + (tenant?.version ?? 0),
    overlaid: Object.keys(tenantFields).length > 0,
  };
}

export function effectiveApp(data: MenuData, record: AppRecord, tenant: ViewTenant): EffectiveApp {
  return overlay(record, levelsOf(data, record.uuid, tenant));
}

/** Finds the own record that is in force for the tenant. */
function findAuthority(data: MenuData, itemUuid: string, tenant: ViewTenant): AuthorityRecord | null {
  const own = tenant === null ? undefined : data.authorities.get(levelKey(itemUuid, tenant));
  if (own !== undefined && !own.removed) return own;
  const shared = data.authorities.get(levelKey(itemUuid, null));
  return shared === undefined || shared.removed ? null : shared;
}

export function effectiveItem(data: MenuData, record: ItemRecord, tenant: ViewTenant): EffectiveItem {
  const authority = findAuthority(data, record.uuid, tenant);
  const { authorityList, matchType } = authority ?? record;
  return { ...overlay(record, levelsOf(data, record.uuid, tenant)), authorityList, matchType, authority };
}

/** Says whether the tenant sees records of this owner. */
export function isOfView(owner: string | null, tenant: ViewTenant): boolean {
  return owner === null || owner === tenant;
}

export function samePairs(left: readonly GrantPair[], right: readonly GrantPair[]): boolean {
  const keys = (pairs: readonly GrantPair[]) => pairs.map(({ role, authority }) => `${role ?? ''} ${authority ?? ''}`);
  const known = new Set(keys(left));
  return left.length === right.length && keys(right).every((key) => known.has(key));
}
