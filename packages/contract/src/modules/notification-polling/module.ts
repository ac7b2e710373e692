// Declares notification polling: announcements and what is unread.
import { authority, ownOr } from '../../operations/access.ts';
import { defineModule, planned } from '../../operations/define.ts';

export const notificationPollingContract = defineModule({
  name: 'notification-polling',
  title: 'Notification polling',
  prefixes: ['/notification-polling-server'],
  operations: {
    queryPage: planned({
      method: 'POST',
      path: '/polling/announcement/page',
      summary: 'Pages announcements',
      access: ownOr('ANNOUNCEMENT_MANAGE'),
      bodyKind: 'json',
    }),
    send: planned({
      method: 'POST',
      path: '/polling/announcement/send',
      summary: 'Sends an announcement',
      access: authority('ANNOUNCEMENT_SEND'),
      bodyKind: 'json',
    }),
    getUnreadNotificationCountByUser: planned({
      method: 'GET',
      path: '/polling/user/unread/by-user/{user}',
      summary: 'Counts what a user has not read',
      access: ownOr('USER_NOTIFICATION_VIEW_ANY'),
    }),
  },
  authorities: [],
});
