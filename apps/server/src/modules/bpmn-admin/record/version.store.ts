// Holds the SQL of versions: numbered from 1 under the lock of their process, and never changed but for the picture and counts.
import type { versionOrigins } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { ProblemCounts } from './process.store.ts';

export interface Version {
  readonly processId: number;
  readonly number: number;
  readonly name: string;
  readonly comment: string | null;
  /** The hash of the bytes. */
  readonly content: Buffer;
  readonly picture: Buffer | null;
  readonly size: number;
  readonly origin: (typeof versionOrigins)[number];
  readonly counts: ProblemCounts;
  readonly rulesVersion: string;
  readonly createdBy: string;
  readonly dateCreated: Date;
}

export interface ListedVersion extends Version {
  readonly definitionIds: readonly string[];
}

const select = `SELECT v.process_id AS "processId", v.number, v.name, v.comment, v.content, v.picture, v.size, v.origin,
  v.problem_counts AS counts, v.rules_version AS "rulesVersion", v.created_by AS "createdBy", v.date_created AS "dateCreated",
  ARRAY(SELECT d.definition_id FROM bpa_deployment d WHERE d.process_id = v.process_id AND d.version_number = v.number
    ORDER BY d.definition_key) AS "definitionIds"
  FROM bpa_version v WHERE v.process_id = $1`;

const insert = sql(
  'bpa_version_insert',
  `INSERT INTO bpa_version (process_id, number, name, comment, content, picture, size, origin, problem_counts, rules_version,
     created_by, date_created)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);
const find = sql('bpa_version_find', `${select} AND v.number = $2`);
const list = sql('bpa_version_list', `${select} ORDER BY v.number DESC LIMIT $2`);
const updatePicture = sql(
  'bpa_version_picture',
  'UPDATE bpa_version SET picture = $3 WHERE process_id = $1 AND number = $2',
);

/** Stores a version when the transaction commits. */
export function keepVersion(tx: Transaction, version: Version): void {
  const { processId, number, name, comment, content, picture, size, origin, counts, rulesVersion } = version;
  const values = [
    processId,
    number,
    name,
    comment,
    content,
    picture,
    size,
    origin,
    JSON.stringify(counts),
    rulesVersion,
  ];
  tx.beforeCommit(() => ({ statement: insert, values: [...values, version.createdBy, version.dateCreated] }));
}

/** Finds a version; null where the process has none of this number. */
export async function findVersion(
  queryable: Queryable,
  processId: number,
  number: number,
): Promise<ListedVersion | null> {
  const [row] = await queryable.rows<ListedVersion>(find, [processId, number]);
  return row ?? null;
}

/** Lists versions, the newest first. */
export function listVersions(queryable: Queryable, processId: number, countMax: number): Promise<ListedVersion[]> {
  return queryable.rows<ListedVersion>(list, [processId, countMax]);
}

/** Stores the picture of the present content, for pictures that come without content. */
export async function savePicture(
  tx: Transaction,
  { id, currentVersion }: { readonly id: number; readonly currentVersion: number },
  picture: Buffer | null,
): Promise<void> {
  await tx.execute(updatePicture, [id, currentVersion, picture]);
}
