// Holds words of the authentication module that several of its features share.
import type { authenticationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import type { RecordFields } from '../../../kernel/records/record/record.types.ts';

export const ROLE_USER = 'ROLE_USER';
export const ROLE_TENANT_ADMIN = 'ROLE_TENANT_ADMIN';
export const ROLE_SYSTEM_ADMIN = 'ROLE_SYSTEM_ADMIN';
export const ROLE_SERVICE = 'ROLE_SERVICE';

/** Authority to reach tenants beyond the own one. */
export const TENANT_ALL = 'TENANT_ALL';
export const DEFAULT_TENANT = 'default';

/** Name in the record fields of rows that no person wrote. */
export const SYSTEM_USERNAME = 'system';

/** Actor of events that background work and the first start cause. */
export function systemActor(tenantIdentifier: string): Actor {
  return { username: SYSTEM_USERNAME, tenantIdentifier, ipAddress: null, requestId: null };
}

/** Selects the record fields; `alias` is the record's table. */
export function recordColumns(alias: string): string {
  return `${alias}.id, ${alias}.uuid, ${alias}.version, ${alias}.created_by AS "createdBy", ${alias}.updated_by AS "updatedBy",
    ${alias}.date_created AS "dateCreated", ${alias}.date_updated AS "dateUpdated", ${alias}.deleted_date AS "deletedDate",
    ${alias}.deleted`;
}

/** Answers the record fields as the interface has them. */
export function toRecordFields(record: RecordFields) {
  return {
    id: record.id,
    uuid: record.uuid,
    version: record.version,
    createdBy: record.createdBy,
    updatedBy: record.updatedBy,
    dateCreated: record.dateCreated.toISOString(),
    dateUpdated: record.dateUpdated.toISOString(),
    deletedDate: record.deletedDate?.toISOString() ?? null,
    deleted: record.deleted,
  };
}

/** Says by whom and when a record is changed. */
export interface Change {
  readonly updatedBy: string;
  readonly now: Date;
}

/** Holds the handlers of the whole module, of which each feature answers some. */
export type AuthenticationHandlers = ModuleHandlers<typeof authenticationModule>;

/** Holds the headers of answers with a secret in them. */
export const NO_STORE = { 'cache-control': 'no-store' } as const;
