// Declares what pages of announcements are asked for by, and the answers to marks.
import type { Static } from 'typebox';
import { page, pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import { choice, closed, dateTime, flag, list, optional, text, uuid } from '../../models/schema.ts';
import {
  announcementStatuses,
  announcementTypes,
  displayTypes,
  SvcNotificationPollingAnnouncementModel,
} from './announcement-models.ts';

const announcementSort = ['pinned', 'priority', 'startDate', 'publishSeq', 'type', 'title'] as const;
export const announcementSortStandard = {
  properties: ['pinned', 'priority', 'publishSeq'],
  direction: 'DESC',
} as const;
/** Announcements that are asked for or marked in one call. */
export const announcementListMax = 500;

const anyOf = <const V extends readonly string[]>(values: V, description: string) =>
  optional(list(choice(values, 'One of them.'), description, { maxItems: values.length }));

export const SvcNotificationPollingAnnouncementQueryModel = queryModel(
  {
    pageable: pageable(announcementSort, announcementSortStandard),
    scope: optional(choice(['MINE', 'ALL'], 'MINE: what is live for the caller; ALL needs ANNOUNCEMENT_MANAGE.')),
    searchText: optional(text('Part of title or content in the locale of the answer.', { maxLength: 255 })),
    typeList: anyOf(announcementTypes, 'Of one of these types.'),
    displayTypeList: anyOf(displayTypes, 'Shown in one of these ways.'),
    read: optional(flag('Read by the caller, or not.')),
    archived: optional(flag('Archived by the caller, or not; default false. All of them: two questions.')),
    dismissed: optional(flag('Dismissed by the caller, or not.')),
    acknowledged: optional(flag('Acknowledged by the caller, or not.')),
    statusList: anyOf(announcementStatuses, 'Of one of these statuses; MINE shows PUBLISHED alone.'),
    activeOn: optional(dateTime('Live at this time; default now. Other times need ANNOUNCEMENT_MANAGE.')),
    startDateFrom: optional(dateTime('Started at this time or later.')),
    startDateTo: optional(dateTime('Started before.')),
    createdBy: optional(text('Sent by this person, whatever the case of the letters.', { maxLength: 254 })),
    application: optional(text('About this application.', { maxLength: 128 })),
    uuidList: optional(list(uuid('Announcement.'), 'One of these.', { maxItems: announcementListMax })),
    locale: optional(text('Locale of the texts; default that of the session.', { maxLength: 100 })),
  },
  'SvcNotificationPollingAnnouncementQueryModel',
);
export type SvcNotificationPollingAnnouncementQueryModel = Static<typeof SvcNotificationPollingAnnouncementQueryModel>;

export const SvcPageOfAnnouncements = page(SvcNotificationPollingAnnouncementModel);

export const SvcReadAllModel = closed(
  { asOf: text('X-Svc-As-Of of the answer that the person saw.', { minLength: 1, maxLength: 128 }) },
  'SvcReadAllModel',
);
export type SvcReadAllModel = Static<typeof SvcReadAllModel>;

export const SvcPollingMarkModel = closed(
  {
    uuid: uuid('As it was asked for.'),
    found: flag('False: there is none that the caller can see, and nothing was done.'),
    held: flag('It has to be acknowledged before it is archived: nothing was done.'),
  },
  'SvcPollingMarkModel',
);
export type SvcPollingMarkModel = Static<typeof SvcPollingMarkModel>;
