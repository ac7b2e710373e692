// Reads pages of events, without locking them.
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { pageRecords, type RecordSource } from '../../../kernel/records/record-page.ts';
import type { ParticipationStatus } from './calendar.types.ts';
import { LISTED_COLUMNS, type ListedRow, type StoredEvent, toListedEvent } from './event-rows.store.ts';

/** Filters; null filters nothing. */
export interface EventQuery {
  /** Null stands for every tenant. */
  readonly tenantIdentifier: string | null;
  /** Folded name of the person who invited first. */
  readonly owner: string | null;
  /** Folded name of the person who changed it last. */
  readonly createdBy: string | null;
  readonly uidList: readonly string[] | null;
  readonly searchText: string | null;
  readonly statusList: readonly string[] | null;
  readonly organizer: string | null;
  readonly attendee: string | null;
  readonly participationStatus: ParticipationStatus | null;
  readonly startDateFrom: string | null;
  readonly startDateTo: string | null;
}

const events: RecordSource = {
  name: 'mail_calendar_page',
  table: 'mail_calendar_event',
  alias: 'e',
  columns: LISTED_COLUMNS,
  joins: '',
  sortColumns: {
    startDate: 'e.start_date',
    endDate: 'e.end_date',
    summary: 'e.summary',
    status: 'e.status',
    dateCreated: 'e.date_created',
    dateUpdated: 'e.date_updated',
  },
};
const findOne = sql(
  'mail_calendar_show',
  `SELECT ${LISTED_COLUMNS} FROM mail_calendar_event e
   WHERE ($1::text IS NULL OR e.tenant_identifier = $1) AND e.uid = $2 AND ($3::text IS NULL OR e.created_by_folded = $3)
     AND e.recurrence_id = coalesce($5::timestamptz, '-infinity')
   ORDER BY e.tenant_identifier <> $4, e.id LIMIT 1`,
);

function filterEvents(query: EventQuery): Filter {
  const filter = createFilter();
  if (query.tenantIdentifier !== null) filter.and('e.tenant_identifier = $?', query.tenantIdentifier);
  if (query.owner !== null) filter.and('e.created_by_folded = $?', query.owner);
  if (query.createdBy !== null) filter.and('e.created_by_folded = $?', query.createdBy);
  if (query.uidList !== null) filter.and('e.uid = ANY($?::text[])', query.uidList);
  if (query.searchText !== null) filter.and('e.summary ILIKE $?', containsPattern(query.searchText));
  if (query.statusList !== null) filter.and('e.status = ANY($?::text[])', query.statusList);
  if (query.organizer !== null) filter.and('lower(e.organizer_address) = lower($?)', query.organizer);
  addRange(filter, 'e.start_date', query.startDateFrom, query.startDateTo);
  if (query.attendee === null && query.participationStatus === null) return filter;
  const address = query.attendee === null ? 'TRUE' : `lower(a.address) = lower(${filter.parameter(query.attendee)})`;
  const answer =
    query.participationStatus === null
      ? 'TRUE'
      : `a.participation_status = ${filter.parameter(query.participationStatus)}`;
  filter.and(`EXISTS (SELECT FROM mail_calendar_attendee a WHERE a.event_id = e.id AND ${address} AND ${answer})`);
  return filter;
}

/** Reads rows and total of one snapshot. */
export async function pageEvents(
  queryable: Queryable,
  query: EventQuery,
  page: Pageable,
): Promise<{ readonly rows: readonly StoredEvent[]; readonly total: number }> {
  const { rows, total } = await pageRecords<ListedRow>(queryable, events, filterEvents(query), page);
  return { rows: rows.map(toListedEvent), total };
}

/** Finds an event to show; among several tenants the own one comes first. */
export async function findShownEvent(
  queryable: Queryable,
  {
    tenantIdentifier,
    ownTenant,
    owner,
  }: Pick<EventQuery, 'tenantIdentifier' | 'owner'> & { readonly ownTenant: string },
  uid: string,
  recurrenceId: Date | null,
): Promise<StoredEvent | null> {
  const [row] = await queryable.rows<ListedRow>(findOne, [tenantIdentifier, uid, owner, ownTenant, recurrenceId]);
  return row === undefined ? null : toListedEvent(row);
}
