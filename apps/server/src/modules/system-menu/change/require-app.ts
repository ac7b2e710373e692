// Finds and makes applications for changes.
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { isOfView } from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { AppRecord, WriteScope } from '../records/menu-record.types.ts';
import { changedFields, newRecord } from './changed-fields.ts';

/** Limits the applications of one tenant's view. */
export const APPLICATIONS_MAX = 200;
/** Names the fields that a request may change. */
export const appFields = [
  'name',
  'displayName',
  'displayNameMap',
  'description',
  'icon',
  'path',
  'orderNumber',
  'enabled',
  'authorityList',
  'matchType',
] as const;

/** Finds the live application that this level sees; SHARED sees shared ones alone. */
export function requireApp(
  data: MenuData,
  by: { readonly uuid?: string | null; readonly id?: number | null },
  tenant: string | null,
): AppRecord {
  const found = by.uuid ? data.apps.get(by.uuid) : [...data.apps.values()].find(({ id }) => id !== 0 && id === by.id);
  if (found === undefined || found.retired || !isOfView(found.tenantIdentifier, tenant)) {
    failNotFound('APP_NAME_NOT_FOUND', by.uuid ? { uuid: by.uuid } : { id: by.id });
  }
  return found;
}

export function requireFreeAppName(data: MenuData, name: string, tenant: string | null, except: string | null): void {
  for (const app of data.apps.values()) {
    const meets = tenant === null || isOfView(app.tenantIdentifier, tenant);
    if (app.uuid !== except && app.name === name && meets) fail('APP_NAME_ALREADY_EXISTS');
  }
}

export function newApp(given: Record<string, unknown>, at: WriteScope, uuid: string, shared: boolean): AppRecord {
  const fields = changedFields(given, { displayName: '', displayNameMap: {} }, appFields, []);
  return {
    ...newRecord(at, uuid),
    tenantIdentifier: shared ? null : at.tenant,
    orderNumber: 1_000,
    ...fields,
  };
}
