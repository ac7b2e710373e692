// Makes the cookies of signing in: their exact attributes, and how they are cleared.
import type { Cookie } from '@keelson/contract';
import { sessionCookieName } from '../../../kernel/http/exchange/guard.ts';
import type { Context } from '../../../kernel/request/context.ts';
import type { BegunSession } from '../../session/api.ts';

const LOGIN_COOKIE = 'svc-login';
/** Lasts as long as a challenge lives. */
const LOGIN_COOKIE_SECONDS = 600;
// Other steps of a sign-in set these; a sign-out clears them as well.
const CAPTCHA_COOKIE = 'svc-captcha';
const PASSING_COOKIES = [CAPTCHA_COOKIE, LOGIN_COOKIE];
const DEVICE_COOKIE = 'svc-device';
const HOST_PREFIX = '__Host-';

/** Says whether a browser would send the cookie back: over HTTPS, or on this machine's loopback. */
export function carriesCookies(context: Context): boolean {
  return context.secure || context.loopback;
}

function cookie(name: string, value: string, context: Context): Cookie {
  return { name, value, path: '/', httpOnly: true, secure: !context.loopback, sameSite: 'Lax' };
}

/**
 * Makes the cookie of a session; it lasts as long as the browser's session unless it is remembered. The server knows
 * the true end.
 */
export function sessionCookie(
  { token, cookieMaxAgeSeconds }: Pick<BegunSession, 'token' | 'cookieMaxAgeSeconds'>,
  context: Context,
): Cookie {
  const plain = cookie(sessionCookieName(context.loopback), token, context);
  return cookieMaxAgeSeconds === null ? plain : { ...plain, maxAgeSeconds: cookieMaxAgeSeconds };
}

function namedCookie(name: string, context: Context): string {
  return context.loopback ? name : HOST_PREFIX + name;
}

/** Carries the identifier of a captcha, for browsers: it comes back with the sign-in by itself. */
export function captchaCookie(identifier: string, maxAgeSeconds: number, context: Context): Cookie {
  return { ...cookie(namedCookie(CAPTCHA_COOKIE, context), identifier, context), maxAgeSeconds };
}

export function readCaptchaCookie(context: Context): string | null {
  return context.cookies[namedCookie(CAPTCHA_COOKIE, context)] ?? null;
}

/** Marks a browser as one that a user signed in from. */
export function deviceCookie(value: string, maxAgeSeconds: number, context: Context): Cookie {
  return { ...cookie(namedCookie(DEVICE_COOKIE, context), value, context), maxAgeSeconds };
}

export function readDeviceCookie(context: Context): string | null {
  return context.cookies[namedCookie(DEVICE_COOKIE, context)] ?? null;
}

/** Clears every cookie of ours but that of the device, which belongs to the browser and not to the session. */
export function clearedCookies(context: Context): readonly Cookie[] {
  const names = [sessionCookieName(context.loopback), ...PASSING_COOKIES.map((name) => namedCookie(name, context))];
  return names.map((name) => ({ ...cookie(name, '', context), maxAgeSeconds: 0 }));
}

/** Ties the challenges of a browser to it; a finished sign-in leaves it, because other tabs may still need it. */
export function loginCookie(secret: string, context: Context): Cookie {
  return { ...cookie(namedCookie(LOGIN_COOKIE, context), secret, context), maxAgeSeconds: LOGIN_COOKIE_SECONDS };
}

/** Answers the secret that the browser was given with its challenge, or null. */
export function browserSecretOf(context: Context): string | null {
  return context.cookies[namedCookie(LOGIN_COOKIE, context)] ?? null;
}
