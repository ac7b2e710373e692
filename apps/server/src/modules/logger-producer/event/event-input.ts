// Reads an event record: fills in defaults, and refuses fields that its caller may not set.
import { hash } from 'node:crypto';
import type { SvcEventLogModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { type ArgumentProblem, fail, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import { canonicalJson } from '../../../kernel/text/json/canonical-json.ts';
import { isExactNumber } from '../../../kernel/text/json/exact-json.ts';
import type { EventMask } from '../masking/feature.ts';
import { cutEvent } from '../record/cut-event.ts';
import type { EventType, LogEvent } from '../record/event.types.ts';
import { levelOf, severityOf } from '../record/level.ts';
import { type FullText, indexedTokens } from '../record/search-tokens.ts';
import { isVersion7, timeOfVersion7, uuidOfKey } from '../record/uuids.ts';

/** Days in the past that an audited event may lie; other events may be as old as those that are kept. */
const AUDIT_DAYS = 1;
const HASH_BYTES = 16;
const ATTRIBUTE_BYTES_MAX = 131_072;
const ATTRIBUTE_DEPTH_MAX = 8;
const PRODUCE_AUDIT = 'LOG_PRODUCE_AUDIT';
const PRODUCE_ON_BEHALF = 'LOG_PRODUCE_ON_BEHALF';
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** Request of an event. */
export interface EventOrigin {
  readonly path: string;
  /** Place in a batch; null for a single event. */
  readonly index: number | null;
}

/** Sender of an event, and its defaults. */
export interface EventSender {
  readonly tenantIdentifier: string;
  readonly username: string;
  /** Values that need no right to be named. */
  readonly own: { readonly sessionIdentifier: string; readonly clientIp: string };
  readonly sessionIdentifier: string | null;
  readonly service: string;
  /** The `traceparent` of W3C Trace Context; null without one. */
  readonly traceparent: string | null;
  /** Answers a uuid where none is given; null: a new one is made. */
  uuid(): string | null;
  /** Fields that `captureRequest` adds. */
  readonly request: Pick<LogEvent, 'clientIp' | 'userAgent' | 'requestMethod' | 'requestPath'>;
  holds(authority: string): boolean;
}

/** Makes the sender from the caller. */
export function senderOf(act: Act, { path, index }: EventOrigin): EventSender {
  const { caller, context } = act;
  const { remoteAddress: clientIp, userAgent } = context;
  return {
    tenantIdentifier: caller.tenantIdentifier,
    username: caller.username,
    own: { sessionIdentifier: caller.identifier, clientIp },
    sessionIdentifier: caller.kind === 'person' ? caller.identifier : null,
    service: caller.kind === 'api-key' ? caller.username : 'web',
    traceparent: context.header('traceparent'),
    uuid: () => uuidOfKey(act, index),
    request: { clientIp, userAgent: userAgent === '' ? null : userAgent, requestMethod: 'POST', requestPath: path },
    holds: (authority) => caller.holds(authority),
  };
}

export interface EventInputParts {
  readonly ids: Pick<Ids, 'uuidV7'>;
  readonly now: () => number;
  /** Answers for how many days events of a tenant are kept. */
  readonly standardDays: (tenantIdentifier: string) => number;
  readonly mask: Pick<EventMask, 'event'>;
  /** Which words of an event are indexed. */
  readonly fullText: () => FullText;
}

/** Reads an event; 400 with every problem at once; 403; 422 LOG_EVENT_TOO_OLD, LOG_EVENT_IN_FUTURE. */
export function readEvent(
  sender: EventSender,
  given: SvcEventLogModel,
  { ids, now, standardDays, mask, fullText }: EventInputParts,
): LogEvent {
  const problems: ArgumentProblem[] = [];
  const level = levelOf(given.level ?? null, problems);
  const severityNumber = severityOf(given.severityNumber ?? null, level, problems);
  checkAttributes(given.attributeMap ?? null, problems);
  if (problems.length > 0) invalid(...problems);
  // Masked first, so that no secret is hashed or kept.
  const body = mask.event(given);
  const eventType = body.eventType ?? 'APPLICATION';
  checkAuthorities(sender, given, eventType);
  const observedTime = now();
  const contentHash = hash('sha256', canonicalJson(sentOf(body)), 'buffer').subarray(0, HASH_BYTES);
  const tenantIdentifier = body.tenantIdentifier ?? sender.tenantIdentifier;
  const named = body.uuid?.toLowerCase() ?? sender.uuid();
  const uuid = named ?? ids.uuidV7();
  const eventTime = body.eventTime ?? null;
  // Uuids made here run ahead of the clock where there are many in one millisecond.
  const timeOfUuid = named === null ? null : timeOfVersion7(named);
  const timeMs = eventTime === null ? (timeOfUuid ?? observedTime) : Date.parse(eventTime);
  const retentionClass = eventType === 'AUDIT' || eventType === 'SECURITY' ? 'AUDIT' : 'STANDARD';
  checkTime(timeMs, observedTime, (retentionClass === 'AUDIT' ? AUDIT_DAYS : standardDays(tenantIdentifier)) * DAY_MS);
  const request = body.captureRequest === true ? mask.event(sender.request) : null;
  const trace = TRACEPARENT.exec(sender.traceparent ?? '');
  const eventName = body.eventName ?? 'event';
  const cut = cutEvent(body);
  return {
    uuid,
    tenantIdentifier,
    eventTime: eventTime ?? new Date(timeMs).toISOString(),
    retentionClass,
    observedTime,
    severityNumber,
    level,
    eventName,
    eventType,
    key: body.key ?? eventName,
    message: cut.message,
    service: body.service ?? sender.service,
    instance: body.instance ?? null,
    loggerName: body.loggerName ?? null,
    threadName: body.threadName ?? null,
    username: body.username ?? sender.username,
    sessionIdentifier: body.sessionIdentifier ?? sender.sessionIdentifier,
    clientIp: body.clientIp ?? request?.clientIp ?? null,
    userAgent: body.userAgent ?? request?.userAgent ?? null,
    requestMethod: body.requestMethod ?? request?.requestMethod ?? null,
    requestPath: pathOf(body.requestPath ?? request?.requestPath ?? null),
    traceId: body.traceId?.toLowerCase() ?? trace?.[1] ?? null,
    spanId: body.spanId?.toLowerCase() ?? trace?.[2] ?? null,
    traceFlags: body.traceFlags ?? (trace?.[3] === undefined ? null : Number.parseInt(trace[3], 16)),
    action: body.action ?? null,
    outcome: body.outcome ?? null,
    entityType: body.entityType ?? null,
    entityUuid: body.entityUuid ?? null,
    durationMillis: body.durationMillis ?? null,
    errorDetail: cut.errorDetail,
    tagList: cut.tags.length === 0 ? null : JSON.stringify(cut.tags),
    attributeMap:
      body.attributeMap === null || body.attributeMap === undefined ? null : JSON.stringify(body.attributeMap),
    truncated: cut.truncated,
    contentHash,
    searchTokens: indexedTokens(fullText(), {
      message: cut.message,
      eventName,
      tags: cut.tags,
      attributes: body.attributeMap ?? {},
    }),
    repeats: named === null ? 'none' : eventTime === null && !isVersion7(uuid) ? 'locked' : 'recent',
  };
}

/** Answers the sent fields, without those that only the server sets, and without null. */
function sentOf(body: SvcEventLogModel): Readonly<Record<string, unknown>> {
  const { observedTime, truncated, sequence, hash: chained, ...sent } = body as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
}

function checkAuthorities(sender: EventSender, body: SvcEventLogModel, eventType: EventType): void {
  const differs = (given: string | null | undefined, own: string): boolean =>
    given !== null && given !== undefined && given !== own;
  const isAudit = eventType === 'AUDIT' || eventType === 'SECURITY';
  if (isAudit && !sender.holds(PRODUCE_AUDIT)) failAuthority(PRODUCE_AUDIT);
  if (differs(body.tenantIdentifier, sender.tenantIdentifier) && !sender.holds('TENANT_ALL'))
    failAuthority('TENANT_ALL');
  const isOfOthers =
    differs(body.username, sender.username) ||
    differs(body.sessionIdentifier, sender.own.sessionIdentifier) ||
    differs(body.clientIp, sender.own.clientIp);
  if (isOfOthers && !sender.holds(PRODUCE_ON_BEHALF)) failAuthority(PRODUCE_ON_BEHALF);
}

function checkAttributes(attributes: Readonly<Record<string, unknown>> | null, problems: ArgumentProblem[]): void {
  if (attributes === null) return;
  const bytes = Buffer.byteLength(JSON.stringify(attributes));
  const field = 'attributeMap';
  if (bytes > ATTRIBUTE_BYTES_MAX) {
    problems.push({ field, code: 'TOO_LONG', message: `Must have at most ${ATTRIBUTE_BYTES_MAX} bytes.` });
  }
  if (depthOf(attributes) > ATTRIBUTE_DEPTH_MAX) {
    problems.push({ field, code: 'TOO_LONG', message: `Must not nest deeper than ${ATTRIBUTE_DEPTH_MAX} levels.` });
  }
}

/** Answers the depth, 1 for a map of plain values; stops at the bound. */
function depthOf(value: unknown, above = 0): number {
  if (typeof value !== 'object' || value === null || above > ATTRIBUTE_DEPTH_MAX || isExactNumber(value)) return above;
  return Math.max(above + 1, ...Object.values(value).map((below) => depthOf(below, above + 1)));
}

function checkTime(timeMs: number, now: number, keptMs: number): void {
  if (timeMs > now + DAY_MS) fail('LOG_EVENT_IN_FUTURE');
  if (timeMs < now - keptMs) fail('LOG_EVENT_TOO_OLD');
}

/** Answers the path of a request without its query, which may hold a token. */
function pathOf(path: string | null): string | null {
  return path?.split(/[?#]/, 1)[0] ?? null;
}
