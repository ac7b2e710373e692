// Holds the SQL of what one person did with one announcement.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { Announcement } from '../record/announcement.types.ts';
import { type OwnMarks, unmarked } from './announcement.wire.ts';
import type { PersonKey } from './poll.store.ts';

const selectOne = sql(
  'polling_receipt_find',
  `SELECT read, read_date AS "readDate", archived_date IS NOT NULL AS archived, dismissed_date IS NOT NULL AS dismissed,
     acknowledged_date IS NOT NULL AS acknowledged, acknowledged_date AS "acknowledgedDate"
   FROM polling_receipt
   WHERE tenant_identifier = $1 AND username_folded = $2 AND announcement_id = $3 AND publish_seq = $4`,
);

/** Finds the marks; without a receipt the watermark decides. */
export async function findMarks(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonKey,
  { id, publishSeq, acknowledgementRequired }: Pick<Announcement, 'id' | 'publishSeq' | 'acknowledgementRequired'>,
  watermark: number,
): Promise<OwnMarks> {
  const [row] = await queryable.rows<OwnMarks>(selectOne, [tenantIdentifier, usernameFolded, id, publishSeq]);
  const isPassed = publishSeq !== null && publishSeq <= watermark;
  const marks = row ?? { ...unmarked, read: isPassed };
  return acknowledgementRequired ? { ...marks, read: marks.acknowledged } : marks;
}
