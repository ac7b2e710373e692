// Keeps what people attach to tasks and instances.
import type { Pageable } from '@keelson/contract';
import { type Database, type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { createFilter } from '../../../../kernel/records/page.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { pageRows } from '../../interface/page-rows.store.ts';
import type { RemarkedOn } from '../remarks/places.ts';

/** Has a file, or an address. */
export type Attached =
  | { readonly url: null; readonly mediaType: string; readonly size: number; readonly content: Buffer }
  | { readonly url: string; readonly mediaType: null; readonly size: null; readonly content: null };

export type Attachment = Attached & {
  readonly id: string;
  readonly instanceId: string;
  readonly taskNumber: number | null;
  readonly author: string;
  readonly name: string;
  readonly createdAt: Date;
};

export interface AttachmentBounds {
  readonly attachmentsMax: number;
  readonly bytesMax: number;
}

// Attachments at the same moment do not see each other, so that their number may pass the bounds by as many.
const SAVE = sql(
  'bpm_attachment_save',
  `INSERT INTO bpm_attachment (id, tenant_identifier, instance_id, task_number, author, author_folded, name, created_at, media_type,
     size, content, url)
   SELECT $1::uuid, $2::text, $3::uuid, $4::int4, $5::text, $6::text, $7::text, $8::timestamptz, $9::text, $10::int4, $11::bytea, $12::text
   FROM (SELECT count(*) AS number, coalesce(sum(size), 0) AS bytes FROM bpm_attachment WHERE instance_id = $3) kept
   WHERE kept.number < $13::int4 AND kept.bytes + coalesce($10::int4, 0) <= $14::int8`,
);
const SHOWN = `id, task_number AS "taskNumber", instance_id AS "instanceId", author, name, created_at AS "createdAt",
  media_type AS "mediaType", size, content, url`;
const ONE = `SELECT ${SHOWN} FROM bpm_attachment
  WHERE id = $1 AND tenant_identifier = $2 AND instance_id = $3 AND ($4::int4 IS NULL OR task_number = $4)`;
const FIND = sql('bpm_attachment_find', ONE);
const LOCK = sql('bpm_attachment_lock', `${ONE} FOR UPDATE`);
const REMOVE = sql('bpm_attachment_remove', 'DELETE FROM bpm_attachment WHERE id = $1');

/** Answers false where the instance has too much already. */
export async function saveAttachment(
  tx: Transaction,
  { tenantIdentifier }: RemarkedOn,
  attachment: Attachment,
  { attachmentsMax, bytesMax }: AttachmentBounds,
): Promise<boolean> {
  const { id, instanceId, taskNumber, author, name, createdAt, mediaType, size, content, url } = attachment;
  const made = [id, tenantIdentifier, instanceId, taskNumber, author, foldName(author), name, createdAt];
  return (await tx.execute(SAVE, [...made, mediaType, size, content, url, attachmentsMax, bytesMax])) === 1;
}

async function readOne(queryable: Queryable, statement: typeof FIND, place: RemarkedOn, id: string) {
  const { tenantIdentifier, instanceId, taskNumber } = place;
  const [found] = await queryable.rows<Attachment>(statement, [id, tenantIdentifier, instanceId, taskNumber]);
  return found ?? null;
}

/** Finds one of the task, or of the instance and all its tasks. */
export function findAttachment(queryable: Queryable, place: RemarkedOn, id: string): Promise<Attachment | null> {
  return readOne(queryable, FIND, place, id);
}

/** The same, locked. */
export function lockAttachment(tx: Transaction, place: RemarkedOn, id: string): Promise<Attachment | null> {
  return readOne(tx, LOCK, place, id);
}

export async function removeAttachment(tx: Transaction, id: string): Promise<void> {
  await tx.execute(REMOVE, [id]);
}

/** Pages those of a task, or those of an instance and all its tasks. */
export function pageAttachments(
  database: Database,
  { tenantIdentifier, instanceId, taskNumber }: RemarkedOn,
  request: Pageable,
): Promise<{ readonly rows: readonly Attachment[]; readonly total: number }> {
  const filter = createFilter();
  filter.and('tenant_identifier = $?', tenantIdentifier);
  filter.and('instance_id = $?', instanceId);
  if (taskNumber !== null) filter.and('task_number = $?', taskNumber);
  const table = { columns: SHOWN, from: 'bpm_attachment', sort: { time: 'created_at' }, tieBreak: ['id'] };
  return pageRows<Attachment>(database, table, { filter, request });
}
