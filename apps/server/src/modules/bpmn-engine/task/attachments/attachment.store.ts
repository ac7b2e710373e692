// Keeps what people attach to tasks and instances.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { RemarkedOn } from '../remarks/places.ts';
import { defineRemarkReader, type Remark } from '../remarks/remark.store.ts';

/** What is attached: a file, or an address. */
export type Attached =
  | { readonly url: null; readonly mediaType: string; readonly size: number; readonly content: Buffer }
  | { readonly url: string; readonly mediaType: null; readonly size: null; readonly content: null };

export type Attachment = Remark & Attached & { readonly name: string };

export const {
  find: findAttachment,
  lock: lockAttachment,
  page: pageAttachments,
} = defineRemarkReader<Attachment>('bpm_attachment', 'name, media_type AS "mediaType", size, content, url');

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
const REMOVE = sql('bpm_attachment_remove', 'DELETE FROM bpm_attachment WHERE id = $1');

/** Saves an attachment; false where the instance has too much already. */
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

export async function removeAttachment(tx: Transaction, id: string): Promise<void> {
  await tx.execute(REMOVE, [id]);
}
