// Declares notification polling: announcements and what is unread.
import { defineModule } from '../../operations/define.ts';
import { announcementOperations } from './announcement-operations.ts';
import { changeOperations } from './change-operations.ts';
import { inboxOperations } from './inbox-operations.ts';
import { managingOperations } from './managing-operations.ts';
import { notificationOperations } from './notification-operations.ts';
import { pollingAuthorities } from './polling-authorities.ts';
import { preferenceOperations } from './preference-operations.ts';

export const notificationPollingContract = defineModule({
  name: 'notification-polling',
  title: 'Notification polling',
  prefixes: ['/notification-polling-server'],
  operations: {
    ...announcementOperations,
    ...inboxOperations,
    ...notificationOperations,
    ...changeOperations,
    ...managingOperations,
    ...preferenceOperations,
  },
  authorities: pollingAuthorities,
});
