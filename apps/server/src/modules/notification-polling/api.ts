// Says what other modules may ask of notification polling.

export interface NotificationPollingApi {
  /** Counts what a user has not read, up to 1,000. Makes nothing for a user who has never asked; 0 for one that nobody knows. */
  unreadCount(tenantIdentifier: string, username: string): Promise<number>;
}
