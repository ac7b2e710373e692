// Declares how named users are notified, and what they do with it.
import { integer, list, uuid } from '../../models/schema.ts';
import { authority, sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { announcementListMax, SvcPollingMarkModel, SvcReadAllModel } from './inbox-models.ts';
import {
  notificationParams as params,
  SvcPageOfNotifications,
  SvcUnreadDetailModel,
  SvcUserNotificationQueryModel,
  SvcUserNotificationSendModel,
  SvcUserNotificationSentModel,
} from './notification-models.ts';
import { asOfHeader } from './polling-headers.ts';

const own = 'The own ones; those of others do not exist.';

function mark<const V extends string>(verb: V, summary: string) {
  return operation({
    method: 'POST',
    path: `/polling/user/notification/${verb}/by-uuid/{uuid}`,
    summary,
    description: `${own} Repeated it changes nothing.`,
    access: sessionAccess,
    effect: 'write',
    params,
    errors: ['USER_NOTIFICATION_NOT_FOUND'],
  });
}

function markList(verb: string, summary: string) {
  return operation({
    method: 'POST',
    path: `/polling/user/notification/${verb}`,
    summary,
    description: `At most 500, in one transaction. ${own}`,
    access: sessionAccess,
    effect: 'write',
    body: { kind: 'list', schema: uuid('Notification.'), minItems: 1, maxItems: announcementListMax },
    reply: { kind: 'json', schema: list(SvcPollingMarkModel, 'What became of each, in the order sent.') },
  });
}

function readAll<const P extends string>(path: P, summary: string, description: string) {
  return operation({
    method: 'POST',
    path,
    summary,
    description: `${description} What came after the answer whose X-Svc-As-Of is given stays unread. Answers the new count.`,
    access: sessionAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcReadAllModel },
    reply: { kind: 'json', schema: integer('What is unread of them; more than 1,000 are 1,000.') },
  });
}

export const notificationOperations = {
  sendNotification: operation({
    method: 'POST',
    path: '/polling/notification/send',
    summary: 'Notifies named users',
    description: 'One notification each, all or none. It counts at once, and pages show it a moment later.',
    access: authority('USER_NOTIFICATION_SEND'),
    effect: 'write',
    body: { kind: 'json', schema: SvcUserNotificationSendModel },
    reply: { kind: 'json', schema: SvcUserNotificationSentModel },
    idempotent: true,
    errors: ['USER_UNKNOWN', 'CONTENT_UNSAFE'],
  }),
  queryNotifications: operation({
    method: 'POST',
    path: '/polling/user/notification/page',
    summary: 'Pages the notifications of the caller',
    description: 'The newest first; nothing is marked as read.',
    access: sessionAccess,
    effect: 'read',
    body: { kind: 'json', schema: SvcUserNotificationQueryModel, optional: true },
    reply: { kind: 'json', schema: SvcPageOfNotifications, headers: asOfHeader },
  }),
  readNotification: mark('read', 'Marks a notification as read'),
  unreadNotification: mark('unread', 'Marks a notification as unread'),
  archiveNotification: mark('archive', 'Archives a notification'),
  deleteNotification: operation({
    method: 'DELETE',
    path: '/polling/user/notification/by-uuid/{uuid}',
    summary: 'Deletes a notification',
    description: own,
    access: sessionAccess,
    effect: 'write',
    params,
    errors: ['USER_NOTIFICATION_NOT_FOUND'],
  }),
  readNotifications: markList('read', 'Marks notifications as read'),
  archiveNotifications: markList('archive', 'Archives notifications'),
  readAllNotifications: readAll(
    '/polling/user/notification/read-all',
    'Marks every notification as read that an answer covered',
    'Of the caller.',
  ),
  readEverything: readAll(
    '/polling/user/read-all',
    'Marks everything as read that an answer covered',
    'Announcements and notifications of the caller.',
  ),
  getUnreadDetail: operation({
    method: 'GET',
    path: '/polling/user/unread/detail',
    summary: 'Counts what the caller has not read, by kind and type',
    description: 'Exact up to 1,000.',
    access: sessionAccess,
    effect: 'read',
    passive: true,
    reply: { kind: 'json', schema: SvcUnreadDetailModel },
    errors: ['RATE_LIMITED'],
  }),
};
