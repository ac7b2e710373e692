// Declares what a person hears of as it happens: changes since a cursor, and the events of the stream.
import type { Static } from 'typebox';
import { choice, closed, flag, integer, list, maybe, nullable, text, uuid } from '../../models/schema.ts';
import { SvcNotificationPollingAnnouncementModel } from './announcement-models.ts';
import { SvcUserNotificationModel } from './notification-models.ts';

const changeKinds = ['ANNOUNCEMENT', 'ANNOUNCEMENT_REMOVED', 'NOTIFICATION', 'NOTIFICATION_REMOVED', 'STATE'] as const;

const SvcPollingReadUpToModel = closed(
  {
    publishSeq: nullable(integer('Announcements up to this publishSeq, but those that wait for an acknowledgement.')),
    notificationSeq: nullable(integer('Notifications up to this seq.')),
  },
  'SvcPollingReadUpToModel',
);

export const SvcPollingChangeModel = closed(
  {
    kind: choice(
      changeKinds,
      'Something that is new or says something else, that is gone, or that the person marked (STATE).',
    ),
    uuid: nullable(uuid('Announcement or notification; null for a STATE that a read-all made.')),
    announcement: nullable(SvcNotificationPollingAnnouncementModel, 'Of ANNOUNCEMENT, and of a STATE of one.'),
    notification: nullable(SvcUserNotificationModel, 'Of NOTIFICATION, and of a STATE of one.'),
    readUpTo: nullable(SvcPollingReadUpToModel, 'Of a STATE that a read-all made: everything up to here is read.'),
  },
  'SvcPollingChangeModel',
);
export type SvcPollingChangeModel = Static<typeof SvcPollingChangeModel>;

/** Characters of a cursor. */
const cursorMax = 256;
const cursor = text('Place behind what this answer has, for the next question.', { maxLength: cursorMax });
const asOf = text('Token of what was sent until now, for read-all.');

export const SvcPollingChangesModel = closed(
  {
    changes: list(SvcPollingChangeModel, 'At most 200, in the order in which they are to be applied.'),
    cursor,
    resync: flag('The cursor was unknown, too old, or of other authorities: the pages have to be read again.'),
  },
  'SvcPollingChangesModel',
);
export type SvcPollingChangesModel = Static<typeof SvcPollingChangesModel>;

export const SvcPollingChangesQueryModel = closed({
  after: maybe(
    text('Cursor of the last answer; without one nothing is answered but the cursor.', { maxLength: cursorMax }),
  ),
});

const removed = closed({ uuid: uuid('What is gone.') }, 'SvcPollingRemovedModel');

export const pollingStreamEvents = {
  ready: closed(
    { unread: integer('All that is unread; more than 1,000 are 1,000.'), asOf, cursor },
    'SvcPollingReadyModel',
  ),
  announcement: SvcNotificationPollingAnnouncementModel,
  'announcement-removed': removed,
  notification: SvcUserNotificationModel,
  'notification-removed': removed,
  state: SvcPollingChangeModel,
  unread: closed({ total: integer('All that is unread; more than 1,000 are 1,000.'), asOf }, 'SvcPollingUnreadModel'),
  resync: closed({ cursor }, 'SvcPollingResyncModel'),
} as const;
