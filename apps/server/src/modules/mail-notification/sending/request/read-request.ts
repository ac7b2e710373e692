// Reads a request to send: all problems of its body are reported at once.
import { hash } from 'node:crypto';
import type { SvcNotificationMailRequestModel, SvcNotificationMailRequestModelWithContent } from '@keelson/contract';
import { isTimeZone } from '@keelson/time-zone';
import { DAY_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { type ArgumentProblem, invalid } from '../../../../kernel/request/errors.ts';
import { canonicalJson } from '../../../../kernel/text/json/canonical-json.ts';
import { readAttachments, readKeptFiles } from '../../attachment/feature.ts';
import type { MailBox } from '../../message/mail-content.ts';
import type { KeptFile, MailSender } from '../../record/sent-mail.types.ts';
import { canonicalLocale } from '../../rendering/feature.ts';
import type { JsonMap } from '../../rendering/liquid/rendering.types.ts';
import type { InlineContent, TemplateReference } from '../../template/feature.ts';
import { type GivenRecipients, recipientKey, type SendRequest } from '../sending.types.ts';
import { readParameters } from './read-parameters.ts';
import { hasControl, readMailBox, readMailBoxes, readRecipients } from './read-recipients.ts';

/** Fields that every send has. */
export type SendBody = Omit<SvcNotificationMailRequestModel, 'templateCode' | 'templateUuid' | 'ignoreDisabled'>;

export interface TemplateRequest extends SendRequest {
  readonly template: TemplateReference;
  readonly ignoreDisabled: boolean;
}

export interface ContentRequest extends SendRequest {
  readonly content: InlineContent;
  /** Sender that the content names. */
  readonly sender: MailBox | null;
}

/** Tolerance of clocks: a date of so short a time ago means now. */
const PAST_MS = 5 * MINUTE_MS;
const AHEAD_MS = 30 * DAY_MS;
const WAIT_MS = 7 * DAY_MS;
/** Name of a header (RFC 5322, 3.6.8) that a request may set. */
const HEADER_NAME = /^x-[!-9;-~]{1,70}$/i;
const THREADING = new Set(['references', 'in-reply-to']);
/**
 * Message-ID (RFC 5322, 3.6.4) in ASCII: a message must not need SMTPUTF8 for the id of another one. A line holds one.
 */
const MESSAGE_ID = /^(?=.{5,996}$)<[!-;=?A-~]+@[!-;=?A-~]+>$/;

function areMessageIds(value: string): boolean {
  return value
    .trim()
    .split(' ')
    .every((id) => MESSAGE_ID.test(id));
}

function readHeaders(
  headers: Readonly<Record<string, string>>,
  problems: ArgumentProblem[],
): Readonly<Record<string, string>> {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const field = `headers.${name}`;
    const folded = name.toLowerCase();
    if (!THREADING.has(folded) && !HEADER_NAME.test(name)) {
      problems.push({ field, code: 'HEADER_NOT_ALLOWED', message: 'Must be an X-* name, References or In-Reply-To.' });
    } else if (hasControl(value)) {
      problems.push({ field, code: 'CONTROL_CHARACTER', message: 'Must hold no control characters.' });
    } else if (THREADING.has(folded) && !areMessageIds(value)) {
      problems.push({ field, code: 'PATTERN', message: 'Must be Message-IDs, such as <id@example.org>, and blanks.' });
    } else if (seen.has(folded)) {
      problems.push({ field, code: 'DUPLICATE_ENTRY', message: 'Another header has this name.' });
    }
    seen.add(folded);
  }
  return headers;
}

function readSchedule(body: SendBody, now: number, problems: ArgumentProblem[]) {
  const wanted = body.sendDate == null ? now : Date.parse(body.sendDate);
  const sendDate = new Date(Math.max(wanted, now));
  const expireDate = body.expireDate == null ? null : new Date(body.expireDate);
  const problem = (field: string, message: string) => problems.push({ field, code: 'SCHEDULE_INVALID', message });
  if (wanted < now - PAST_MS) problem('sendDate', 'Must not lie more than 5 minutes in the past.');
  else if (wanted > now + AHEAD_MS) problem('sendDate', 'Must lie at most 30 days ahead.');
  if (expireDate !== null && expireDate <= sendDate) problem('expireDate', 'Must lie after sendDate.');
  else if (expireDate !== null && expireDate.getTime() > sendDate.getTime() + WAIT_MS) {
    problem('expireDate', 'Must lie at most 7 days after sendDate.');
  }
  return { sendDate, expireDate };
}

function readOverlays(
  given: Readonly<Record<string, JsonMap>> | null | undefined,
  { to }: GivenRecipients,
  problems: ArgumentProblem[],
): ReadonlyMap<string, JsonMap> {
  const known = new Set(to.map(({ address }) => recipientKey(address)));
  const overlays = new Map<string, JsonMap>();
  for (const [address, parameters] of Object.entries(given ?? {})) {
    const field = `recipientParameters.${address}`;
    const { box } = readMailBox(field, address);
    const key = box === null ? '' : recipientKey(box.address);
    if (!known.has(key)) problems.push({ field, code: 'NOT_ALLOWED', message: 'Is no recipient of this request.' });
    else readParameters(field, parameters, problems);
    overlays.set(key, parameters);
  }
  return overlays;
}

