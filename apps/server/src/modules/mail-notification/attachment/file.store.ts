// Keeps the files that were uploaded for mails; each can be used by its uploader alone.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

export interface UploadedMailFile {
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly owner: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly content: Buffer;
  readonly now: Date;
  readonly expireDate: Date;
}

export interface FileBounds {
  readonly filesMax: number;
  readonly bytesMax: number;
}

/** Time that a file is kept after it was uploaded or last attached. */
export const FILE_KEPT_MS = 24 * 3_600_000;

export type FoundFile = Pick<UploadedMailFile, 'uuid' | 'name' | 'contentType' | 'size' | 'content'>;

// Parallel uploads do not see each other, so that their number may pass the bounds by as many.
const INSERT = sql(
  'mail_file_insert',
  `INSERT INTO mail_file (uuid, tenant_identifier, owner, name, content_type, size, content, date_created, expire_date)
   SELECT $1::uuid, $2::text, $3::text, $4::text, $5::text, $6::integer, $7::bytea, $8::timestamptz, $9::timestamptz
   FROM (SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM mail_file
         WHERE tenant_identifier = $2 AND owner = $3 AND expire_date > $8) kept
   WHERE kept.files < $10::integer AND kept.bytes + $6::integer <= $11::bigint`,
);
// Each use moves the expiry, so that a file that is sent for days need not be uploaded again.
const USE = sql(
  'mail_file_use',
  `UPDATE mail_file SET expire_date = GREATEST(expire_date, $5::timestamptz)
   WHERE tenant_identifier = $1 AND owner = $2 AND uuid = ANY($3::uuid[]) AND expire_date > $4
   RETURNING uuid, name, content_type AS "contentType", size, content`,
);
const REMOVE = sql(
  'mail_file_remove',
  'DELETE FROM mail_file WHERE tenant_identifier = $1 AND owner = $2 AND uuid = $3 AND expire_date > $4',
);
const REMOVE_EXPIRED = sql(
  'mail_file_remove_expired',
  `DELETE FROM mail_file WHERE uuid IN (
     SELECT uuid FROM mail_file WHERE expire_date <= $1 ORDER BY expire_date LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

/** Saves a file; false where the uploader has reached a bound. */
export async function saveFile(queryable: Queryable, file: UploadedMailFile, bounds: FileBounds): Promise<boolean> {
  const { uuid, tenantIdentifier, owner, name, contentType, size, content, now, expireDate } = file;
  const { filesMax, bytesMax } = bounds;
  const values = [uuid, tenantIdentifier, owner, name, contentType, size, content, now, expireDate, filesMax, bytesMax];
  return (await queryable.execute(INSERT, values)) === 1;
}

/** Answers those of the files that belong to this uploader and still exist. */
export function takeFiles(
  queryable: Queryable,
  { tenantIdentifier, owner }: Pick<UploadedMailFile, 'tenantIdentifier' | 'owner'>,
  uuids: readonly string[],
  { now, expireDate }: Pick<UploadedMailFile, 'now' | 'expireDate'>,
): Promise<FoundFile[]> {
  return queryable.rows<FoundFile>(USE, [tenantIdentifier, owner, uuids, now, expireDate]);
}

export async function removeFile(
  queryable: Queryable,
  { tenantIdentifier, owner, uuid, now }: Pick<UploadedMailFile, 'tenantIdentifier' | 'owner' | 'uuid' | 'now'>,
): Promise<boolean> {
  return (await queryable.execute(REMOVE, [tenantIdentifier, owner, uuid, now])) === 1;
}

/** Removes expired files; answers how many; fewer than `limit` means that nothing is left. */
export function removeExpiredFiles(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(REMOVE_EXPIRED, [now, limit]);
}
