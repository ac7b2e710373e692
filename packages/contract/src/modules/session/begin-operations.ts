// Declares the operations that begin sessions, give them a new token or change what hangs on them.
import { authority, sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import {
  SvcSecuritySessionInput,
  SvcSecuritySessionTokenInput,
  SvcSessionAttributesModel,
  SvcSessionTokenModel,
} from './begin-models.ts';

/** The failures of a session that a request names. */
export const beginErrors = [
  'SESSION_ALREADY_EXISTS',
  'SESSION_LIMIT_REACHED',
  'TENANT_NOT_FOUND',
  'TENANT_DISABLED',
  'USER_DISABLED',
  'USER_UNKNOWN',
] as const;

const noStore = { 'cache-control': 'no-store' } as const;

export const beginOperations = {
  begin: operation({
    method: 'POST',
    path: '/begin',
    listed: true,
    summary: 'Opens a session for a token that the caller made',
    description:
      'The caller keeps the token and sends its hash. Authorities are those given, or else those of the user directory, kept ' +
      'current. Nobody begins a session with an authority of level SYSTEM that they lack, and one that the user gains later does ' +
      'not reach it. Another tenant needs TENANT_ALL, a system session SESSION_SYSTEM. The parent of parentIdentifier must be ' +
      'open; chains have at most 8.',
    access: authority('SESSION_BEGIN'),
    effect: 'write',
    body: { kind: 'json', schema: SvcSecuritySessionInput },
    errors: beginErrors,
    idempotent: true,
  }),
  beginWithToken: operation({
    method: 'POST',
    path: '/begin/token',
    summary: 'Opens a session and answers its token',
    description:
      'As begin; the server makes the token, which is in this answer only. Idempotency-Key is not honoured: its store would keep ' +
      'the secret.',
    access: authority('SESSION_BEGIN'),
    effect: 'write',
    body: { kind: 'json', schema: SvcSecuritySessionTokenInput },
    reply: { kind: 'json', schema: SvcSessionTokenModel, headers: noStore },
    errors: beginErrors.filter((code) => code !== 'SESSION_ALREADY_EXISTS'),
  }),
  refresh: operation({
    method: 'POST',
    path: '/session/refresh',
    summary: 'Gives the session of the caller a new token',
    description:
      'The old token is dead at once; attributes and what hangs on the session move along, the absolute end stays. Where the ' +
      'session travels in the cookie, so does the new token. An API key has no token to renew.',
    access: sessionAccess,
    effect: 'write',
    reply: { kind: 'json', schema: SvcSessionTokenModel, headers: noStore },
    errors: ['ACCESS_DENIED'],
  }),
  updateAttributes: operation({
    method: 'PUT',
    path: '/session/attributes',
    summary: 'Changes the own attributes of the session of the caller',
    description: 'A key that is missing stays, null removes it. An API key has no session to hang them on.',
    access: sessionAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcSessionAttributesModel },
    errors: ['ACCESS_DENIED'],
  }),
};
