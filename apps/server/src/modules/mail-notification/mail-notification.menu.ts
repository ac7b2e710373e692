// Declares the pages of mails and of their templates in the platform's menu.
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
  {
    name: 'mail-templates',
    displayName: 'Mail templates',
    icon: 'file',
    path: '/platform/mail-templates',
    orderNumber: 310,
    displayNameMap: { en: 'Mail templates', tr: 'E-posta şablonları' },
    authorityList: [{ authority: 'NOTIFICATION_TEMPLATE_VIEW' }],
  },
]);
