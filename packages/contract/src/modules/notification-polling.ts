// Notification polling: announcements and what is unread.
import { authority, defineModule, ownOr, planned } from '../operations/define.ts';

export const notificationPollingModule = defineModule({
  name: 'notification-polling',
  title: 'Notification polling',
  prefixes: ['/notification-polling-server'],
  operations: {
    queryPage: planned({
      name: 'queryPage',
      method: 'POST',
      path: '/polling/announcement/page',
      summary: 'Pages announcements',
      access: ownOr('ANNOUNCEMENT_MANAGE'),
      mediaType: 'application/json',
      bodyKind: 'json',
    }),
    send: planned({
      name: 'send',
      method: 'POST',
      path: '/polling/announcement/send',
      summary: 'Sends an announcement',
      access: authority('ANNOUNCEMENT_SEND'),
      mediaType: 'application/json',
      bodyKind: 'json',
    }),
    getUnreadNotificationCountByUser: planned({
      name: 'getUnreadNotificationCountByUser',
      method: 'GET',
      path: '/polling/user/unread/by-user/{user}',
      summary: 'Counts what a user has not read',
      access: ownOr('USER_NOTIFICATION_VIEW_ANY'),
      mediaType: null,
      bodyKind: 'none',
    }),
  },
  authorities: [],
});
