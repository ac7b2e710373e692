// Declares mail notification: sending mails and keeping their templates.
import { page } from '../../models/paging.ts';
import { authority, ownOr, sessionAccess } from '../../operations/access.ts';
import { tenantAuthorities } from '../../operations/authorities.ts';
import { defineModule, operation, planned } from '../../operations/define.ts';
import { SvcNotificationMailModel, SvcNotificationMailQueryModel } from './mail-models.ts';

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
    mail_preview: planned({
      method: 'POST',
      path: '/notification/mail/preview',
      summary: 'Shows a mail as it would leave',
      access: authority('NOTIFICATION_TEMPLATE_PREVIEW'),
      bodyKind: 'json',
    }),
    activateByUuid: planned({
      method: 'POST',
      path: '/notification/template/activate/by-uuid/{uuid}',
      summary: 'Enables a template',
      access: authority('NOTIFICATION_TEMPLATE_ACTIVATE'),
    }),
    deactivateByUuid: planned({
      method: 'POST',
      path: '/notification/template/deactivate/by-uuid/{uuid}',
      summary: 'Disables a template',
      access: authority('NOTIFICATION_TEMPLATE_ACTIVATE'),
    }),
    delete: planned({
      method: 'DELETE',
      path: '/notification/template/by-uuid/{uuid}',
      summary: 'Deletes a template',
      access: authority('NOTIFICATION_TEMPLATE_DELETE'),
    }),
    getByUuid: planned({
      method: 'GET',
      path: '/notification/template/by-uuid/{uuid}',
      summary: 'One template',
      access: authority('NOTIFICATION_TEMPLATE_VIEW'),
    }),
    isEnabled: planned({
      method: 'GET',
      path: '/notification/template/enabled/by-code/{code}',
      summary: 'Tells whether a template is enabled',
      access: sessionAccess,
    }),
    template_preview: planned({
      method: 'POST',
      path: '/notification/template/preview',
      summary: 'Shows a template filled in',
      access: authority('NOTIFICATION_TEMPLATE_PREVIEW'),
      bodyKind: 'json',
    }),
    queryDataPage: planned({
      method: 'POST',
      path: '/notification/template/data/page',
      summary: 'Pages templates',
      access: authority('NOTIFICATION_TEMPLATE_VIEW'),
      bodyKind: 'json',
    }),
    save: planned({
      method: 'POST',
      path: '/notification/template',
      summary: 'Creates a template',
      access: authority('NOTIFICATION_TEMPLATE_EDIT'),
      bodyKind: 'json',
    }),
    update: planned({
      method: 'PUT',
      path: '/notification/template',
      summary: 'Changes a template',
      access: authority('NOTIFICATION_TEMPLATE_EDIT'),
      bodyKind: 'json',
    }),
  },
  authorities: tenantAuthorities([
    ['NOTIFICATION_MAIL_VIEW', 'View mails', 'See the mails of the tenant and what became of them.'],
  ]),
});
