// Holds the SQL of rights: who may do what with a group, as conditions for queries of groups and reports.
import type { ReportPermission } from '@keelson/contract';

/*
 * A group without a list of its own has the rights of the nearest group above it that has one: `rights_uuid` names it, and is
 * null where nobody has, so that the group is open. Lists are few and groups are many: a query looks once at each list.
 */

/** Holds the parameter of the conditions, as JSON: the tenant, and what somebody holds as `heldKeys` writes it. */
export interface HeldRights {
  readonly tenant: string;
  readonly keys: readonly string[];
  readonly permissions: readonly ReportPermission[];
}

const entryKey = `coalesce(e->>'role', '') || ' ' || coalesce(e->>'authority', '')`;

/** Selects the groups of the tenant with a list that admits the person of the parameter. */
const admitting = (parameter: string): string => `SELECT h.uuid FROM report_group h
  WHERE h.tenant_identifier = ${parameter}::jsonb->>'tenant' AND NOT h.deleted AND h.authority_list <> '[]'
    AND EXISTS (SELECT FROM jsonb_array_elements(h.authority_list) e
      WHERE ${parameter}::jsonb->'permissions' ? (e->>'permission') AND ${parameter}::jsonb->'keys' ? (${entryKey}))`;

/** Condition on the `rights_uuid` of a group: it admits the person of the parameter. */
export function groupAdmits(rightsUuid: string, parameter: string): string {
  return `(${rightsUuid} IS NULL OR ${rightsUuid} IN (${admitting(parameter)}))`;
}

/** Condition on a report's own list: it does not exclude the person whom the group admits. */
export function reportAdmits(authorityList: string, parameter: string): string {
  return `(${authorityList} = '[]' OR EXISTS (SELECT FROM jsonb_array_elements(${authorityList}) e
    WHERE ${parameter}::jsonb->'permissions' ? (e->>'permission') AND ${parameter}::jsonb->'keys' ? (${entryKey})))`;
}

/**
 * Selects the groups whose list admits the person of the parameter, with the rank of the permission: 1 READ to 3 WRITE.
 */
export function admittedLists(parameter: string): string {
  return `SELECT h.uuid, max(array_position(ARRAY['READ', 'EXECUTE', 'WRITE'], e->>'permission')) AS rank
    FROM report_group h CROSS JOIN LATERAL jsonb_array_elements(h.authority_list) e
    WHERE h.tenant_identifier = ${parameter}::jsonb->>'tenant' AND NOT h.deleted AND h.authority_list <> '[]'
      AND ${parameter}::jsonb->'keys' ? (${entryKey}) GROUP BY h.uuid`;
}
