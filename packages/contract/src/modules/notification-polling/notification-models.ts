// Declares notifications to named users: as they are sent, shown and asked for.
import { type Static, Type } from 'typebox';
import { page, pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import { recordFields } from '../../models/records.ts';
import {
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  nullable,
  optional,
  text,
  uuid,
} from '../../models/schema.ts';
import { announcementTypes, contentTypes, links, metadata, titleField } from './announcement-models.ts';

/** One call notifies so many users at most. */
const recipientsMax = 1_000;
const contentMax = 8_192;
const keyMax = 128;

const fields = {
  title: text('Title.', titleField),
  content: text('Content, as it was written.', { maxLength: contentMax }),
  contentType: choice(contentTypes, 'How content is written; default TEXT.'),
  type: choice(announcementTypes, 'What it is about; default INFO.'),
  groupKey: text('An unread one of the same key is replaced, and counts how often.', {
    minLength: 1,
    maxLength: keyMax,
  }),
  expireDate: dateTime('Until when it is shown and counted; null: as long as it is kept.'),
} as const;

export const SvcUserNotificationModel = closed(
  {
    ...recordFields,
    title: fields.title,
    content: nullable(fields.content),
    contentType: fields.contentType,
    contentHtml: nullable(text('Safe HTML made of content: the only form that a page should insert.')),
    type: fields.type,
    actionUrl: nullable(links.actionUrl),
    actionLabel: nullable(links.actionLabel),
    application: nullable(links.application),
    groupKey: nullable(fields.groupKey),
    groupCount: integer('How many of its key it stands for.'),
    expireDate: nullable(fields.expireDate),
    metadata,
    read: flag('It was read.'),
    readDate: nullable(dateTime('When it was read.')),
    archived: flag('It was archived.'),
    seq: integer('Its place among those of the tenant.'),
  },
  'SvcUserNotificationModel',
);
export type SvcUserNotificationModel = Static<typeof SvcUserNotificationModel>;

export const SvcUserNotificationSendModel = closed(
  {
    users: list(text('Name of a user.', { minLength: 1, maxLength: 254 }), 'Whom it is for.', {
      minItems: 1,
      maxItems: recipientsMax,
    }),
    title: fields.title,
    content: optional(fields.content),
    contentType: optional(fields.contentType),
    type: optional(fields.type),
    actionUrl: optional(links.actionUrl),
    actionLabel: optional(links.actionLabel),
    application: optional(links.application),
    groupKey: optional(fields.groupKey),
    expireDate: optional(fields.expireDate),
    metadata: optional(metadata),
    uniqueKey: optional(
      text('The same key for the same user within 24 hours is stored once.', { minLength: 1, maxLength: keyMax }),
    ),
    ignoreUnknown: maybe(flag('Leaves users out that do not exist, instead of refusing; default false.')),
  },
  'SvcUserNotificationSendModel',
);
export type SvcUserNotificationSendModel = Static<typeof SvcUserNotificationSendModel>;

export const SvcUserNotificationSentModel = closed(
  {
    stored: integer('Users who have one more.'),
    duplicates: integer('Users who had one of the same uniqueKey.'),
    unknown: list(text('Name.'), 'Users who do not exist, as they were named.'),
  },
  'SvcUserNotificationSentModel',
);
export type SvcUserNotificationSentModel = Static<typeof SvcUserNotificationSentModel>;

const notificationSort = ['seq', 'dateCreated', 'type', 'title'] as const;
export const notificationSortStandard = { properties: ['seq'], direction: 'DESC' } as const;

export const SvcUserNotificationQueryModel = queryModel(
  {
    pageable: pageable(notificationSort, notificationSortStandard),
    read: optional(flag('Read, or not.')),
    archived: optional(flag('Archived, or not; default false.')),
    typeList: optional(
      list(choice(announcementTypes, 'Type.'), 'Of one of these types.', { maxItems: announcementTypes.length }),
    ),
    application: optional(text('About this application.', { maxLength: keyMax })),
    searchText: optional(text('Part of title or content.', { maxLength: 255 })),
    dateCreatedFrom: optional(dateTime('Sent at this time or later.')),
    dateCreatedTo: optional(dateTime('Sent before.')),
  },
  'SvcUserNotificationQueryModel',
);
export type SvcUserNotificationQueryModel = Static<typeof SvcUserNotificationQueryModel>;

export const SvcPageOfNotifications = page(SvcUserNotificationModel);

export const SvcUnreadDetailModel = closed(
  {
    total: integer('All that is unread; more than 1,000 are 1,000.'),
    announcements: integer('Announcements among them.'),
    notifications: integer('Notifications among them.'),
    acknowledgementsOpen: integer('Announcements that wait for an acknowledgement of the caller.'),
    byType: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'Their numbers by type; types without any are left out.',
    }),
    capped: flag('There are more than 1,000.'),
    asOf: text('Token of what this answer covers, for read-all.'),
    pollIntervalSeconds: integer('Seconds until a client asks again.'),
  },
  'SvcUnreadDetailModel',
);
export type SvcUnreadDetailModel = Static<typeof SvcUnreadDetailModel>;

export const notificationParams = closed({ uuid: uuid('Notification.') });
