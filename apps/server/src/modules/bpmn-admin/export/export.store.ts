// Holds the SQL that finds the parts of an archive, in one state.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { ExportedProcess } from './archive.ts';

interface FoundProcess extends ExportedProcess {
  readonly id: number;
}

const find = sql(
  'bpa_export_find',
  `SELECT id, code, name, namespace, tags, description, category, type, current_version AS "currentVersion", content, picture
   FROM bpa_process WHERE tenant_identifier = $1 AND id = ANY($2) AND NOT deleted ORDER BY namespace, code`,
);

/** Fields for naming and finding the bytes of one process. */
export interface ExportedFile {
  readonly code: string;
  readonly type: ExportedProcess['type'];
  readonly content: Buffer | null;
}

const findFile = sql(
  'bpa_export_file',
  `SELECT code, type, content FROM bpa_process WHERE id = $1 AND tenant_identifier = $2 AND NOT deleted`,
);

/** Answers null where the tenant has no such process. */
export async function findExportedFile(
  queryable: Queryable,
  tenantIdentifier: string,
  id: number,
): Promise<ExportedFile | null> {
  const [row] = await queryable.rows<ExportedFile>(findFile, [id, tenantIdentifier]);
  return row ?? null;
}

/** One statement sees one state: the hashes that it answers name bytes that never change. */
export function findExported(
  queryable: Queryable,
  tenantIdentifier: string,
  ids: readonly number[],
): Promise<FoundProcess[]> {
  return queryable.rows<FoundProcess>(find, [tenantIdentifier, ids]);
}
