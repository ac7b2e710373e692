// Holds the SQL that finds what an archive is made of, in one state.
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

/** One statement sees one state: the hashes that it answers name bytes that never change. */
export function findExported(
  queryable: Queryable,
  tenantIdentifier: string,
  ids: readonly number[],
): Promise<FoundProcess[]> {
  return queryable.rows<FoundProcess>(find, [tenantIdentifier, ids]);
}
