// Holds the SQL that open streams share: what is new in a tenant, and for whom of those who are connected.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { announcementColumns } from '../record/announcement.store.ts';
import type { LocalText } from '../record/announcement.types.ts';
import type { Head } from '../record/head.store.ts';
import type { PersonKey } from '../view/poll.store.ts';
import type { ChangedAnnouncement } from './changes.store.ts';

const headColumns = `h.publish_seq AS "headPublish", h.change_seq AS "headChange", h.notification_seq AS "headNotification"`;

// One statement, so that the numbers and the rows are of one moment.
const selectNews = sql(
  'polling_stream_news',
  `SELECT ${headColumns}, ${announcementColumns}, a.change_seq AS "changeSeq", a.audience_seq AS "audienceSeq"
   FROM polling_head h
   LEFT JOIN polling_announcement a ON a.tenant_identifier = h.tenant_identifier AND a.change_seq > $2
     AND a.publish_seq IS NOT NULL
   WHERE h.tenant_identifier = $1 ORDER BY a.change_seq, a.id LIMIT $3`,
);
const selectTexts = sql(
  'polling_stream_texts',
  `SELECT announcement_id AS id, locale, title, content, content_html AS "contentHtml" FROM polling_announcement_content
   WHERE announcement_id = ANY($1::bigint[]) ORDER BY announcement_id, position`,
);
const selectNotified = sql(
  'polling_stream_notified',
  `SELECT DISTINCT username_folded AS name FROM polling_notification
   WHERE tenant_identifier = $1 AND username_folded = ANY($2::text[]) AND seq > $3 AND seq <= $4`,
);
const selectHeads = sql(
  'polling_stream_heads',
  `SELECT h.tenant_identifier AS "tenantIdentifier", ${headColumns} FROM unnest($1::text[]) v (tenant)
   JOIN polling_head h ON h.tenant_identifier = v.tenant`,
);
const selectStates = sql(
  'polling_stream_states',
  `SELECT s.change_seq AS "ownSeq" FROM unnest($1::text[], $2::text[]) WITH ORDINALITY v (tenant, name, place)
   LEFT JOIN polling_user_state s ON s.tenant_identifier = v.tenant AND s.username_folded = v.name ORDER BY v.place`,
);

interface HeadCells {
  readonly headPublish: number;
  readonly headChange: number;
  readonly headNotification: number;
}

const headOf = ({ headPublish, headChange, headNotification }: HeadCells): Head => ({
  publishSeq: headPublish,
  changeSeq: headChange,
  notificationSeq: headNotification,
});

/** Reads at most `limit` announcements that changed after a number; null where the tenant has never had any. */
export async function readNews(
  queryable: Queryable,
  tenantIdentifier: string,
  after: number,
  limit: number,
): Promise<{ readonly head: Head; readonly changed: readonly ChangedAnnouncement[] } | null> {
  type Row = Omit<ChangedAnnouncement, 'id'> & HeadCells & { readonly id: number | null };
  const rows = await queryable.rows<Row>(selectNews, [tenantIdentifier, after, limit]);
  const [first] = rows;
  if (first === undefined) return null;
  const changed = rows.filter((row): row is Row & ChangedAnnouncement => row.id !== null);
  return { head: headOf(first), changed };
}

/** Answers the texts of each, in the order in which they were given. */
export async function readTexts(
  queryable: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly LocalText[]>> {
  const rows = await queryable.rows<LocalText & { readonly id: number }>(selectTexts, [ids]);
  return Map.groupBy(rows, ({ id }) => id);
}

/** Answers those of these users who were notified between the numbers. */
export async function listNotified(
  queryable: Queryable,
  tenantIdentifier: string,
  names: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReadonlySet<string>> {
  const rows = await queryable.rows<{ name: string }>(selectNotified, [tenantIdentifier, names, from, to]);
  return new Set(rows.map(({ name }) => name));
}

/** Reads the head rows; tenants without one are left out. */
export async function readHeads(queryable: Queryable, tenants: readonly string[]): Promise<ReadonlyMap<string, Head>> {
  const rows = await queryable.rows<HeadCells & { tenantIdentifier: string }>(selectHeads, [tenants]);
  return new Map(rows.map((row) => [row.tenantIdentifier, headOf(row)]));
}

/** Answers the number of the own state of each in the order given; null where there is none. */
export async function readOwnNumbers(
  queryable: Queryable,
  persons: readonly PersonKey[],
): Promise<readonly (number | null)[]> {
  const tenants = persons.map(({ tenantIdentifier }) => tenantIdentifier);
  const names = persons.map(({ usernameFolded }) => usernameFolded);
  const rows = await queryable.rows<{ ownSeq: number | null }>(selectStates, [tenants, names]);
  return rows.map(({ ownSeq }) => ownSeq);
}
