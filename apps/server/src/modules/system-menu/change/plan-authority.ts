// Finds and makes conditions of items for changes, level by level.

import type { MenuMatchType } from '@keelson/contract';
import { samePairs } from '../records/effective-item.ts';
import { levelKey, type MenuData } from '../records/menu-data.ts';
import type { AuthorityRecord, GrantPair, ItemRecord, WriteScope } from '../records/menu-record.types.ts';

/** Finds the record of exactly this level; a removed one counts as none. */
export function ownAuthority(data: MenuData, uuid: string, tenant: string | null): AuthorityRecord | null {
  const found = data.authorities.get(levelKey(uuid, tenant));
  return found === undefined || found.removed ? null : found;
}

function savedRecord(
  before: AuthorityRecord | undefined,
  base: Pick<AuthorityRecord, 'authorityList' | 'matchType'>,
  at: WriteScope,
  place: { readonly uuid: string; readonly menuItemUuid: string },
): AuthorityRecord {
  const { authorityList, matchType } = base;
  return {
    id: before?.id ?? 0,
    uuid: before?.uuid ?? place.uuid,
    version: (before?.version ?? 0) + 1,
    tenantIdentifier: at.tenant,
    menuItemUuid: place.menuItemUuid,
    authorityList,
    matchType,
    removed: false,
    updatedBy: at.username,
    dateUpdated: at.now,
  };
}

export interface AskedCondition {
  /** Pairs; undefined leaves the list as it is. */
  readonly pairs: readonly GrantPair[] | undefined;
  readonly matchType: MenuMatchType | null | undefined;
}

/** Makes the record of the level with the requested condition, or null where it is the same already. */
export function planAuthority(
  data: MenuData,
  at: WriteScope,
  item: ItemRecord,
  { pairs, matchType }: AskedCondition,
  newUuid: () => string,
): AuthorityRecord | null {
  const own = ownAuthority(data, item.uuid, at.tenant);
  const base = own ?? ownAuthority(data, item.uuid, null) ?? item;
  const next = { authorityList: pairs ?? base.authorityList, matchType: matchType ?? base.matchType };
  if (own !== null && own.matchType === next.matchType && samePairs(own.authorityList, next.authorityList)) return null;
  const before = data.authorities.get(levelKey(item.uuid, at.tenant));
  return savedRecord(before, next, at, { uuid: newUuid(), menuItemUuid: item.uuid });
}
