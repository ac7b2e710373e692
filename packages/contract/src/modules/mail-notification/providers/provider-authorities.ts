// Lists the authorities over mail servers.
import { systemAuthorities } from '../../../operations/authorities.ts';

/** Whoever chooses the server by which mails leave can read every link in them. */
export const providerAuthorities = systemAuthorities([
  [
    'NOTIFICATION_PROVIDER_MANAGE',
    'Manage mail servers',
    'Choose the servers by which the mails of the tenant leave, in whose name, and with which signature.',
  ],
]);
