// Holds the SQL of working copies, which saves change, one for each process.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

export interface WorkingCopy {
  readonly content: Buffer | null;
  readonly picture: Buffer | null;
  /** The editor's own source. */
  readonly source: Buffer | null;
  /** True where a source came without XML, so that the content is older. */
  readonly xmlStale: boolean;
  /** Version from which it began. */
  readonly baseVersion: number;
}

/** Working copy of a new process. */
export const EMPTY_COPY: WorkingCopy = { content: null, picture: null, source: null, xmlStale: false, baseVersion: 0 };

export interface FoundCopy extends WorkingCopy {
  readonly id: number;
  readonly processId: number;
  /** Version of the process, which every change of the working copy raises. */
  readonly recordVersion: number;
}

const insert = sql(
  'bpa_model_insert',
  `INSERT INTO bpa_model (process_id, content, picture, source, xml_stale, base_version)
   VALUES ($1, $2, $3, $4, $5, $6)`,
);
const update = sql(
  'bpa_model_update',
  `UPDATE bpa_model SET content = $2, picture = $3, source = $4, xml_stale = $5, base_version = $6 WHERE process_id = $1`,
);
const fields = `m.id, m.process_id AS "processId", m.content, m.picture, m.source, m.xml_stale AS "xmlStale",
  m.base_version AS "baseVersion", p.version AS "recordVersion"`;
const findById = sql(
  'bpa_model_find',
  `SELECT ${fields} FROM bpa_model m JOIN bpa_process p ON p.id = m.process_id
   WHERE m.id = $1 AND p.tenant_identifier = $2 AND NOT p.deleted`,
);
const findByProcess = sql(
  'bpa_model_of_process',
  `SELECT ${fields} FROM bpa_model m JOIN bpa_process p ON p.id = m.process_id WHERE m.process_id = $1`,
);

const valuesOf = (copy: WorkingCopy) => [copy.content, copy.picture, copy.source, copy.xmlStale, copy.baseVersion];

export async function insertWorkingCopy(tx: Transaction, processId: number, copy: WorkingCopy): Promise<void> {
  await tx.execute(insert, [processId, ...valuesOf(copy)]);
}

/** Writes the working copy along with the commit, once in a transaction that has locked the process. */
export function keepWorkingCopy(tx: Transaction, processId: number, copy: WorkingCopy): void {
  tx.beforeCommit(() => ({ statement: update, values: [processId, ...valuesOf(copy)] }));
}

/** Finds the working copy; null where the tenant has no such living process. */
export async function findWorkingCopy(
  queryable: Queryable,
  tenantIdentifier: string,
  modelId: number,
): Promise<FoundCopy | null> {
  const [row] = await queryable.rows<FoundCopy>(findById, [modelId, tenantIdentifier]);
  return row ?? null;
}

export async function getWorkingCopy(queryable: Queryable, processId: number): Promise<FoundCopy> {
  const [row] = await queryable.rows<FoundCopy>(findByProcess, [processId]);
  if (row === undefined) throw new Error(`the process ${processId} has no working copy`);
  return row;
}
