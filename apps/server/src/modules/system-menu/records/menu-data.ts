// Holds the menu's records in memory; they are immutable, so that a change can be checked on a copy before it is
// visible.
import type {
  AppRecord,
  AuthorityRecord,
  ItemRecord,
  MenuRows,
  OverlayRecord,
  ViewTenant,
} from './menu-record.types.ts';

export interface MenuData {
  readonly revision: number;
  readonly apps: ReadonlyMap<string, AppRecord>;
  readonly items: ReadonlyMap<string, ItemRecord>;
  /** Holds records by `levelKey` of the item and the tenant. */
  readonly authorities: ReadonlyMap<string, AuthorityRecord>;
  /** Holds records by `levelKey` of the target and the tenant. */
  readonly overlays: ReadonlyMap<string, OverlayRecord>;
}

/** Makes the key of a record of a tenant, or (null) the shared level. */
export function levelKey(uuid: string, tenant: ViewTenant): string {
  return `${uuid}/${tenant ?? ''}`;
}

export const emptyMenu: MenuData = {
  revision: 0,
  apps: new Map(),
  items: new Map(),
  authorities: new Map(),
  overlays: new Map(),
};

function put<R>(records: ReadonlyMap<string, R>, changed: readonly R[] | undefined, keyOf: (record: R) => string) {
  if (changed === undefined || changed.length === 0) return records;
  const merged = new Map(records);
  for (const record of changed) merged.set(keyOf(record), record);
  return merged;
}

function putLive<R extends { readonly uuid: string; readonly deleted: boolean }>(
  records: ReadonlyMap<string, R>,
  changed: readonly R[] | undefined,
): ReadonlyMap<string, R> {
  if (changed === undefined || changed.length === 0) return records;
  const merged = new Map(records);
  for (const record of changed) {
    if (record.deleted) merged.delete(record.uuid);
    else merged.set(record.uuid, record);
  }
  return merged;
}

/** Makes the menu with these records; deleted ones are removed. */
export function mergeRows(data: MenuData, rows: MenuRows, revision: number): MenuData {
  return {
    revision,
    apps: putLive(data.apps, rows.apps),
    items: putLive(data.items, rows.items),
    authorities: put(data.authorities, rows.authorities, (one) => levelKey(one.menuItemUuid, one.tenantIdentifier)),
    overlays: put(data.overlays, rows.overlays, (one) => levelKey(one.targetUuid, one.tenantIdentifier)),
  };
}
