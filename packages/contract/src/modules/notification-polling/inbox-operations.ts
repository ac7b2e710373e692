// Declares what a person does with announcements: reads, marks and counts them.
import { Type } from 'typebox';
import { closed, list, maybe, text, uuid } from '../../models/schema.ts';
import { ownOr, sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcNotificationPollingAnnouncementModel } from './announcement-models.ts';
import {
  announcementListMax,
  SvcNotificationPollingAnnouncementQueryModel,
  SvcPageOfAnnouncements,
  SvcPollingMarkModel,
  SvcReadAllModel,
} from './inbox-models.ts';
import { asOfHeader, countHeaders } from './polling-headers.ts';

const params = closed({ uuid: uuid('Announcement.') });
/** The interface answers a Number. */
const count = Type.Number({ description: 'Unread announcements; more than 1,000 are 1,000.' });

/** Marks one announcement for the caller alone. */
function mark<const V extends string>(verb: V, summary: string, description: string) {
  return operation({
    method: 'POST',
    path: `/polling/announcement/${verb}/by-uuid/{uuid}`,
    summary,
    description: `${description} For the caller alone; repeated it changes nothing.`,
    access: sessionAccess,
    effect: 'write',
    params,
    errors: ['ANNOUNCEMENT_NOT_FOUND'],
  });
}

/** Marks several at once. */
function markList(verb: string, summary: string) {
  return operation({
    method: 'POST',
    path: `/polling/announcement/${verb}`,
    summary,
    description:
      'At most 500, in one transaction. Those that the caller cannot see are named and do not stop the others.',
    access: sessionAccess,
    effect: 'write',
    body: { kind: 'list', schema: uuid('Announcement.'), minItems: 1, maxItems: announcementListMax },
    reply: { kind: 'json', schema: list(SvcPollingMarkModel, 'What became of each, in the order sent.') },
  });
}

const counting =
  'Exact up to 1,000. Answers 304 to a matching If-None-Match. A session may ask ten times in ten seconds, an API key as often as it likes.';

export const inboxOperations = {
  queryPage: operation({
    method: 'POST',
    path: '/polling/announcement/page',
    listed: true,
    summary: 'Pages announcements',
    description:
      'Those that are live for the caller, with what he has read, archived and dismissed of them; nothing is marked as read. Without sort: pinned ones first, then by priority, the newest first.',
    access: ownOr('ANNOUNCEMENT_MANAGE'),
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationPollingAnnouncementQueryModel, optional: true },
    reply: { kind: 'json', schema: SvcPageOfAnnouncements, headers: asOfHeader },
  }),
  getAnnouncement: operation({
    method: 'GET',
    path: '/polling/announcement/by-uuid/{uuid}',
    summary: 'Gets an announcement',
    description: 'One that is live for the caller; its creator and ANNOUNCEMENT_MANAGE see it always.',
    access: ownOr('ANNOUNCEMENT_MANAGE'),
    effect: 'read',
    params,
    query: closed({ locale: maybe(text('Locale of the texts; default that of the session.', { maxLength: 100 })) }),
    reply: {
      kind: 'json',
      schema: SvcNotificationPollingAnnouncementModel,
      conditional: true,
      headers: {
        etag: 'Changes with the announcement and with what the caller did with it.',
        'cache-control': 'private, no-cache',
        vary: 'Authorization, Cookie, X-API-Key',
      },
    },
    errors: ['ANNOUNCEMENT_NOT_FOUND'],
  }),
  readAnnouncement: mark('read', 'Marks an announcement as read', 'It is no longer counted.'),
  unreadAnnouncement: mark('unread', 'Marks an announcement as unread', 'It is counted until it is read again.'),
  archiveAnnouncement: {
    ...mark('archive', 'Archives an announcement', 'It counts as read, and pages leave it out.'),
    errors: ['ANNOUNCEMENT_NOT_FOUND', 'ANNOUNCEMENT_ACKNOWLEDGEMENT_REQUIRED'] as const,
  },
  unarchiveAnnouncement: mark('unarchive', 'Takes an announcement out of the archive', 'Pages show it again.'),
  dismissAnnouncement: {
    ...mark('dismiss', 'Dismisses an announcement', 'A banner goes away; it counts as read.'),
    errors: [
      'ANNOUNCEMENT_NOT_FOUND',
      'ANNOUNCEMENT_NOT_DISMISSIBLE',
      'ANNOUNCEMENT_ACKNOWLEDGEMENT_REQUIRED',
    ] as const,
  },
  acknowledgeAnnouncement: mark(
    'acknowledge',
    'Acknowledges an announcement',
    'It counts as read, which is recorded and cannot be taken back.',
  ),
  readAnnouncements: markList('read', 'Marks announcements as read'),
  archiveAnnouncements: markList('archive', 'Archives announcements'),
  readAllAnnouncements: operation({
    method: 'POST',
    path: '/polling/announcement/read-all',
    summary: 'Marks every announcement as read that an answer covered',
    description: 'What came after the answer whose X-Svc-As-Of is given stays unread. Answers the new count of them.',
    access: sessionAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcReadAllModel },
    reply: { kind: 'json', schema: count },
  }),
  getUnreadNotificationCountByUser: operation({
    method: 'GET',
    path: '/polling/user/unread/by-user/{user}',
    listed: true,
    summary: 'Counts what a user has not read',
    description: `The own name needs a session only; another one USER_NOTIFICATION_VIEW_ANY. ${counting}`,
    access: ownOr('USER_NOTIFICATION_VIEW_ANY'),
    effect: 'read',
    passive: true,
    params: closed({ user: text('Name of the user, whatever the case of the letters.', { maxLength: 254 }) }),
    reply: { kind: 'json', schema: count, conditional: true, headers: countHeaders },
    errors: ['USER_NOT_FOUND', 'RATE_LIMITED'],
  }),
  getUnreadCount: operation({
    method: 'GET',
    path: '/polling/user/unread',
    summary: 'Counts what the caller has not read',
    description: counting,
    access: sessionAccess,
    effect: 'read',
    passive: true,
    reply: { kind: 'json', schema: count, conditional: true, headers: countHeaders },
    errors: ['RATE_LIMITED'],
  }),
};
