// The English texts of announcements and notifications.
export const en = {
  types: {
    INFO: 'Information',
    SUCCESS: 'Success',
    WARNING: 'Warning',
    CRITICAL: 'Critical',
    MAINTENANCE: 'Maintenance',
    RELEASE: 'Release',
  },
  pinned: 'Pinned',
  unread: 'unread',
  times: (count: number) => `${count} times`,
};
