// Holds the SQL of pages of announcements, with what one person has done with each.
import type { Pageable } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { pageRecords } from '../../../kernel/records/record-page.ts';
import { announcementColumns } from '../record/announcement.store.ts';
import type { Announcement, LocalText } from '../record/announcement.types.ts';
import type { OwnMarks } from '../view/announcement.wire.ts';
import type { PersonKey } from '../view/poll.store.ts';

/** Null filters nothing. */
export interface AnnouncementQuery {
  readonly person: PersonKey;
  readonly watermark: number;
  readonly locales: readonly string[];
  /** Ids of live announcements, to which the page is limited; null: all of the tenant. */
  readonly liveIds: readonly number[] | null;
  readonly activeOn: Date | null;
  readonly searchText: string | null;
  readonly typeList: readonly string[] | null;
  readonly displayTypeList: readonly string[] | null;
  readonly statusList: readonly string[] | null;
  readonly uuidList: readonly string[] | null;
  readonly read: boolean | null;
  readonly archived: boolean | null;
  readonly dismissed: boolean | null;
  readonly acknowledged: boolean | null;
  readonly startDateFrom: string | null;
  readonly startDateTo: string | null;
  readonly createdByFolded: string | null;
  readonly application: string | null;
}

export type PagedAnnouncement = Announcement & LocalText & OwnMarks;

/** Statuses of announcements that are, were, or will be live. */
const WAS_LIVE = ['SCHEDULED', 'PUBLISHED', 'EXPIRED'];

/** Writes the expressions that depend on the reader, with the parameters of one filter. */
function expressionsOf(filter: Filter, { person, watermark, locales }: AnnouncementQuery) {
  const [tenant, name] = [filter.parameter(person.tenantIdentifier), filter.parameter(person.usernameFolded)];
  const best = `array_position(${filter.parameter(locales)}::text[], c.locale)`;
  const receipt = `FROM polling_receipt r WHERE r.tenant_identifier = ${tenant} AND r.username_folded = ${name}
    AND r.announcement_id = a.id AND r.publish_seq = a.publish_seq`;
  const text = `FROM polling_announcement_content c WHERE c.announcement_id = a.id
    ORDER BY ${best} NULLS LAST, c.position LIMIT 1`;
  const isPassed = `coalesce(a.publish_seq <= ${filter.parameter(watermark)}::bigint, false)`;
  return {
    receipt,
    text,
    isPassed,
    read: `CASE WHEN a.acknowledgement_required THEN coalesce((SELECT r.acknowledged_date IS NOT NULL ${receipt}), false)
      ELSE coalesce((SELECT r.read ${receipt}), ${isPassed}) END`,
    acknowledged: `coalesce((SELECT r.acknowledged_date IS NOT NULL ${receipt}), false)`,
    archived: `coalesce((SELECT r.archived_date IS NOT NULL ${receipt}), false)`,
    dismissed: `coalesce((SELECT r.dismissed_date IS NOT NULL ${receipt}), false)`,
  };
}

function filterOf(filter: Filter, query: AnnouncementQuery, own: ReturnType<typeof expressionsOf>): void {
  if (query.liveIds === null) {
    filter.and('a.tenant_identifier = $? AND NOT a.deleted', query.person.tenantIdentifier);
  } else filter.and(`a.id = ANY($?::bigint[]) AND a.status = 'PUBLISHED'`, query.liveIds);
  if (query.activeOn !== null) {
    filter.and(`a.status = ANY($?::text[])`, WAS_LIVE);
    filter.and('a.start_date <= $? AND (a.end_date IS NULL OR a.end_date > $?)', query.activeOn);
  }
  if (query.searchText !== null) {
    const pattern = filter.parameter(containsPattern(query.searchText));
    filter.and(`EXISTS (SELECT FROM (SELECT c.title, c.content ${own.text}) t
      WHERE t.title ILIKE ${pattern} ESCAPE '\\' OR t.content ILIKE ${pattern} ESCAPE '\\')`);
  }
  const lists = { type: query.typeList, display_type: query.displayTypeList, status: query.statusList };
  for (const [column, list] of Object.entries(lists)) {
    if (list !== null) filter.and(`a.${column} = ANY($?::text[])`, list);
  }
  if (query.uuidList !== null) filter.and('a.uuid = ANY($?::uuid[])', query.uuidList);
  for (const mark of ['read', 'archived', 'dismissed', 'acknowledged'] as const) {
    if (query[mark] !== null) filter.and(`${own[mark]} = $?::boolean`, query[mark]);
  }
  if (query.createdByFolded !== null) filter.and('a.created_by_folded = $?', query.createdByFolded);
  if (query.application !== null) filter.and('a.application = $?', query.application);
  addRange(filter, 'a.start_date', query.startDateFrom, query.startDateTo);
}

/** The total is exact; past the end the rows are empty. */
export function pageAnnouncements(
  queryable: Queryable,
  query: AnnouncementQuery,
  page: Pageable,
): Promise<{ readonly rows: readonly PagedAnnouncement[]; readonly total: number }> {
  const filter = createFilter();
  const own = expressionsOf(filter, query);
  filterOf(filter, query, own);
  const source = {
    name: 'polling_announcement_page',
    table: 'polling_announcement',
    alias: 'a',
    columns: `${announcementColumns}, t.locale, t.title, t.content, t."contentHtml", 
      CASE WHEN a.acknowledgement_required THEN m.acknowledged_date IS NOT NULL ELSE coalesce(m.read, ${own.isPassed}) END AS read,
      m.read_date AS "readDate", m.archived_date IS NOT NULL AS archived, m.dismissed_date IS NOT NULL AS dismissed,
      m.acknowledged_date IS NOT NULL AS acknowledged, m.acknowledged_date AS "acknowledgedDate"`,
    joins: `LEFT JOIN LATERAL (SELECT c.locale, c.title, c.content, c.content_html AS "contentHtml" ${own.text}) t ON true
      LEFT JOIN LATERAL (SELECT r.read, r.read_date, r.archived_date, r.dismissed_date, r.acknowledged_date ${own.receipt}) m ON true`,
    sortColumns: {
      pinned: 'a.pinned',
      priority: 'a.priority',
      startDate: 'a.start_date',
      publishSeq: 'a.publish_seq',
      type: 'a.type',
      title: `(SELECT c.title ${own.text})`,
    },
  };
  return pageRecords<PagedAnnouncement>(queryable, source, filter, page);
}
