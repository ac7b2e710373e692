// Declares the the page of mails in the platform's menu.
import { defineMenu } from '../../kernel/menu-definition.ts';

export const mailNotificationMenu = defineMenu('mail-notification', 'platform', [
  {
    name: 'mails',
    displayName: 'Mails',
    icon: 'mail',
    path: '/platform/mails',
    orderNumber: 300,
    displayNameMap: { en: 'Mails', tr: 'E-postalar' },
    authorityList: [{ authority: 'NOTIFICATION_MAIL_VIEW' }],
  },
]);
