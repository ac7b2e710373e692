// Declares the inbox and the page of announcements in the platform's menu.
import { defineMenu } from '../../kernel/menu-definition.ts';

export const notificationPollingMenu = defineMenu('notification-polling', 'platform', [
  {
    name: 'inbox',
    displayName: 'Inbox',
    icon: 'inbox',
    path: '/platform/inbox',
    orderNumber: 5,
    displayNameMap: { en: 'Inbox', tr: 'Gelen kutusu' },
  },
  {
    name: 'announcements',
    displayName: 'Announcements',
    icon: 'megaphone',
    path: '/platform/announcements',
    orderNumber: 320,
    displayNameMap: { en: 'Announcements', tr: 'Duyurular' },
    authorityList: [{ authority: 'ANNOUNCEMENT_MANAGE' }],
  },
]);
