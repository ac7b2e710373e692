// Reads an announcement from a request: every problem of dates, links, locales and audience is reported at once.
import {
  announcementPriorityDefault,
  type SvcNotificationPollingAnnouncementModelInput,
  type SvcNotificationPollingAudienceModel,
} from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { resolveRedirectTarget } from '../../../kernel/text/redirect-target.ts';
import type { Announcement, AnnouncementFields, Audience } from '../record/announcement.types.ts';
import { everybodyBut } from '../record/audience.ts';
import { readTexts, type WrittenText } from './written-texts.ts';

/** Age of a start that still means now: filling in a form takes time. */
const START_TOLERANCE_MS = 5 * MINUTE_MS;

type Input = Omit<SvcNotificationPollingAnnouncementModelInput, 'uuid' | 'publish'>;

export interface WrittenAnnouncement {
  readonly fields: AnnouncementFields;
  readonly texts: readonly WrittenText[];
  /** Tenants; null: the own one. */
  readonly tenants: readonly string[] | null;
}

/** Finds a link that leads nowhere a page of the platform may. */
export function linkProblem(url: string | null | undefined): ArgumentProblem[] {
  if (url === null || url === undefined || isLink(url)) return [];
  const message = 'Must be an http or https address, or a path that begins with one slash.';
  return [{ field: 'actionUrl', code: 'URL_INVALID', message }];
}

function isLink(url: string): boolean {
  if (url.startsWith('/')) return resolveRedirectTarget(url, []) !== null;
  if (!/^https?:\/\/[^\s\\]+$/i.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/** Reads the dates; `fixed` is the start of a published announcement, which is not checked again. */
function datesOf(
  { startDate, endDate }: Pick<Input, 'startDate' | 'endDate'>,
  nowMs: number,
  fixed: Date | null,
): { readonly startDate: Date; readonly endDate: Date | null; readonly problems: readonly ArgumentProblem[] } {
  const asked = startDate === null || startDate === undefined ? nowMs : Date.parse(startDate);
  const start = fixed?.getTime() ?? Math.max(asked, nowMs);
  const end = endDate === null || endDate === undefined ? null : Date.parse(endDate);
  const problems: ArgumentProblem[] = [];
  if (fixed === null && asked < nowMs - START_TOLERANCE_MS) {
    problems.push({
      field: 'startDate',
      code: 'DATE_IN_PAST',
      message: 'Must not lie more than 5 minutes in the past.',
    });
  }
  if (end !== null && end <= nowMs) {
    problems.push({ field: 'endDate', code: 'DATE_IN_PAST', message: 'Must lie in the future.' });
  } else if (end !== null && end <= start) {
    problems.push({ field: 'endDate', code: 'RANGE_INVALID', message: 'Must lie after startDate.' });
  }
  return { startDate: new Date(start), endDate: end === null ? null : new Date(end), problems };
}

const LISTS = ['users', 'roles', 'authorities'] as const;

function audienceProblems(audience: SvcNotificationPollingAudienceModel | null | undefined): ArgumentProblem[] {
  if (audience?.all !== true) return [];
  return LISTS.filter((list) => (audience[list]?.length ?? 0) > 0).map((list) => ({
    field: `audience.${list}`,
    code: 'NOT_ALLOWED',
    message: 'Must not be given beside all=true.',
  }));
}

function audienceOf(audience: SvcNotificationPollingAudienceModel | null | undefined): Audience {
  if (audience === null || audience === undefined) return everybodyBut(null);
  const listOf = (list: readonly string[] | null | undefined) =>
    list === null || list === undefined || list.length === 0 ? null : [...new Set(list)];
  const excludeUsers = listOf(audience.excludeUsers);
  const [users, roles, authorities] = [listOf(audience.users), listOf(audience.roles), listOf(audience.authorities)];
  const isNamed = users !== null || roles !== null || authorities !== null;
  if (audience.all === true || (!isNamed && listOf(audience.tenants) !== null)) return everybodyBut(excludeUsers);
  if (!isNamed) fail('AUDIENCE_EMPTY');
  return { all: false, users, roles, authorities, excludeUsers };
}

/** Reads the body; 400 with all problems; 422 AUDIENCE_EMPTY. */
export function readAnnouncement(body: Input, nowMs: number, fixed: Date | null = null): WrittenAnnouncement {
  const { texts, problems: textProblems } = readTexts(body);
  const dates = datesOf(body, nowMs, fixed);
  const displayType = body.displayType ?? 'INBOX';
  const dismissible = body.dismissible ?? true;
  const acknowledgementRequired = body.acknowledgementRequired ?? false;
  const needsAcknowledgement: ArgumentProblem[] =
    displayType === 'MODAL' && !dismissible && !acknowledgementRequired
      ? [
          {
            field: 'acknowledgementRequired',
            code: 'REQUIRED',
            message: 'Must be true for a MODAL that cannot be dismissed.',
          },
        ]
      : [];
  const problems = [
    ...textProblems,
    ...dates.problems,
    ...linkProblem(body.actionUrl),
    ...audienceProblems(body.audience),
    ...needsAcknowledgement,
  ];
  if (problems.length > 0) invalid(...problems);
  const fields: AnnouncementFields = {
    contentType: body.contentType ?? 'TEXT',
    type: body.type ?? 'INFO',
    displayType,
    priority: body.priority ?? announcementPriorityDefault,
    pinned: body.pinned ?? false,
    startDate: dates.startDate,
    endDate: dates.endDate,
    audience: audienceOf(body.audience),
    dismissible,
    acknowledgementRequired,
    actionUrl: body.actionUrl ?? null,
    actionLabel: body.actionLabel ?? null,
    application: body.application ?? null,
    metadata: body.metadata ?? {},
  };
  const tenants = body.audience?.tenants ?? null;
  return { fields, texts, tenants: tenants === null || tenants.length === 0 ? null : [...new Set(tenants)] };
}

/** Makes the row; one that is published at once gets its number from the writer. */
export function newAnnouncement(
  fields: AnnouncementFields,
  {
    username,
    now,
    ...rest
  }: Pick<Announcement, 'uuid' | 'tenantIdentifier' | 'groupUuid' | 'status' | 'contentHash'> & {
    readonly username: string;
    readonly now: Date;
  },
): Omit<Announcement, 'id'> {
  return {
    ...fields,
    ...rest,
    version: 1,
    publishDate: rest.status === 'PUBLISHED' ? now : null,
    publishSeq: null,
    revision: 1,
    createdBy: username,
    updatedBy: username,
    dateCreated: now,
    dateUpdated: now,
    deleted: false,
    deletedDate: null,
  };
}
