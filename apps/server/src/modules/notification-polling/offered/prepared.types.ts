// Holds what was prepared for a transaction of another module.
import type { SvcNotificationPollingAnnouncementModelInput, SvcUserNotificationSendModel } from '@keelson/contract';
import type { NewNotification } from '../notification/notification.types.ts';
import type { Announcement, LocalText } from '../record/announcement.types.ts';

/** Sends in this name: whether the person may is the caller's to check. Everything stays in the tenant. */
export interface PollingSender {
  readonly tenantIdentifier: string;
  readonly username: string;
}

/** Says what is to be told, in the form of the operations. */
export interface PollingRequests {
  readonly NOTIFY: SvcUserNotificationSendModel;
  /** `audience.tenants` is refused. */
  readonly ANNOUNCE: SvcNotificationPollingAnnouncementModelInput;
}

interface PreparedFor {
  readonly tenantIdentifier: string;
  readonly username: string;
  /** `write` takes it alone: two that are equal wait for each other. */
  readonly isKeyed: boolean;
}

export interface PreparedNotification extends PreparedFor {
  readonly kind: 'NOTIFY';
  readonly one: NewNotification;
  readonly recipients: readonly { readonly uuid: string; readonly usernameFolded: string }[];
  readonly now: Date;
}

export interface PreparedAnnouncement extends PreparedFor {
  readonly kind: 'ANNOUNCE';
  readonly one: Announcement;
  readonly texts: readonly LocalText[];
}

/** Is made by `prepare` and handed back as it is. */
export type PreparedPolling = PreparedNotification | PreparedAnnouncement;