function readReading(body: SendBody, problems: ArgumentProblem[]) {
  const locale = body.locale == null ? null : canonicalLocale(body.locale);
  if (body.locale != null && locale === null) {
    const message = 'Must be a locale such as tr-TR, or default.';
    problems.push({ field: 'locale', code: 'LOCALE_INVALID', message });
  }
  const timeZone = body.timeZone ?? null;
  if (timeZone !== null && !isTimeZone(timeZone)) {
    const message = 'Must be the name of a time zone, such as Europe/Istanbul.';
    problems.push({ field: 'timeZone', code: 'INVALID_TIME_ZONE', message });
  }
  return { locale, timeZone };
}

function readFrom(body: SendBody, problems: ArgumentProblem[]) {
  if (body.from == null) return null;
  const { box, problem } = readMailBox('from', body.from);
  if (problem !== null) problems.push(problem);
  return box;
}

function readAnswered(inReplyTo: string | null | undefined, problems: ArgumentProblem[]): string | null {
  if (inReplyTo == null) return null;
  if (!MESSAGE_ID.test(inReplyTo)) {
    const message = 'Must be a Message-ID, such as <id@example.org>.';
    problems.push({ field: 'inReplyTo', code: 'PATTERN', message });
  }
  return inReplyTo;
}

/** Makes a file's part in the comparison of two requests. */
function namedFile({ name, contentType, content }: KeptFile): readonly string[] {
  return [name, contentType, content.toString('hex')];
}

/** Further recipients of a kind of send. */
export interface SendKind {
  /** True where each gets a separate mail, whatever the body says. */
  readonly separate?: boolean;
  /** True where the recipients may be found later. */
  readonly mayBeNobody?: boolean;
}

/**
 * Reads the common part; ends the request with 400 for problems here or before. `kind` distinguishes two operations
 * with the same body.
 */
export function readSend(
  kind: string,
  by: Pick<MailSender, 'username' | 'files'>,
  body: SendBody,
  now: number,
  problems: ArgumentProblem[] = [],
  own: SendKind = {},
): SendRequest {
  const overlaid = Object.keys(body.recipientParameters ?? {}).length > 0;
  // The link to leave the group is for one recipient.
  const isSeparate = own.separate === true || body.separate === true || overlaid || body.unsubscribeGroup != null;
  const recipients = readRecipients(body, isSeparate, problems, own.mayBeNobody);
  const parameters = body.parameters ?? null;
  const { files = [] } = by;
  if (parameters !== null) readParameters('parameters', parameters, problems);
  const request: SendRequest = {
    ...recipients,
    ...readReading(body, problems),
    ...readSchedule(body, now, problems),
    uuid: body.uuid?.toLowerCase() ?? null,
    requestHash: hash('sha256', canonicalJson([kind, by.username, body, ...files.map(namedFile)]), 'buffer'),
    from: readFrom(body, problems),
    replyTo: readMailBoxes('replyTo', body.replyTo, problems),
    parameters,
    recipientParameters: readOverlays(body.recipientParameters, recipients, problems),
    headers: readHeaders(body.headers ?? {}, problems),
    priority: body.priority ?? 'NORMAL',
    category: body.category ?? null,
    unsubscribeGroup: body.unsubscribeGroup ?? null,
    inReplyTo: readAnswered(body.inReplyTo, problems),
    uncertainPolicy: body.uncertainPolicy ?? null,
    metadata: body.metadata ?? {},
    attachments: [...readAttachments(body.attachments, problems), ...readKeptFiles(files, problems)],
  };
  if (problems.length > 0) invalid(...problems);
  return request;
}

/** Reads the send of a template; the contract requires one of code and uuid. */
export function readTemplateSend(
  by: Pick<MailSender, 'username' | 'files'>,
  body: SvcNotificationMailRequestModel,
  now: number,
): TemplateRequest {
  const { templateCode, templateUuid, ignoreDisabled } = body;
  return {
    ...readSend('TEMPLATE', by, body, now),
    template: templateUuid == null ? { code: templateCode ?? '' } : { uuid: templateUuid },
    ignoreDisabled: ignoreDisabled ?? false,
  };
}

export function readContentSend(
  by: Pick<MailSender, 'username' | 'files'>,
  body: SvcNotificationMailRequestModelWithContent,
  now: number,
): ContentRequest {
  const { subject, content, contentType, textContent, sender } = body.content;
  const problems: ArgumentProblem[] = [];
  const named = sender == null ? null : readMailBox('content.sender', sender);
  if (named !== null && named.problem !== null) problems.push(named.problem);
  const text = body.textContent ?? textContent ?? null;
  return {
    ...readSend('CONTENT', by, body, now, problems),
    content: { subject, content, contentType: contentType ?? 'STRING', textContent: text },
    sender: named?.box ?? null,
  };
}
