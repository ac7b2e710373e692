// Declares announcements: as they are sent, changed and shown.
import { type Static, Type } from 'typebox';
import { needing } from '../../models/needs.ts';
import { recordFields, serverSetRecordFields } from '../../models/records.ts';
import {
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  namedAs,
  nullable,
  optional,
  serverSet,
  text,
  uuid,
} from '../../models/schema.ts';

export const announcementTypes = ['INFO', 'SUCCESS', 'WARNING', 'CRITICAL', 'MAINTENANCE', 'RELEASE'] as const;
export const displayTypes = ['INBOX', 'BANNER', 'MODAL', 'TOAST'] as const;
export const contentTypes = ['TEXT', 'MARKDOWN', 'HTML'] as const;
export const announcementStatuses = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'EXPIRED', 'WITHDRAWN'] as const;

export const announcementPriorityMax = 9;
export const announcementPriorityDefault = 5;
/** One announcement has a text in so many languages at most. */
const localesMax = 50;
const namesMax = 1_000;
const authoritiesMax = 100;
const metadataMax = 20;
const metadataTextMax = 256;

/** No line breaks and control characters, and nothing that turns the direction of what stands around it. */
const oneLine = '^[^\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]*$';
export const titleField = { minLength: 1, maxLength: 255, pattern: oneLine } as const;
const contentField = { minLength: 1, maxLength: 65_536 } as const;

const localText = closed(
  { title: text('Title.', titleField), content: text('Content.', contentField) },
  'SvcAnnouncementTextModel',
);
type LocalText = Static<typeof localText>;

const contentMap = Type.Unsafe<Readonly<Record<string, LocalText>>>({
  type: 'object',
  additionalProperties: localText,
  maxProperties: localesMax,
  description: 'Texts by locale, such as tr-TR; `default` stands for every other one.',
});
export const metadata = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: metadataTextMax },
  propertyNames: { type: 'string', maxLength: metadataTextMax },
  maxProperties: metadataMax,
  description: 'Anything else, as texts.',
});

const nameList = (item: string, description: string, maxItems: number) =>
  optional(list(text(item, { minLength: 1, maxLength: 254 }), description, { maxItems }));

const audienceFields = {
  all: optional(flag('Everybody of the tenant; no other list but excludeUsers beside it.')),
  users: nameList('Name of a user.', 'One of these users.', namesMax),
  roles: nameList('Code of a role.', 'Who holds one of these roles.', authoritiesMax),
  authorities: nameList('Authority.', 'Who holds one of these authorities.', authoritiesMax),
  excludeUsers: nameList('Name of a user.', 'None of these users.', namesMax),
} as const;

export const SvcNotificationPollingAudienceModel = closed(
  {
    ...audienceFields,
    tenants: optional(
      list(text('Tenant.', { minLength: 1, maxLength: 64 }), 'Tenants; default the own one. Others need TENANT_ALL.', {
        maxItems: namesMax,
      }),
    ),
  },
  'SvcNotificationPollingAudienceModel',
);
export type SvcNotificationPollingAudienceModel = Static<typeof SvcNotificationPollingAudienceModel>;

const kinds = {
  contentType: choice(contentTypes, 'How content is written; default TEXT.'),
  type: choice(announcementTypes, 'What it is about; default INFO.'),
  displayType: choice(displayTypes, 'How a page shows it; default INBOX.'),
  priority: integer('The higher, the earlier; default 5.', { minimum: 0, maximum: announcementPriorityMax }),
  pinned: flag('Stands before all others; default false.'),
  startDate: dateTime('From when on it is shown; default now.'),
  endDate: dateTime('Until when it is shown; null: until it is withdrawn.'),
  dismissible: flag('A person can dismiss it; default true.'),
  acknowledgementRequired: flag('It stays unread until the person acknowledges it; default false.'),
} as const;
export const links = {
  actionUrl: text('Where it leads: http, https, or a path of the platform with one leading slash.', {
    maxLength: 2_000,
  }),
  actionLabel: text('What the link says.', { minLength: 1, maxLength: 64 }),
  application: text('Application of the menu that it is about.', { minLength: 1, maxLength: 128 }),
} as const;

