// Lists the authorities over mails.
import { tenantAuthorities } from '../../../operations/authorities.ts';

export const mailAuthorities = tenantAuthorities([
  ['NOTIFICATION_MAIL_VIEW', 'View mails', 'See the mails of the tenant and what became of them.'],
  ['NOTIFICATION_MAIL_CONTENT_VIEW', 'Read mails', 'Read what the mails of the tenant say; each read is recorded.'],
  ['NOTIFICATION_MAIL_MANAGE', 'Manage mails', 'Send mails again, cancel them, and say whether one in doubt arrived.'],
]);
