// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { notificationPollingTurkish } from './documentation/turkish.ts';
import { notificationPollingContract } from './module.ts';

export {
  announcementPriorityDefault,
  announcementStatuses,
  announcementTypes,
  contentTypes,
  displayTypes,
  SvcNotificationPollingAnnouncementModel,
  SvcNotificationPollingAnnouncementModelInput,
  SvcNotificationPollingAnnouncementUpdateModel,
  SvcNotificationPollingAudienceModel,
} from './announcement-models.ts';
export { pollingStreamEvents, SvcPollingChangeModel, SvcPollingChangesModel } from './change-models.ts';
export {
  announcementSortStandard,
  SvcNotificationPollingAnnouncementQueryModel,
  SvcPollingMarkModel,
  SvcReadAllModel,
} from './inbox-models.ts';
export {
  acknowledgementSortStandard,
  SvcAnnouncementAcknowledgementModel,
  SvcAnnouncementAcknowledgementQueryModel,
  SvcAnnouncementPreviewModel,
  SvcAnnouncementStatisticsModel,
} from './managing-models.ts';
export {
  notificationSortStandard,
  SvcUnreadDetailModel,
  SvcUserNotificationModel,
  SvcUserNotificationQueryModel,
  SvcUserNotificationSendModel,
  SvcUserNotificationSentModel,
} from './notification-models.ts';
export { SvcPollingPreferenceModel, SvcPollingPreferenceUpdateModel } from './preference-operations.ts';

export const notificationPollingModule: Documented<typeof notificationPollingContract> = documented(
  notificationPollingContract,
  {
    examples,
    turkish: notificationPollingTurkish,
  },
);
