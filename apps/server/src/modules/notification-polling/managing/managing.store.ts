// Holds the SQL of who has read and acknowledged an announcement.
import { hash } from 'node:crypto';
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { orderBy } from '../../../kernel/records/page.ts';
import type { Announcement } from '../record/announcement.types.ts';

/** Each order has a statement of its own. */
const NAME_LENGTH = 16;

export interface Acknowledgement {
  readonly usernameFolded: string;
  readonly acknowledgedDate: Date;
}

const countReceipts = sql(
  'polling_statistics_receipts',
  `SELECT count(*) FILTER (WHERE CASE WHEN $3 THEN acknowledged_date IS NOT NULL ELSE read END)::int AS read,
     count(*) FILTER (WHERE dismissed_date IS NOT NULL)::int AS dismissed,
     count(*) FILTER (WHERE acknowledged_date IS NOT NULL)::int AS acknowledged
   FROM polling_receipt WHERE announcement_id = $1 AND publish_seq = $2`,
);
// A receipt decides before the watermark does.
const countPassed = sql(
  'polling_statistics_passed',
  `SELECT count(*)::int AS count FROM polling_user_state s
   WHERE s.tenant_identifier = $1 AND greatest(s.read_seq, s.baseline_seq) >= $3
     AND ($4::text[] IS NULL OR s.username_folded = ANY($4)) AND s.username_folded <> ALL ($5::text[])
     AND NOT EXISTS (SELECT FROM polling_receipt r WHERE r.tenant_identifier = s.tenant_identifier
       AND r.username_folded = s.username_folded AND r.announcement_id = $2 AND r.publish_seq = $3)`,
);
const countPeople = sql(
  'polling_preview_people',
  `SELECT count(*)::int AS count FROM polling_user_state
   WHERE tenant_identifier = ANY($1::text[]) AND username_folded <> ALL ($2::text[])`,
);

/** Counts receipts of the present number. */
export async function countMarks(
  queryable: Queryable,
  { id, publishSeq, acknowledgementRequired }: Announcement,
): Promise<{ readonly read: number; readonly dismissed: number; readonly acknowledged: number }> {
  type Row = { read: number; dismissed: number; acknowledged: number };
  const [row] = await queryable.rows<Row>(countReceipts, [id, publishSeq, acknowledgementRequired]);
  return row!;
}

/** Counts the people whose watermark passed it; names are folded, null stands for everybody. */
export async function countPassedBy(
  queryable: Queryable,
  { id, publishSeq, tenantIdentifier }: Announcement,
  named: readonly string[] | null,
  excluded: readonly string[],
): Promise<number> {
  const values = [tenantIdentifier, id, publishSeq, named, excluded];
  const [row] = await queryable.rows<{ count: number }>(countPassed, values);
  return row!.count;
}

/** Counts people of these tenants with a state, who have asked at least once. */
export async function countKnownPeople(
  queryable: Queryable,
  tenants: readonly string[],
  excluded: readonly string[],
): Promise<number> {
  const [row] = await queryable.rows<{ count: number }>(countPeople, [tenants, excluded]);
  return row!.count;
}

const sortColumns = { acknowledgedDate: 'r.acknowledged_date', username: 'r.username_folded' };

/** Pages those who acknowledged it under its present number; the total is exact. */
export async function pageOfAcknowledgements(
  queryable: Queryable,
  { id, publishSeq }: Announcement,
  page: Pageable,
): Promise<{ readonly rows: readonly Acknowledgement[]; readonly total: number }> {
  const order = orderBy(page.sort, sortColumns, ['r.username_folded']);
  const found =
    'FROM polling_receipt r WHERE r.announcement_id = $1 AND r.publish_seq = $2 AND r.acknowledged_date IS NOT NULL';
  const text = `SELECT counted.total, p.* FROM (SELECT count(*)::int AS total ${found}) counted
    LEFT JOIN LATERAL (
      SELECT r.username_folded AS "usernameFolded", r.acknowledged_date AS "acknowledgedDate" ${found}
      ORDER BY ${order} LIMIT $3 OFFSET $4) p ON true`;
  const statement = sql(`polling_acknowledgement_page_${hash('sha256', order, 'hex').slice(0, NAME_LENGTH)}`, text);
  type Row = Acknowledgement & { readonly total: number };
  const values = [id, publishSeq, page.pageSize, page.pageNumber * page.pageSize];
  const rows = await queryable.rows<Row>(statement, values);
  return { rows: rows.filter(({ usernameFolded }) => usernameFolded !== null), total: rows[0]?.total ?? 0 };
}
