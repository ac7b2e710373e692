// Declares the authorities of the logger producer.
import { systemAuthorities, tenantAuthorities } from '../../operations/authorities.ts';

export const loggerAuthorities = [
  ...tenantAuthorities([['LOG_PRODUCE', 'Send events', 'Send event records of oneself to the log.']], ['ROLE_USER']),
  ...tenantAuthorities([
    ['LOG_VIEW', 'View events', 'See the events of the tenant, but for those of the types AUDIT and SECURITY.'],
    ['LOG_AUDIT_VIEW', 'View events of audit', 'See events of the types AUDIT and SECURITY; each look is recorded.'],
    ['LOG_EXPORT', 'Export events', 'Take the events that one may see away as a file; each export is recorded.'],
    ['LOG_CACHE_VIEW', 'View what is logged', 'See which events are produced and which are switched off.'],
    ['LOG_CACHE_MANAGE', 'Switch what is logged', 'Switch events of the tenant on and off by their keys.'],
  ]),
  ...systemAuthorities([
    [
      'LOG_PRODUCE_AUDIT',
      'Send events of audit',
      'Send events of the types AUDIT and SECURITY, which are never filtered.',
    ],
    [
      'LOG_PRODUCE_ON_BEHALF',
      'Send events of others',
      'Send events that name somebody else, another session or address.',
    ],
    ['LOG_ADMIN', 'Run the log', 'See what waits to be stored, and try or remove what could not be.'],
  ]),
];
