// Declares the operations of signing in with name and password, and of signing out: by a link or form, and by a script.
import { closed, maybe, nullable, optional, text } from '../../../models/schema.ts';
import { publicAccess } from '../../../operations/access.ts';
import { publicBodyBytesMax } from '../../../operations/body-and-reply.ts';
import { operation } from '../../../operations/define.ts';
import { SvcAuthAuthenticationRequestModel, SvcAuthAuthenticationResponseModel } from './authentication-models.ts';

const redirectTargetMax = 2_048;
const redirectTarget = text('Where to go afterwards; a path of the own site or a listed address.', {
  maxLength: redirectTargetMax,
});

const SvcAuthLogoutModel = closed({ redirectUrl: optional(redirectTarget) }, 'SvcAuthLogoutModel');
const SvcAuthLogoutResultModel = closed(
  { redirectUrl: nullable(text('The allowed target, the default page of the tenant, or null to stay.')) },
  'SvcAuthLogoutResultModel',
);

export const loginOperations = {
  login: operation({
    method: 'POST',
    path: '/auth/login',
    listed: true,
    summary: 'Signs in with username and password',
    description:
      'A live session presented with the request is closed on success. COOKIE delivery sets the session cookie and needs HTTPS ' +
      'or loopback (else COOKIE_REQUIRES_HTTPS) and a proven origin. Every reason to refuse a name and password is one answer. ' +
      'Ten failures in a row lock a name, existing or not; from the third one a captcha is due. A browser that the user ' +
      'signed in from is known by a cookie and counted by itself.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthAuthenticationRequestModel, limitBytes: publicBodyBytesMax },
    reply: {
      kind: 'json',
      schema: SvcAuthAuthenticationResponseModel,
      headers: { 'cache-control': 'no-store' },
    },
    errors: [
      'AUTH_INVALID_CREDENTIALS',
      'AUTH_CAPTCHA_REQUIRED',
      'AUTH_CAPTCHA_INVALID',
      'AUTH_TEMPORARILY_LOCKED',
      'SESSION_LIMIT_REACHED',
    ],
  }),
  logout: operation({
    method: 'GET',
    path: '/auth/logout',
    listed: true,
    summary: 'Signs out and goes to a page',
    description:
      'Closes the presented session and what hangs on it, clears the cookies, and answers 302 to the allowed target, else Void. ' +
      'No session or a dead one is no failure. Where auth.logout.refused-target is ERROR, a refused target is 400 with the ' +
      'argument code REDIRECT_NOT_ALLOWED; the session has ended all the same. Parameters that are unknown or do not fit are ' +
      'ignored and named in X-Svc-Ignored-Fields.',
    access: publicAccess,
    effect: 'write',
    lenient: true,
    query: closed({ redirectUrl: maybe(redirectTarget), 'redirect-url': maybe(redirectTarget) }),
    reply: { kind: 'redirect-or-void' },
  }),
  logoutPost: operation({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Signs out and answers which page to go to',
    description: 'As logout, for scripts: the target comes back in the answer instead of a redirect.',
    access: publicAccess,
    effect: 'write',
    lenient: true,
    body: { kind: 'json', schema: SvcAuthLogoutModel, optional: true, limitBytes: publicBodyBytesMax },
    reply: {
      kind: 'json',
      schema: SvcAuthLogoutResultModel,
      headers: {
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'clear-site-data': 'Over HTTPS, unless auth.logout.clear-site-data is off: cache and storage of this site.',
      },
    },
  }),
} as const;
