// Declares the authorities of notification polling.
import { tenantAuthorities } from '../../operations/authorities.ts';

export const pollingAuthorities = tenantAuthorities([
  ['ANNOUNCEMENT_SEND', 'Send announcements', 'Announce something to everybody of the tenant or to a part of them.'],
  ['ANNOUNCEMENT_MANAGE', 'Manage announcements', 'See, change and withdraw every announcement of the tenant.'],
  ['USER_NOTIFICATION_SEND', 'Notify users', 'Send notifications to named users of the tenant.'],
  ['USER_NOTIFICATION_VIEW_ANY', 'Count for others', 'See how much other users of the tenant have not read.'],
]);
