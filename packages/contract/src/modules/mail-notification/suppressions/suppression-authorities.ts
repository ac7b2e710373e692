// Declares the authority over addresses that must not be sent to.
import { tenantAuthorities } from '../../../operations/authorities.ts';

export const suppressionAuthorities = tenantAuthorities([
  [
    'NOTIFICATION_SUPPRESSION_MANAGE',
    'Manage suppressed addresses',
    'See the addresses that mails are not sent to and why, add some, and take some away.',
  ],
]);