const shown = {
  contentHtml: text('Safe HTML made of content when it was saved: the only form that a page should insert.'),
  status: choice(announcementStatuses, 'Where it stands.'),
  publishDate: nullable(dateTime('When it went live; null before.')),
  publishSeq: nullable(integer('Its place among what went live in the tenant; null before.')),
  revision: integer('Counts its significant changes, from 1.'),
  groupUuid: nullable(uuid('Shared by the rows of one announcement to several tenants.')),
  locale: text('Locale of title and content.'),
  read: flag('The caller has read it.'),
  readDate: nullable(dateTime('When the caller read it; null where a read-all covered it.')),
  archived: flag('The caller has archived it.'),
  dismissed: flag('The caller has dismissed it.'),
  acknowledged: flag('The caller has acknowledged it.'),
  acknowledgedDate: nullable(dateTime('When the caller acknowledged it.')),
} as const;

export const SvcNotificationPollingAnnouncementModel = closed(
  {
    ...recordFields,
    title: text('Title in the locale.'),
    content: text('Content in the locale, as it was written.'),
    contentHtml: shown.contentHtml,
    contentMap: nullable(contentMap),
    contentType: kinds.contentType,
    type: kinds.type,
    displayType: kinds.displayType,
    priority: kinds.priority,
    pinned: kinds.pinned,
    startDate: kinds.startDate,
    endDate: nullable(kinds.endDate),
    audience: nullable(
      SvcNotificationPollingAudienceModel,
      'Whom it is for; null for whoever lacks ANNOUNCEMENT_MANAGE.',
    ),
    dismissible: kinds.dismissible,
    acknowledgementRequired: kinds.acknowledgementRequired,
    actionUrl: nullable(links.actionUrl),
    actionLabel: nullable(links.actionLabel),
    application: nullable(links.application),
    metadata,
    status: shown.status,
    publishDate: shown.publishDate,
    publishSeq: shown.publishSeq,
    revision: shown.revision,
    groupUuid: shown.groupUuid,
    locale: shown.locale,
    read: shown.read,
    readDate: shown.readDate,
    archived: shown.archived,
    dismissed: shown.dismissed,
    acknowledged: shown.acknowledged,
    acknowledgedDate: shown.acknowledgedDate,
  },
  'SvcNotificationPollingAnnouncementModel',
);
export type SvcNotificationPollingAnnouncementModel = Static<typeof SvcNotificationPollingAnnouncementModel>;

/** What only the server sets, in an announcement that is sent back. */
const asAnswered = Object.fromEntries(Object.entries(shown).map(([name, schema]) => [name, serverSet(schema)])) as {
  readonly [K in keyof typeof shown]: ReturnType<typeof serverSet>;
};

const written = {
  title: optional(text('Title; needed without contentMap.', titleField)),
  content: optional(text('Content; needed without contentMap.', contentField)),
  contentMap: optional(contentMap),
  contentType: optional(kinds.contentType),
  type: optional(kinds.type),
  displayType: optional(kinds.displayType),
  priority: optional(kinds.priority),
  pinned: optional(kinds.pinned),
  startDate: optional(kinds.startDate),
  endDate: optional(kinds.endDate),
  audience: maybe(nullable(SvcNotificationPollingAudienceModel, 'Whom it is for; default everybody of the tenant.')),
  dismissible: optional(kinds.dismissible),
  acknowledgementRequired: optional(kinds.acknowledgementRequired),
  actionUrl: optional(links.actionUrl),
  actionLabel: optional(links.actionLabel),
  application: optional(links.application),
  metadata: optional(metadata),
} as const;

export const SvcNotificationPollingAnnouncementModelInput = namedAs(
  needing(
    closed({
      ...serverSetRecordFields,
      ...asAnswered,
      uuid: optional(uuid('Chosen by the sender; sent again with the same content it is the same announcement.')),
      ...written,
      publish: optional(flag('False stores a draft; default true.')),
    }),
    'SvcNotificationPollingAnnouncementModelInput',
    { fields: ['title', 'contentMap'] },
  ),
  'SvcNotificationPollingAnnouncementModel',
);
export type SvcNotificationPollingAnnouncementModelInput = Static<typeof SvcNotificationPollingAnnouncementModelInput>;

export const SvcNotificationPollingAnnouncementUpdateModel = closed(
  {
    ...serverSetRecordFields,
    ...asAnswered,
    uuid: uuid('Announcement.'),
    version: integer('Version that was read.', { minimum: 0 }),
    ...written,
  },
  'SvcNotificationPollingAnnouncementUpdateModel',
);
export type SvcNotificationPollingAnnouncementUpdateModel = Static<
  typeof SvcNotificationPollingAnnouncementUpdateModel
>;
