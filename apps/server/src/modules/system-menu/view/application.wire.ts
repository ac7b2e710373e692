// Makes the models of applications.
import type { SvcAppNameModel } from '@keelson/contract';
import { nameFor } from '../records/name-for.ts';
import type { MenuApp } from './menu-view.ts';

export function toAppModel({ app }: MenuApp, itemCount: number, languages: readonly string[]): SvcAppNameModel {
  const { id, uuid, tenantIdentifier, name, displayNameMap, description, icon, path, orderNumber, enabled } = app;
  const { authorityList, matchType, system, overlaid, createdBy, updatedBy, dateCreated, dateUpdated } = app;
  return {
    id,
    uuid,
    version: app.shownVersion,
    createdBy,
    updatedBy,
    dateCreated: isoOf(dateCreated),
    dateUpdated: isoOf(dateUpdated),
    deletedDate: null,
    deleted: false,
    tenantIdentifier,
    name,
    displayName: nameFor(app, languages),
    displayNameMap,
    description,
    icon,
    path,
    orderNumber,
    enabled,
    authorityList,
    matchType,
    shared: tenantIdentifier === null,
    system,
    overlaid,
    itemCount,
  };
}

/** Writes a moment as the interface does. */
export function isoOf(date: string): string {
  return new Date(date).toISOString();
}
