// Holds the SQL of the versions of templates.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { Template, VersionSnapshot } from './template.types.ts';

/** Versions that are listed; older ones are kept and can be restored by their number. */
const LISTED_MAX = 200;

const insertVersion = sql(
  'mail_template_version_insert',
  `INSERT INTO mail_template_version (template_id, version, snapshot, updated_by, date_updated)
   VALUES ($1, $2, $3::jsonb, $4, $5)`,
);
const findSnapshot = sql(
  'mail_template_version_find',
  'SELECT snapshot FROM mail_template_version WHERE template_id = $1 AND version = $2',
);
const selectVersions = sql(
  'mail_template_version_list',
  `SELECT v.version, v.snapshot->'fields'->>'name' AS name, v.updated_by AS "updatedBy", v.date_updated AS "dateUpdated",
     ARRAY(SELECT c->>'locale' FROM jsonb_array_elements(v.snapshot->'contents') c) AS "localeList"
   FROM mail_template_version v WHERE v.template_id = $1 ORDER BY v.version DESC LIMIT ${LISTED_MAX}`,
);

export async function saveVersion(tx: Transaction, template: Template, snapshot: VersionSnapshot): Promise<void> {
  const { id, version, updatedBy, dateUpdated } = template;
  await tx.execute(insertVersion, [id, version, JSON.stringify(snapshot), updatedBy, dateUpdated]);
}

export async function findVersion(
  queryable: Queryable,
  templateId: number,
  version: number,
): Promise<VersionSnapshot | null> {
  const [row] = await queryable.rows<{ snapshot: VersionSnapshot }>(findSnapshot, [templateId, version]);
  return row?.snapshot ?? null;
}

export interface VersionRow {
  readonly version: number;
  readonly name: string;
  readonly updatedBy: string;
  readonly dateUpdated: Date;
  readonly localeList: readonly string[];
}

/** Lists versions, the newest first. */
export function listVersions(queryable: Queryable, templateId: number): Promise<VersionRow[]> {
  return queryable.rows<VersionRow>(selectVersions, [templateId]);
}
