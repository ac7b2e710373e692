// Reads a query of events: within bounds of time, and of the caller's rights.
import type { SvcEventLogFilterModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Static } from 'typebox';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import { parseAddressRange } from '../../../kernel/text/address-range.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { isExactNumber } from '../../../kernel/text/json/exact-json.ts';
import type { RetentionClass, RetentionDays } from '../record/event.types.ts';
import { LEVELS } from '../record/level.ts';
import type { FullText } from '../record/search-tokens.ts';
import type { BorneName, EventQuery } from './event-filter.store.ts';
import { isEmptySearch } from './search-query.ts';

const RANGE_DAYS_MAX = 31;
const TIMEOUT_MS = 10_000;
export const AUDIT_TYPES: readonly string[] = ['AUDIT', 'SECURITY'];
const OTHER_TYPES = ['APPLICATION', 'ACCESS', 'INTEGRATION', 'PERFORMANCE'];
export const VIEW = 'LOG_VIEW';
export const AUDIT_VIEW = 'LOG_AUDIT_VIEW';

/** Days that events are kept. */
export interface Keeping {
  readonly now: number;
  readonly daysOf: RetentionDays;
  readonly fullText: FullText;
}

interface KeptEvent {
  readonly eventType: string;
  readonly eventTime: string;
  readonly tenantIdentifier: string;
}

export type AskedEvents = Static<typeof SvcEventLogFilterModel>;

/**
 * Makes the query within the caller's rights: own events of every type where they are asked for, else those of the
 * authorities.
 */
export function queryOf(
  act: Act,
  body: AskedEvents,
  { now, daysOf, fullText }: Keeping,
  names: readonly BorneName[] | null = null,
): EventQuery {
  const eventTypes = names === null ? typesOf(act.caller, body.eventTypeList ?? null) : (body.eventTypeList ?? null);
  if (fullText === 'OFF' && body.searchText !== undefined) fail('LOG_FULL_TEXT_OFF');
  const conditions = conditionsOf(act, body, now);
  const kept = keptOf(conditions.tenantIdentifier, { now, daysOf });
  const isRecent = conditions.from >= kept.standardFrom && conditions.from >= kept.auditFrom;
  return { ...conditions, eventTypes, names, fullText, kept: isRecent ? null : kept };
}

/** Says whether an event still counts as kept, which may be deleted later. */
export function isKept(
  { eventType, eventTime, tenantIdentifier }: KeptEvent,
  keeping: Pick<Keeping, 'now' | 'daysOf'>,
): boolean {
  const { standardFrom, auditFrom } = keptOf(tenantIdentifier, keeping);
  return new Date(eventTime) >= (AUDIT_TYPES.includes(eventType) ? auditFrom : standardFrom);
}

function keptOf(tenantIdentifier: string, { now, daysOf }: Pick<Keeping, 'now' | 'daysOf'>) {
  const from = (retentionClass: RetentionClass) => new Date(now - daysOf(retentionClass, tenantIdentifier) * DAY_MS);
  return { standardFrom: from('STANDARD'), auditFrom: from('AUDIT') };
}

/** Says whether the answer may have events of audit. */
export function seesAudit({ eventTypes, names }: EventQuery): boolean {
  return names === null && (eventTypes === null || eventTypes.some((type) => AUDIT_TYPES.includes(type)));
}

function conditionsOf(
  { caller }: Act,
  body: AskedEvents,
  now: number,
): Omit<EventQuery, 'eventTypes' | 'names' | 'kept' | 'fullText'> {
  const tenantIdentifier = body.tenantIdentifier ?? caller.tenantIdentifier;
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  const { clientIp, searchText, attributeMap = {}, username } = body;
  if (clientIp !== undefined && parseAddressRange(clientIp) === null) {
    invalid({ field: 'clientIp', code: 'FORMAT', message: 'Must be an address or a range such as 10.0.0.0/8.' });
  }
  for (const [path, value] of Object.entries(attributeMap)) {
    if (typeof value !== 'object' || isExactNumber(value)) continue;
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

function rangeOf(body: AskedEvents, now: number): { readonly from: Date; readonly to: Date } {
  // The end of the range is inclusive.
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

export function typesSeenBy(caller: Pick<Act['caller'], 'holds'>): readonly string[] {
  return [...(caller.holds(VIEW) ? OTHER_TYPES : []), ...(caller.holds(AUDIT_VIEW) ? AUDIT_TYPES : [])];
}

/** Answers the visible types among the wanted ones. Null: all. */
function typesOf(caller: Act['caller'], wanted: readonly string[] | null): readonly string[] | null {
  const seen = typesSeenBy(caller);
  if (wanted !== null) return wanted.filter((type) => seen.includes(type));
  return seen.length === OTHER_TYPES.length + AUDIT_TYPES.length ? null : seen;
}

function levelsOf({ levelFrom, levelList }: AskedEvents): readonly string[] | null {
  const from = levelFrom === undefined ? null : LEVELS.slice(LEVELS.indexOf(levelFrom));
  if (from === null) return levelList ?? null;
  return levelList === undefined ? from : from.filter((level) => levelList.includes(level));
}
