// Makes the cookie that carries a session's token.
import type { Cookie } from '@keelson/contract';
import { SECOND_MS } from '@keelson/time-zone/units';
import { sessionCookieName } from '../../../kernel/http/exchange/guard.ts';
import type { Context } from '../../../kernel/request/context.ts';

/** With `maxAgeSeconds` null the browser keeps it until it is closed. */
export function sessionCookie(token: string, maxAgeSeconds: number | null, context: Context): Cookie {
  return {
    name: sessionCookieName(context.loopback),
    value: token,
    ...(maxAgeSeconds === null ? {} : { maxAgeSeconds }),
    path: '/',
    httpOnly: true,
    secure: !context.loopback,
    sameSite: 'Lax',
  };
}

export function clearedSessionCookie(context: Context): Cookie {
  return sessionCookie('', 0, context);
}

/**
 * Answers how long the cookie lasts: a remembered session outlives the browser's; null: until the browser is closed.
 */
export function cookieMaxAgeSeconds(
  session: { readonly remembered: boolean; readonly expiryMs: number },
  nowMs: number,
): number | null {
  return session.remembered ? Math.max(1, Math.floor((session.expiryMs - nowMs) / SECOND_MS)) : null;
}
