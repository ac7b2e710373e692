// Makes the models of menu items.
import type { SvcMenuItemModel } from '@keelson/contract';
import { nameFor } from '../records/name-for.ts';
import { isoOf } from './application.wire.ts';
import type { MenuNode } from './menu-view.ts';

export function toItemModel({ item, depth, childCount }: MenuNode, languages: readonly string[]): SvcMenuItemModel {
  const { id, uuid, tenantIdentifier, appNameUuid, parentUuid, name, displayNameMap, description, icon, path } = item;
  const { externalUrl, target, orderNumber, enabled, visible, badgeCode, keywordList, authorityList, matchType } = item;
  const { system, overlaid, createdBy, updatedBy, dateCreated, dateUpdated } = item;
  return {
    id,
    uuid,
    version: item.shownVersion,
    createdBy,
    updatedBy,
    dateCreated: isoOf(dateCreated),
    dateUpdated: isoOf(dateUpdated),
    deletedDate: null,
    deleted: false,
    tenantIdentifier,
    appNameUuid,
    parentUuid,
    name,
    displayName: nameFor(item, languages),
    displayNameMap,
    description,
    icon,
    path,
    externalUrl,
    target,
    orderNumber,
    enabled,
    visible,
    badgeCode,
    keywordList,
    authorityList,
    matchType,
    inherited: item.authority === null,
    shared: tenantIdentifier === null,
    system,
    overlaid,
    childCount,
    depth,
  };
}
