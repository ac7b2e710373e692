// Turns a session that was given a new token into the fields and the cookie of an answer.
import type { Cookie } from '@keelson/contract';
import type { Context } from '../../../kernel/request/context.ts';
import type { BegunSession } from '../../session/api.ts';
import { sessionCookie } from '../ground/cookies.ts';

/** A session that came in the cookie stays in the cookie, and its token is in no body. */
export function toRotatedSession(session: BegunSession, context: Context) {
  const inCookie = context.carrier === 'cookie';
  const cookies: readonly Cookie[] = inCookie ? [sessionCookie(session, context)] : [];
  return {
    fields: {
      token: inCookie ? null : session.token,
      tokenType: inCookie ? null : 'Bearer',
      sessionIdentifier: session.identifier,
      expiryDate: new Date(session.expiryMs).toISOString(),
      idleExpiryDate: new Date(session.idleExpiryMs).toISOString(),
    },
    cookies,
  };
}
