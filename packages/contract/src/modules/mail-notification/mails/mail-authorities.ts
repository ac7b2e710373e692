// Lists the authorities over mails.
import { tenantAuthorities } from '../../../operations/authorities.ts';

export const mailAuthorities = tenantAuthorities([
  ['NOTIFICATION_MAIL_SEND', 'Send mails', 'Send mails from the templates of the tenant.'],
  [
    'NOTIFICATION_MAIL_SEND_CONTENT',
    'Send mails of their own content',
    'Send mails that no template has; their HTML is sanitised.',
  ],
  [
    'NOTIFICATION_MAIL_SEND_RAW',
    'Send raw HTML',
    'Beside sending mails of their own content: their HTML stays as it is.',
  ],
  ['NOTIFICATION_MAIL_CALENDAR', 'Send invitations', 'Invite to events of calendars, change them and call them off.'],
  ['NOTIFICATION_MAIL_VIEW', 'View mails', 'See the mails of the tenant and what became of them.'],
  ['NOTIFICATION_MAIL_CONTENT_VIEW', 'Read mails', 'Read what the mails of the tenant say; each read is recorded.'],
  ['NOTIFICATION_MAIL_MANAGE', 'Manage mails', 'Send mails again, cancel them, and say whether one in doubt arrived.'],
]);
