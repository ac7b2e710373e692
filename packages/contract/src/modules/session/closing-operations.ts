// Declares the operations that close sessions, one or many.
import type { Static } from 'typebox';
import { needing } from '../../models/needs.ts';
import { anyMap, anyValue, closed, flag, maybe, namedAs, optional, text } from '../../models/schema.ts';
import { authority, fresh, ownOr, sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';

/** Sessions that one request closes by name: one transaction holds the locks of all of them; more are a mass close. */
const namedMax = 1_000;
const usernameMax = 254;

/** The answer has no header of its own, but the cookie of a session that is over; cookies travel with the headers. */
const clearsCookie = { kind: 'void', headers: {} } as const;

const identifierItem = text('Session identifier; a token (svc_...) is refused as IDENTIFIER_IS_TOKEN.', {
  minLength: 1,
  maxLength: 128,
  pattern: '^[A-Za-z0-9_-]+$',
});

const identifierBody = { kind: 'string', schema: identifierItem } as const;

/** Names a session as a list shows it, sent back only to name it. */
const reference = closed({
  identifier: optional(identifierItem),
  username: optional(text('Every session of this user, when there is no identifier.', { maxLength: usernameMax })),
  tenantIdentifier: optional(
    text('Tenant of the username; default that of the caller.', { minLength: 1, maxLength: 64 }),
  ),
  system: optional(flag('Accepted as a list shows it, not read.')),
  createdDate: optional(text('Accepted as a list shows it, not read.')),
  attributeMap: optional(anyMap('Accepted as a list shows it, not read.')),
  locale: optional(anyValue('Accepted as a list shows it, not read.')),
});
export const SvcSessionReference = namedAs(
  needing(reference, 'SvcSessionReference', {
    fields: ['identifier', 'username'],
    code: 'SESSION_CRITERIA_REQUIRED',
  }),
  'SvcSession',
);
const SvcOwnSessionReference = namedAs(
  needing(reference, 'SvcOwnSessionReference', { fields: ['identifier'], code: 'SESSION_CRITERIA_REQUIRED' }),
  'SvcSession',
);

const named = { minItems: 1, maxItems: namedMax } as const;

export const closingOperations = {
  close1: operation({
    method: 'POST',
    path: '/close/session',
    listed: true,
    summary: 'Closes a session with everything that hangs on it, or all sessions of a user',
    description:
      'By identifier, that session and its descendants; otherwise by username, every session of that user. A model of /page can be sent ' +
      'back as it is. Others need SESSION_CLOSE; everything but the current session needs a fresh sign-in.',
    access: ownOr('SESSION_CLOSE'),
    effect: 'write',
    body: { kind: 'json', schema: SvcSessionReference },
    reply: clearsCookie,
    errors: ['SESSION_NOT_FOUND', 'ACCESS_DENIED', 'REAUTHENTICATION_REQUIRED'],
  }),
  closeAll: operation({
    method: 'GET',
    path: '/close-all',
    listed: true,
    summary: 'Closes every session of the tenant',
    description:
      'The current session too, unless exceptCurrent is true; sessions of services only with includeSystem. Effective at once ' +
      'whatever the number: the rows are closed in the background.',
    access: fresh(authority('SESSION_CLOSE_ALL')),
    effect: 'write',
    query: closed({
      exceptCurrent: maybe(flag('Spares the current session; default false.')),
      allTenants: maybe(flag('Every tenant; needs TENANT_ALL. Default false.')),
      includeSystem: maybe(flag('Sessions of services too; needs SESSION_SYSTEM. Default false.')),
    }),
    reply: clearsCookie,
  }),
  closeAll2: operation({
    method: 'GET',
    path: '/close-all/by-username/{username}',
    listed: true,
    summary: 'Closes every session of one user',
    description: 'In the tenant of the caller, sessions of services apart. A user who does not exist has none: 200.',
    access: fresh(ownOr('SESSION_CLOSE')),
    effect: 'write',
    params: closed({
      username: text('Username, compared after folding.', { minLength: 1, maxLength: usernameMax }),
    }),
    reply: clearsCookie,
  }),
  closeAllIdentifiers: operation({
    method: 'POST',
    path: '/close-all/identifiers',
    listed: true,
    summary: 'Closes the sessions with these identifiers',
    description: `From 1 to ${namedMax} in one transaction. Unknown and ended ones are left as they are.`,
    access: ownOr('SESSION_CLOSE'),
    effect: 'write',
    body: { kind: 'list', schema: identifierItem, ...named },
    reply: clearsCookie,
    errors: ['ACCESS_DENIED', 'REAUTHENTICATION_REQUIRED'],
  }),
  closeAllSessions: operation({
    method: 'POST',
    path: '/close-all/sessions',
    listed: true,
    summary: 'Closes these sessions',
    description: `From 1 to ${namedMax} in one transaction, each as in /close/session; the index of an entry that names nothing is answered.`,
    access: ownOr('SESSION_CLOSE'),
    effect: 'write',
    body: { kind: 'list', schema: SvcSessionReference, ...named },
    reply: clearsCookie,
    errors: ['SESSION_NOT_FOUND', 'ACCESS_DENIED', 'REAUTHENTICATION_REQUIRED'],
  }),
  closeAllSessionsByUser: operation({
    method: 'POST',
    path: '/close-all/sessions/user',
    listed: true,
    summary: 'Closes these sessions of the caller',
    description: 'Each names one by identifier. With one that is unknown or of somebody else, none is closed.',
    access: sessionAccess,
    effect: 'write',
    body: { kind: 'list', schema: SvcOwnSessionReference, ...named },
    reply: clearsCookie,
    errors: ['SESSION_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  }),
  closeAllUsers: operation({
    method: 'POST',
    path: '/close-all/users',
    listed: true,
    summary: 'Closes every session of these users',
    description: `From 1 to ${namedMax} usernames of the tenant in one transaction. Unknown ones have none.`,
    access: fresh(authority('SESSION_CLOSE')),
    effect: 'write',
    body: {
      kind: 'list',
      schema: text('Username, compared after folding.', { minLength: 1, maxLength: usernameMax }),
      ...named,
    },
    reply: clearsCookie,
  }),
  closeByUser: operation({
    method: 'POST',
    path: '/close/user',
    listed: true,
    summary: 'Closes one session of the caller',
    description: 'Repeated it answers alike. The current one is allowed and is a sign-out.',
    access: sessionAccess,
    effect: 'write',
    body: identifierBody,
    reply: clearsCookie,
    errors: ['SESSION_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  }),
};

export type SvcSessionReference = Static<typeof SvcSessionReference>;
