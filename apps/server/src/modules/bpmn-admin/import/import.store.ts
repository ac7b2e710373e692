// Holds the SQL of imports: a leased row each, its files in order, and their results.
import type { Language, processImportStates } from '@keelson/contract';
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { Described } from './describe-files.ts';
import type { ImportedFile } from './import.types.ts';

export interface NewImport {
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly language: Language;
  readonly ipAddress: string | null;
  readonly requestId: string | null;
  readonly mode: 'create' | 'newVersion' | 'auto';
  readonly namespace: string | null;
  readonly dryRun: boolean;
}

export interface Import extends NewImport {
  readonly id: number;
  readonly state: (typeof processImportStates)[number];
  readonly total: number;
}

export interface FileToImport {
  readonly name: string;
  readonly content: Buffer;
  readonly picture: Buffer | null;
  readonly described: Described | null;
}

export const IMPORT_READY = "state = 'RUNNING'";
export const IMPORT_COLUMNS = 'id, due_at';

const fields = `id, tenant_identifier AS "tenantIdentifier", username, language, ip_address AS "ipAddress",
  request_id AS "requestId", mode, namespace, dry_run AS "dryRun", state, total`;
const insert = sql(
  'bpa_import_insert',
  `INSERT INTO bpa_import (tenant_identifier, username, language, ip_address, request_id, mode, namespace, dry_run, state, total,
     date_created, due_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'RUNNING', $9, $10, $10) RETURNING id`,
);
const insertFiles = sql(
  'bpa_import_insert_files',
  `INSERT INTO bpa_import_file (import_id, number, name, content, picture, described)
   SELECT $1, f.number, f.name, f.content, f.picture, f.described
   FROM unnest($2::text[], $3::bytea[], $4::bytea[], $5::jsonb[]) WITH ORDINALITY f(name, content, picture, described, number)`,
);
const find = sql('bpa_import_find', `SELECT ${fields} FROM bpa_import WHERE id = $1`);
const findOwn = sql('bpa_import_find_own', `SELECT ${fields} FROM bpa_import WHERE id = $1 AND tenant_identifier = $2`);
const listResults = sql(
  'bpa_import_results',
  'SELECT result FROM bpa_import_file WHERE import_id = $1 AND result IS NOT NULL ORDER BY number',
);
const nextFile = sql(
  'bpa_import_next',
  `SELECT number, name, content, picture, described FROM bpa_import_file
   WHERE import_id = $1 AND result IS NULL ORDER BY number LIMIT 1`,
);
const hold = sql(
  'bpa_import_hold',
  `SELECT FROM bpa_import WHERE id = $1 AND lease_token = $2 AND ${IMPORT_READY} FOR UPDATE`,
);
const settle = sql(
  'bpa_import_settle',
  'UPDATE bpa_import_file SET result = $3, content = NULL, picture = NULL WHERE import_id = $1 AND number = $2',
);
const end = sql(
  'bpa_import_end',
  `UPDATE bpa_import SET state = 'DONE' WHERE id = $1 AND lease_token = $2 AND ${IMPORT_READY}`,
);
const cancel = sql(
  'bpa_import_cancel',
  `UPDATE bpa_import SET state = 'CANCELLED' WHERE id = $1 AND tenant_identifier = $2 AND ${IMPORT_READY}`,
);
const cancelOfTenant = sql(
  'bpa_import_cancel_tenant',
  `UPDATE bpa_import SET state = 'CANCELLED' WHERE tenant_identifier = $1 AND ${IMPORT_READY}`,
);
const removeOld = sql(
  'bpa_import_remove_old',
  `DELETE FROM bpa_import WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM bpa_import WHERE state <> 'RUNNING' AND date_created < $1 LIMIT $2))`,
);

/** Inserts an import, which is due at once; answers its id. */
export async function insertImport(
  tx: Transaction,
  imported: NewImport,
  files: readonly FileToImport[],
  now: Date,
): Promise<number> {
  const { tenantIdentifier, username, language, ipAddress, requestId, mode, namespace, dryRun } = imported;
  const values = [tenantIdentifier, username, language, ipAddress, requestId, mode, namespace, dryRun];
  const [row] = await tx.rows<{ id: number }>(insert, [...values, files.length, now]);
  await tx.execute(insertFiles, [
    row!.id,
    files.map(({ name }) => name),
    files.map(({ content }) => content),
    files.map(({ picture }) => picture),
    files.map(({ described }) => described && JSON.stringify(described)),
  ]);
  return row!.id;
}

export async function findImport(queryable: Queryable, id: number, tenantIdentifier?: string): Promise<Import | null> {
  const [row] =
    tenantIdentifier === undefined
      ? await queryable.rows<Import>(find, [id])
      : await queryable.rows<Import>(findOwn, [id, tenantIdentifier]);
  return row ?? null;
}

export async function listImported(queryable: Queryable, id: number): Promise<ImportedFile[]> {
  return (await queryable.rows<{ result: ImportedFile }>(listResults, [id])).map(({ result }) => result);
}

export async function findNextFile(
  queryable: Queryable,
  id: number,
): Promise<(FileToImport & { readonly number: number }) | null> {
  const [row] = await queryable.rows<FileToImport & { readonly number: number }>(nextFile, [id]);
  return row ?? null;
}

/** Locks an import; false where it was cancelled, or another process has it: then nothing may be written. */
export async function holdImport(tx: Transaction, id: number, leaseToken: string): Promise<boolean> {
  return (await tx.rows(hold, [id, leaseToken])).length > 0;
}

/** Stores the result of a file, and releases its bytes. */
export async function settleFile(tx: Transaction, id: number, number: number, result: ImportedFile): Promise<void> {
  await tx.execute(settle, [id, number, JSON.stringify(result)]);
}

export async function endImport(queryable: Queryable, id: number, leaseToken: string): Promise<void> {
  await queryable.execute(end, [id, leaseToken]);
}

export async function cancelImport(queryable: Queryable, id: number, tenantIdentifier: string): Promise<void> {
  await queryable.execute(cancel, [id, tenantIdentifier]);
}

/** Cancels the imports of a tenant; running ones stop at their next file. */
export async function cancelImportsOf(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.execute(cancelOfTenant, [tenantIdentifier]);
}

/** Deletes old imports with their files; answers how many. */
export function removeOldImports(database: Database, before: Date, limit: number): Promise<number> {
  return database.execute(removeOld, [before, limit]);
}
