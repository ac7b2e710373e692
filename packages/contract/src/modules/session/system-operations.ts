// Declares the operations on the sessions of services: as their plain twins, with `system` true whatever the request says.
import { Type } from 'typebox';
import { page } from '../../models/paging.ts';
import { closed, flag, maybe, text } from '../../models/schema.ts';
import { authority, fresh } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcSecuritySessionInput } from './begin-models.ts';
import { beginErrors } from './begin-operations.ts';
import { SvcSession, SvcSessionQueryModel } from './session-models.ts';

const identifierBody = {
  kind: 'string',
  schema: text('Session identifier; a token (svc_...) is refused as IDENTIFIER_IS_TOKEN.', {
    minLength: 1,
    maxLength: 128,
  }),
} as const;

const clearsCookie = { kind: 'void', headers: {} } as const;
const access = authority('SESSION_SYSTEM');

export const systemOperations = {
  systemBegin: operation({
    method: 'POST',
    path: '/system-session/begin',
    summary: 'Opens the session of a service',
    description:
      'As begin, with the shorter time limits of system sessions and names that begin with service: or cli:. It counts against no ' +
      'limit of sessions.',
    access,
    effect: 'write',
    body: { kind: 'json', schema: SvcSecuritySessionInput },
    // No limit counts services, and no directory knows them.
    errors: beginErrors.filter((code) => code !== 'SESSION_LIMIT_REACHED' && code !== 'USER_UNKNOWN'),
    idempotent: true,
  }),
  systemClose: operation({
    method: 'POST',
    path: '/system-session/close',
    summary: 'Closes the session of a service',
    description: 'One that has ended already is left as it is. Any but the current one needs a fresh sign-in.',
    access,
    effect: 'write',
    body: identifierBody,
    // Cookies travel with the headers.
    reply: clearsCookie,
    errors: ['SESSION_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  }),
  systemExist: operation({
    method: 'POST',
    path: '/system-session/exist',
    summary: 'Says whether the session of a service is open',
    description: 'Read from the database each time; false for sessions of people.',
    access,
    effect: 'read',
    passive: true,
    body: identifierBody,
    reply: { kind: 'json', schema: Type.Boolean({ description: 'True while the session lives.' }) },
  }),
  systemQueryPage: operation({
    method: 'POST',
    path: '/system-session/page',
    summary: 'Pages the sessions of services',
    description: 'Of the tenant; another one needs TENANT_ALL.',
    access,
    effect: 'read',
    passive: true,
    body: { kind: 'json', schema: SvcSessionQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcSession) },
  }),
  systemCloseAll: operation({
    method: 'GET',
    path: '/system-session/close-all',
    summary: 'Closes every session of services in the tenant',
    description: 'Sessions of people stay. Effective at once whatever the number.',
    access: fresh(access),
    effect: 'write',
    query: closed({
      exceptCurrent: maybe(flag('Spares the current session; default false.')),
      allTenants: maybe(flag('Every tenant; needs TENANT_ALL. Default false.')),
    }),
    // Cookies travel with the headers.
    reply: clearsCookie,
  }),
};
