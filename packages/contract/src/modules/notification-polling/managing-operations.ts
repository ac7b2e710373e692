// Declares how announcements are looked at by those who send and manage them.
import { closed, flag, maybe, uuid } from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcNotificationPollingAnnouncementModelInput } from './announcement-models.ts';
import {
  SvcAnnouncementAcknowledgementQueryModel,
  SvcAnnouncementPreviewModel,
  SvcAnnouncementStatisticsModel,
  SvcPageOfAcknowledgements,
} from './managing-models.ts';

const params = closed({ uuid: uuid('Announcement.') });
const access = authority('ANNOUNCEMENT_MANAGE');

export const managingOperations = {
  getStatistics: operation({
    method: 'GET',
    path: '/polling/announcement/statistics/by-uuid/{uuid}',
    summary: 'Counts who has read an announcement',
    description: 'Under its present number: a significant change begins anew. Counted at most once a minute.',
    access,
    effect: 'read',
    params,
    reply: { kind: 'json', schema: SvcAnnouncementStatisticsModel },
    errors: ['ANNOUNCEMENT_NOT_FOUND'],
  }),
  pageAcknowledgements: operation({
    method: 'POST',
    path: '/polling/announcement/acknowledgement/page/by-uuid/{uuid}',
    summary: 'Pages who has acknowledged an announcement',
    description: 'Under its present number; earlier ones are in the log of events.',
    access,
    effect: 'read',
    params,
    body: { kind: 'json', schema: SvcAnnouncementAcknowledgementQueryModel, optional: true },
    reply: { kind: 'json', schema: SvcPageOfAcknowledgements },
    errors: ['ANNOUNCEMENT_NOT_FOUND'],
  }),
  previewAnnouncement: operation({
    method: 'POST',
    path: '/polling/announcement/preview',
    summary: 'Shows what an announcement would be',
    description: 'Checked like one that is sent, and stored nowhere.',
    access: authority('ANNOUNCEMENT_SEND'),
    effect: 'read',
    query: closed({
      ignoreUnknown: maybe(flag('Leaves users out that do not exist, instead of refusing; default false.')),
    }),
    body: { kind: 'json', schema: SvcNotificationPollingAnnouncementModelInput },
    reply: { kind: 'json', schema: SvcAnnouncementPreviewModel },
    errors: ['AUDIENCE_EMPTY', 'USER_UNKNOWN', 'CONTENT_UNSAFE', 'TENANT_NOT_FOUND'],
  }),
};
