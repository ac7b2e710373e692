// Declares the authorities of the session module.
import { systemAuthorities, tenantAuthorities } from '../../operations/authorities.ts';

export const sessionAuthorities = [
  ...tenantAuthorities([
    ['SESSION_VIEW', 'View sessions', 'See the sessions of everybody in the tenant.'],
    ['SESSION_CLOSE', 'Close sessions', 'Close sessions of others in the tenant.'],
    ['SESSION_CLOSE_ALL', 'Close all sessions', 'Close every session of the tenant at once.'],
  ]),
  ...systemAuthorities([
    ['SESSION_BEGIN', 'Begin sessions', 'Begin sessions for others: act as any user of the tenant.'],
    ['SESSION_VALIDATE', 'Validate tokens', 'Ask whether tokens of others are live.'],
    ['SESSION_SYSTEM', 'System sessions', 'See, begin and close the sessions of services.'],
  ]),
];
