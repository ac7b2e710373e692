// Declares how announcements are sent, changed and taken back.
import { closed, flag, maybe, uuid } from '../../models/schema.ts';
import { authority, ownOr } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import {
  SvcNotificationPollingAnnouncementModel,
  SvcNotificationPollingAnnouncementModelInput,
  SvcNotificationPollingAnnouncementUpdateModel,
} from './announcement-models.ts';

const reply = { kind: 'json', schema: SvcNotificationPollingAnnouncementModel } as const;
const params = closed({ uuid: uuid('Announcement.') });
/** The right of creators and managers; the service refuses anybody else. */
const managing = ownOr('ANNOUNCEMENT_MANAGE');
const ignoreUnknown = maybe(flag('Leaves users out that do not exist, instead of refusing; default false.'));

export const announcementOperations = {
  send: operation({
    method: 'POST',
    path: '/polling/announcement/send',
    listed: true,
    summary: 'Sends an announcement',
    description:
      'PUBLISHED at once, SCHEDULED where it starts later, or a DRAFT with publish=false. Published it is counted before the answer. To several tenants it is one record each, with one groupUuid.',
    access: authority('ANNOUNCEMENT_SEND'),
    effect: 'write',
    query: closed({ ignoreUnknown }),
    body: { kind: 'json', schema: SvcNotificationPollingAnnouncementModelInput },
    reply,
    idempotent: true,
    errors: [
      'ANNOUNCEMENT_ALREADY_EXISTS',
      'AUDIENCE_EMPTY',
      'USER_UNKNOWN',
      'ANNOUNCEMENT_LIMIT_EXCEEDED',
      'CONTENT_UNSAFE',
      'TENANT_NOT_FOUND',
    ],
  }),
  updateAnnouncement: operation({
    method: 'PUT',
    path: '/polling/announcement',
    summary: 'Changes an announcement',
    description:
      'Its creator or ANNOUNCEMENT_MANAGE. What is read stays read, unless significant=true: then it is unread for everybody again. startDate is fixed once it is published.',
    access: managing,
    effect: 'write',
    query: closed({ significant: maybe(flag('Unread for everybody again; default false.')), ignoreUnknown }),
    body: { kind: 'json', schema: SvcNotificationPollingAnnouncementUpdateModel },
    reply: {
      ...reply,
      headers: { 'x-svc-warning': 'AUDIENCE_WIDENED where it may now be seen by people for whom it counts as read.' },
    },
    errors: [
      'ANNOUNCEMENT_NOT_FOUND',
      'ANNOUNCEMENT_STATE_INVALID',
      'VERSION_CONFLICT',
      'AUDIENCE_EMPTY',
      'USER_UNKNOWN',
      'CONTENT_UNSAFE',
    ],
  }),
  deleteAnnouncement: operation({
    method: 'DELETE',
    path: '/polling/announcement/by-uuid/{uuid}',
    summary: 'Deletes an announcement',
    description: 'Its creator or ANNOUNCEMENT_MANAGE. A draft vanishes; what was published is withdrawn first.',
    access: managing,
    effect: 'write',
    params,
    errors: ['ANNOUNCEMENT_NOT_FOUND'],
  }),
  publishAnnouncement: operation({
    method: 'POST',
    path: '/polling/announcement/publish/by-uuid/{uuid}',
    summary: 'Publishes a draft, or what is scheduled before its time',
    description:
      'Its creator or ANNOUNCEMENT_MANAGE. A draft that starts later is scheduled; what is scheduled is published now. Repeated it changes nothing.',
    access: managing,
    effect: 'write',
    params,
    reply,
    errors: ['ANNOUNCEMENT_NOT_FOUND', 'ANNOUNCEMENT_STATE_INVALID', 'ANNOUNCEMENT_LIMIT_EXCEEDED'],
  }),
  withdrawAnnouncement: operation({
    method: 'POST',
    path: '/polling/announcement/withdraw/by-uuid/{uuid}',
    summary: 'Withdraws an announcement',
    description:
      'Its creator or ANNOUNCEMENT_MANAGE. It is gone from every count at once. Repeated it changes nothing.',
    access: managing,
    effect: 'write',
    params,
    reply,
    errors: ['ANNOUNCEMENT_NOT_FOUND', 'ANNOUNCEMENT_STATE_INVALID'],
  }),
};
