// Declares sessions: what is open, whose it is, and how it is closed.
import { Type } from 'typebox';
import { page } from '../../models/paging.ts';
import { closed, flag, long, maybe, text } from '../../models/schema.ts';
import { authority, ownOr, sessionAccess } from '../../operations/access.ts';
import { defineModule, operation } from '../../operations/define.ts';
import { beginOperations } from './begin-operations.ts';
import { closingOperations } from './closing-operations.ts';
import { liveOperations } from './live-operations.ts';
import { queryOperations } from './query-operations.ts';
import { sessionAuthorities } from './session-authorities.ts';
import { SvcSecuritySession, SvcSession, SvcSessionExpiryModel, SvcSessionQueryModel } from './session-models.ts';
import { systemOperations } from './system-operations.ts';

const identifierBody = {
  kind: 'string',
  schema: text('Session identifier; a token (svc_...) is refused as IDENTIFIER_IS_TOKEN.', {
    minLength: 1,
    maxLength: 128,
  }),
} as const;

/** The answer has no header of its own, but the cookie of a session that is over. */
const clearsCookie = { kind: 'void', headers: {} } as const;

export const sessionContract = defineModule({
  name: 'session',
  title: 'Session',
  prefixes: ['/session-server'],
  operations: {
    ...beginOperations,
    ...systemOperations,
    close: operation({
      method: 'POST',
      path: '/close',
      listed: true,
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
    closeAllByUser: operation({
      method: 'GET',
      path: '/close-all/user',
      listed: true,
      summary: 'Closes every session of the caller',
      description:
        'The current session is closed too, unless exceptCurrent is true. Other sessions need a fresh sign-in.',
      access: sessionAccess,
      effect: 'write',
      query: closed({ exceptCurrent: maybe(flag('Spares the current session; default false.')) }),
      // Cookies travel with the headers.
      reply: clearsCookie,
      errors: ['REAUTHENTICATION_REQUIRED'],
    }),
    countByCurrentUser: operation({
      method: 'GET',
      path: '/count/by-current-user',
      listed: true,
      summary: 'Counts the open sessions of the caller',
      description: 'Live sessions of the caller that are no system sessions, the current one included.',
      access: sessionAccess,
      effect: 'read',
      reply: { kind: 'json', schema: long('Number of open sessions.') },
    }),
    exist: operation({
      method: 'POST',
      path: '/exist',
      listed: true,
      summary: 'Says whether a session is open',
      description:
        "Read from the database each time; does not count as a use of the session. Another user's session is false without SESSION_VIEW.",
      access: sessionAccess,
      effect: 'read',
      passive: true,
      body: identifierBody,
      reply: { kind: 'json', schema: Type.Boolean({ description: 'True while the session lives.' }) },
    }),
    get: operation({
      method: 'GET',
      path: '/session',
      listed: true,
      summary: 'The session of the caller with its current authorities',
      description: 'With an API key the answer is a made-up system session that stands in no list.',
      access: sessionAccess,
      effect: 'read',
      reply: {
        kind: 'json',
        schema: SvcSecuritySession,
        headers: {
          'x-svc-session-expiry': 'When the session ends if it is not used again, ISO 8601.',
          'cache-control': 'no-store',
        },
      },
    }),
    queryPage: operation({
      method: 'POST',
      path: '/page',
      listed: true,
      summary: 'Pages the sessions of the tenant',
      description:
        'Open sessions unless statusList says otherwise. Another tenant needs TENANT_ALL, sessions of services SESSION_SYSTEM. ' +
        'Rows and total come from one snapshot.',
      access: authority('SESSION_VIEW'),
      effect: 'read',
      passive: true,
      body: { kind: 'json', schema: SvcSessionQueryModel, optional: true },
      reply: { kind: 'json', schema: page(SvcSession) },
    }),
    count: operation({
      method: 'POST',
      path: '/session/count',
      summary: 'Counts the sessions of the tenant',
      description: 'What the filters of /page match.',
      access: authority('SESSION_VIEW'),
      effect: 'read',
      passive: true,
      body: { kind: 'json', schema: SvcSessionQueryModel, optional: true },
      reply: { kind: 'json', schema: long('Number of sessions.') },
    }),
    getByIdentifier: operation({
      method: 'GET',
      path: '/session/by-identifier/{identifier}',
      summary: 'One session, open or ended',
      description: 'Own sessions always, others with SESSION_VIEW.',
      access: ownOr('SESSION_VIEW'),
      effect: 'read',
      passive: true,
      params: closed({ identifier: identifierBody.schema }),
      reply: { kind: 'json', schema: SvcSecuritySession },
      errors: ['SESSION_NOT_FOUND'],
    }),
    expiry: operation({
      method: 'GET',
      path: '/session/expiry',
      summary: 'When the session of the caller ends',
      description: 'For "you will be signed out" dialogs: asking does not count as a use of the session.',
      access: sessionAccess,
      effect: 'read',
      passive: true,
      reply: { kind: 'json', schema: SvcSessionExpiryModel },
    }),
    queryPageByUser: operation({
      method: 'POST',
      path: '/page/user',
      listed: true,
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
    ...closingOperations,
    ...liveOperations,
    ...queryOperations,
  },
  authorities: sessionAuthorities,
});
