// The cookies of signing in: their exact attributes, and how they are cleared.
import type { Cookie } from '@keelson/contract';
import type { Context } from '../../../kernel/context.ts';
import { sessionCookieName } from '../../../kernel/guard.ts';

// Set by other steps of a sign-in; a sign-out clears them as well.
const PASSING_COOKIES = ['svc-captcha', 'svc-login'];
const HOST_PREFIX = '__Host-';

/** Whether a cookie would come back: over HTTPS, or on this machine's own loopback. */
export function carriesCookies(context: Context): boolean {
  return context.secure || context.loopback;
}

function cookie(name: string, value: string, context: Context): Cookie {
  return { name, value, path: '/', httpOnly: true, secure: !context.loopback, sameSite: 'Lax' };
}

/** Lasts as long as the browser's session; the server knows the true end. */
export function sessionCookie(token: string, context: Context): Cookie {
  return cookie(sessionCookieName(context.loopback), token, context);
}

/** Clears every cookie of ours but that of the device, which belongs to the browser and not to the session. */
export function clearedCookies(context: Context): readonly Cookie[] {
  const names = [
    sessionCookieName(context.loopback),
    ...PASSING_COOKIES.map((name) => (context.loopback ? name : HOST_PREFIX + name)),
  ];
  return names.map((name) => ({ ...cookie(name, '', context), maxAgeSeconds: 0 }));
}
