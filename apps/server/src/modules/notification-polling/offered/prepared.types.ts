// Holds what was prepared for a transaction of another module.
import type { SvcNotificationPollingAnnouncementModelInput, SvcUserNotificationSendModel } from '@keelson/contract';
import type { NewNotification } from '../notification/notification.types.ts';
import type { Announcement, LocalText } from '../record/announcement.types.ts';

/** Sender, whose rights the caller checks. Everything stays in the tenant. */
export interface PollingSender {
  readonly tenantIdentifier: string;
  readonly username: string;
}

/** Requests in the form of the operations. */
export interface PollingRequests {
  readonly NOTIFY: SvcUserNotificationSendModel;
  /** An announcement; `audience.tenants` is refused. */
  readonly ANNOUNCE: SvcNotificationPollingAnnouncementModelInput;
}

interface PreparedFor {
  readonly tenantIdentifier: string;
  readonly username: string;
  /** True where only `write` takes it: two equal ones wait for each other. */
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

/** Made by `prepare` and passed on unchanged. */
export type PreparedPolling = PreparedNotification | PreparedAnnouncement;
