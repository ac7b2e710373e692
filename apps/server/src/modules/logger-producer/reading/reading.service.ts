// Reads events for people: what they may see, within bounds of time and depth, and with a record of who looked at the audit.
import { eventSortStandard, resolvePageable, type SvcEventLogQueryModel } from '@keelson/contract';
import type { Static } from 'typebox';
import { sqlState } from '../../../kernel/database/database-errors.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { parseAddressRange } from '../../../kernel/text/address-range.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { loggerProducerEvents } from '../logger-producer.events.ts';
import { LEVELS } from '../record/level.ts';
import type { createEventQueryStore, EventQuery, EventRow } from './event-query.store.ts';
import { isEmptySearch } from './search-query.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const RANGE_DAYS_MAX = 31;
const DEPTH_MAX = 10_000;
const TIMEOUT_MS = 10_000;
const QUERY_CANCELED = '57014';
const AUDIT_TYPES = ['AUDIT', 'SECURITY'];
const OTHER_TYPES = ['APPLICATION', 'ACCESS', 'INTEGRATION', 'PERFORMANCE'];
const VIEW = 'LOG_VIEW';
const AUDIT_VIEW = 'LOG_AUDIT_VIEW';

type Query = Static<typeof SvcEventLogQueryModel>;

export function createReadingService({
  clock,
  database,
  store,
}: Pick<Kernel, 'clock' | 'database'> & { readonly store: ReturnType<typeof createEventQueryStore> }) {
  const tellLook = (act: Act, detail: object): Promise<void> =>
    database.transaction((tx) => act.record(tx, loggerProducerEvents.auditRead, null, detail));

  return {
    async find(act: Act, uuid: string): Promise<EventRow> {
      const { caller } = act;
      const row = await store.find(uuid, caller.holds('TENANT_ALL') ? null : caller.tenantIdentifier);
      const isAudit = row !== null && AUDIT_TYPES.includes(row.eventType);
      if (row === null || !caller.holds(isAudit ? AUDIT_VIEW : VIEW))
        return failNotFound('LOG_EVENT_NOT_FOUND', { uuid });
      if (isAudit) await tellLook(act, { uuid });
      return row;
    },

    async page(act: Act, body: Query) {
      const request = resolvePageable(body.pageable, eventSortStandard);
      const { pageNumber, pageSize } = request;
      if (pageNumber * pageSize > DEPTH_MAX) fail('LOG_QUERY_TOO_DEEP');
      const query = queryOf(act, body, clock.now());
      if (query.eventTypes?.length === 0) return { rows: [], total: 0, request };
      const seesAudit = query.eventTypes === null || query.eventTypes.some((type) => AUDIT_TYPES.includes(type));
      if (seesAudit) await tellLook(act, { query: body });
      try {
        return { ...(await store.page(query, request)), request };
      } catch (error) {
        if (sqlState(error) === QUERY_CANCELED) fail('LOG_QUERY_TOO_BROAD');
        throw error;
      }
    },
  };
}

function queryOf({ caller }: Act, body: Query, now: number): EventQuery {
  const tenantIdentifier = body.tenantIdentifier ?? caller.tenantIdentifier;
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  const { clientIp, searchText, attributeMap = {}, username } = body;
  if (clientIp !== undefined && parseAddressRange(clientIp) === null) {
    invalid({ field: 'clientIp', code: 'FORMAT', message: 'Must be an address or a range such as 10.0.0.0/8.' });
  }
  for (const [path, value] of Object.entries(attributeMap)) {
    if (typeof value !== 'object') continue;
    invalid({ field: `attributeMap.${path}`, code: 'TYPE', message: 'Must be text, a number, true or false.' });
  }
  if (searchText !== undefined && isEmptySearch(searchText)) {
    invalid({ field: 'searchText', code: 'PATTERN', message: 'Must hold a word.' });
  }
  const equal = {
    service: body.service,
    instance: body.instance,
    sessionIdentifier: body.sessionIdentifier,
    traceId: body.traceId?.toLowerCase(),
    entityType: body.entityType,
    entityUuid: body.entityUuid,
    action: body.action,
    outcome: body.outcome,
  };
  return {
    ...rangeOf(body, now),
    tenantIdentifier,
    eventTypes: typesOf(caller, body.eventTypeList ?? null),
    levels: levelsOf(body),
    uuids: body.uuidList ?? null,
    eventName: body.eventName ?? null,
    usernameFolded: username === undefined ? null : foldName(username),
    clientIp: clientIp ?? null,
    equal,
    searchText,
    attributeMap,
    ...(body.tagList === undefined ? {} : { tagList: body.tagList }),
    timeoutMs: body.timeoutMillis ?? TIMEOUT_MS,
  };
}

function rangeOf(body: Query, now: number): { readonly from: Date; readonly to: Date } {
  // An event of this very moment is among them.
  const to = body.eventTimeTo === undefined || body.eventTimeTo === null ? now + 1 : Date.parse(body.eventTimeTo);
  const { eventTimeFrom = null } = body;
  const isNarrow = [body.uuidList, body.traceId, body.entityUuid, body.sessionIdentifier].some(
    (named) => named !== undefined,
  );
  const standard = isNarrow ? 0 : to - DAY_MS;
  const from = eventTimeFrom === null ? standard : Date.parse(eventTimeFrom);
  if (!isNarrow && to - from > RANGE_DAYS_MAX * DAY_MS) fail('LOG_QUERY_RANGE_TOO_LARGE');
  return { from: new Date(from), to: new Date(to) };
}

/** What the caller may not see is not there. Null: all. */
function typesOf(caller: Act['caller'], wanted: readonly string[] | null): readonly string[] | null {
  const seen = [...(caller.holds(VIEW) ? OTHER_TYPES : []), ...(caller.holds(AUDIT_VIEW) ? AUDIT_TYPES : [])];
  if (wanted !== null) return wanted.filter((type) => seen.includes(type));
  return seen.length === OTHER_TYPES.length + AUDIT_TYPES.length ? null : seen;
}

function levelsOf({ levelFrom, levelList }: Query): readonly string[] | null {
  const from = levelFrom === undefined ? null : LEVELS.slice(LEVELS.indexOf(levelFrom));
  if (from === null) return levelList ?? null;
  return levelList === undefined ? from : from.filter((level) => levelList.includes(level));
}
