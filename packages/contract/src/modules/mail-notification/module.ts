// Declares mail notification: sending mails and keeping their templates.
import { page } from '../../models/paging.ts';
import { authority, ownOr } from '../../operations/access.ts';
import { tenantAuthorities } from '../../operations/authorities.ts';
import { defineModule, operation, planned } from '../../operations/define.ts';
import { SvcNotificationMailModel, SvcNotificationMailQueryModel } from './mails/mail-models.ts';
import { templateAuthorities } from './templates/template-authorities.ts';
import { templateOperations } from './templates/template-operations.ts';

export const mailNotificationContract = defineModule({
  name: 'mail-notification',
  title: 'Mail notification',
  prefixes: ['/notification-mail-server', '/gw/notification-mail-server'],
  operations: {
    queryMailPage: operation({
      method: 'POST',
      path: '/notification/mail/page',
      summary: 'Pages mails and what became of them',
      description:
        'Mails of the tenant; a caller without NOTIFICATION_MAIL_VIEW sees those that he caused. Contents are never loaded.',
      access: ownOr('NOTIFICATION_MAIL_VIEW'),
      effect: 'read',
      body: { kind: 'json', schema: SvcNotificationMailQueryModel, optional: true },
      reply: { kind: 'json', schema: page(SvcNotificationMailModel) },
    }),
    calendarNotify: planned({
      method: 'POST',
      path: '/notification/mail/calendar-notify',
      summary: 'Sends a calendar invitation',
      access: authority('NOTIFICATION_MAIL_CALENDAR'),
      bodyKind: 'json',
    }),
    notify: planned({
      method: 'POST',
      path: '/notification/mail/notify',
      summary: 'Sends a mail from a template',
      access: authority('NOTIFICATION_MAIL_SEND'),
      bodyKind: 'json',
    }),
    notifyWithContent: planned({
      method: 'POST',
      path: '/notification/mail/notify-with-content',
      summary: 'Sends a mail with its own content',
      access: authority('NOTIFICATION_MAIL_SEND_CONTENT'),
      bodyKind: 'json',
    }),
    ...templateOperations,
  },
  authorities: [
    ...tenantAuthorities([
      ['NOTIFICATION_MAIL_VIEW', 'View mails', 'See the mails of the tenant and what became of them.'],
    ]),
    ...templateAuthorities,
  ],
});
