// Session: what is open, whose it is, and how it is closed.
import { Type } from 'typebox';
import { authority, defineModule, operation, ownOr, planned, sessionAccess } from '../define.ts';
import { page } from '../paging.ts';
import { closed, flag, long, maybe, text } from '../schema.ts';
import { sessionAuthorities } from './session/session-authorities.ts';
import { SvcSecuritySession, SvcSession, SvcSessionQueryModel } from './session/session-models.ts';

const identifierBody = {
  kind: 'string',
  schema: text('Session identifier; a token (svc_...) is refused as IDENTIFIER_IS_TOKEN.', {
    minLength: 1,
    maxLength: 128,
  }),
} as const;

/** No header of its own, but the cookie of a session that is over. */
const clearsCookie = { kind: 'void', headers: {} } as const;

export const sessionModule = defineModule({
  name: 'session',
  title: 'Session',
  prefixes: ['/session-server'],
  operations: {
    begin: planned({
      name: 'begin',
      method: 'POST',
      path: '/begin',
      summary: 'Opens a session for a token that the caller made',
      access: authority('SESSION_BEGIN'),
      mediaType: 'application/json',
      bodyKind: 'json',
    }),
    close: operation({
      name: 'close',
      method: 'POST',
      path: '/close',
      summary: 'Closes one session',
      description:
        'Own sessions always, others with SESSION_CLOSE and a fresh sign-in. A session that has ended already is left as it is. ' +
        'Closing the current session is a sign-out: the cookie is cleared.',
      access: ownOr('SESSION_CLOSE'),
      effect: 'write',
      body: identifierBody,
      // Cookies travel with the headers.
      reply: clearsCookie,
      errors: ['SESSION_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
    }),
    close1: planned({
      name: 'close1',
      method: 'POST',
      path: '/close/session',
      summary: 'Closes a session with everything that hangs on it, or all sessions of a user',
      access: ownOr('SESSION_CLOSE'),
      mediaType: 'application/json',
      bodyKind: 'json',
    }),
    closeAll: planned({
      name: 'closeAll',
      method: 'GET',
      path: '/close-all',
      summary: 'Closes every session of the tenant',
      access: authority('SESSION_CLOSE_ALL'),
      mediaType: null,
      bodyKind: 'none',
    }),
    closeAll2: planned({
      name: 'closeAll2',
      method: 'GET',
      path: '/close-all/by-username/{username}',
      summary: 'Closes every session of one user',
      access: ownOr('SESSION_CLOSE'),
      mediaType: null,
      bodyKind: 'none',
    }),
    closeAllByUser: operation({
      name: 'closeAllByUser',
      method: 'GET',
      path: '/close-all/user',
      summary: 'Closes every session of the caller',
      description:
        'The current session is closed too, unless exceptCurrent is true. Other sessions need a fresh sign-in.',
      access: sessionAccess,
      effect: 'write',
      query: closed({ exceptCurrent: maybe(flag('Spares the current session; default false.')) }),
      body: { kind: 'none' },
      // Cookies travel with the headers.
      reply: clearsCookie,
      errors: ['REAUTHENTICATION_REQUIRED'],
    }),
    closeAllIdentifiers: planned({
      name: 'closeAllIdentifiers',
      method: 'POST',
      path: '/close-all/identifiers',
      summary: 'Closes the sessions with these identifiers',
      access: ownOr('SESSION_CLOSE'),
      mediaType: 'application/json',
      bodyKind: 'list',
    }),
    closeAllSessions: planned({
      name: 'closeAllSessions',
      method: 'POST',
      path: '/close-all/sessions',
      summary: 'Closes these sessions',
      access: ownOr('SESSION_CLOSE'),
      mediaType: 'application/json',
      bodyKind: 'list',
    }),
    closeAllSessionsByUser: planned({
      name: 'closeAllSessionsByUser',
      method: 'POST',
      path: '/close-all/sessions/user',
      summary: 'Closes these sessions of the caller',
      access: sessionAccess,
      mediaType: 'application/json',
      bodyKind: 'list',
    }),
    closeAllUsers: planned({
      name: 'closeAllUsers',
      method: 'POST',
      path: '/close-all/users',
      summary: 'Closes every session of these users',
      access: authority('SESSION_CLOSE'),
      mediaType: 'application/json',
      bodyKind: 'list',
    }),
    closeByUser: planned({
      name: 'closeByUser',
      method: 'POST',
      path: '/close/user',
      summary: 'Closes one session of the caller',
      access: sessionAccess,
      mediaType: 'application/json',
      bodyKind: 'string',
    }),
    countByCurrentUser: operation({
      name: 'countByCurrentUser',
      method: 'GET',
      path: '/count/by-current-user',
      summary: 'Counts the open sessions of the caller',
      description: 'Live sessions of the caller that are no system sessions, the current one included.',
      access: sessionAccess,
      effect: 'read',
      body: { kind: 'none' },
      reply: { kind: 'json', schema: long('Number of open sessions.') },
      errors: [],
    }),
    exist: operation({
      name: 'exist',
      method: 'POST',
      path: '/exist',
      summary: 'Tells whether a session is open',
      description:
        "Read from the database each time; does not count as a use of the session. Another user's session is false without SESSION_VIEW.",
      access: sessionAccess,
      effect: 'read',
      passive: true,
      body: identifierBody,
      reply: { kind: 'json', schema: Type.Boolean({ description: 'True while the session lives.' }) },
      errors: [],
    }),
    get: operation({
      name: 'get',
      method: 'GET',
      path: '/session',
      summary: 'The session of the caller with its current authorities',
      description: 'With an API key the answer is a made-up system session that stands in no list.',
      access: sessionAccess,
      effect: 'read',
      body: { kind: 'none' },
      reply: {
        kind: 'json',
        schema: SvcSecuritySession,
        headers: {
          'x-svc-session-expiry': 'When the session ends if it is not used again, ISO 8601.',
          'cache-control': 'no-store',
        },
      },
      errors: [],
    }),
    queryPage: planned({
      name: 'queryPage',
      method: 'POST',
      path: '/page',
      summary: 'Pages the sessions of the tenant',
      access: authority('SESSION_VIEW'),
      mediaType: 'application/json',
      bodyKind: 'json',
    }),
    queryPageByUser: operation({
      name: 'queryPageByUser',
      method: 'POST',
      path: '/page/user',
      summary: 'Pages the sessions of the caller',
      description:
        'Filters that name another user or tenant than the caller are refused. Rows and total come from one snapshot.',
      access: sessionAccess,
      effect: 'read',
      passive: true,
      body: { kind: 'json', schema: SvcSessionQueryModel, optional: true },
      reply: { kind: 'json', schema: page(SvcSession) },
      errors: ['ACCESS_DENIED'],
    }),
  },
  authorities: sessionAuthorities,
});
