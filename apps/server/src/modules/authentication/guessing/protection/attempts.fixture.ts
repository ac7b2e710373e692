// Drives sign-ins as browsers behind a proxy do: an address, a device cookie, captchas solved by who holds the keys.
import type { SvcAuthAuthenticationResponseModel, SvcAuthCaptchaModel } from '@keelson/contract';
import { type Answer, call, startDirectory } from '../../../../testing/sign-in.ts';
import type { TestServer, TestServerOptions } from '../../../../testing/test-server.ts';
import { createCaptchaSeal } from '../captcha/captcha-identifier.ts';

export const WRONG_PASSWORD = 'not the password at all';

/** Trusts what the test says about addresses and HTTPS. */
export function startProxied(options: TestServerOptions = {}): Promise<TestServer> {
  const env = { KEELSON_TRUSTED_PROXIES: '127.0.0.1', KEELSON_PUBLIC_URL: 'https://keelson.example', ...options.env };
  return startDirectory({ ...options, env });
}

export interface Browser {
  readonly address: string;
  /** Is the value of the device cookie. */
  readonly device?: string | null;
}

export function headersOf({ address, device = null }: Browser): Record<string, string> {
  return {
    'x-forwarded-for': address,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'keelson.example',
    ...(device === null ? {} : { cookie: `__Host-svc-device=${device}` }),
  };
}

/** Answers what an image shows: only who holds the keys can tell. */
export function answerOf(server: Pick<TestServer, 'kernel'>, captchaIdentifier: string): string {
  return createCaptchaSeal(server.kernel.keys).open(captchaIdentifier)?.answer ?? '';
}

export interface Solved {
  readonly captchaIdentifier: string;
  readonly captcha: string;
}

/** Fetches a captcha with its answer; the rate of the address is that of the one who asks. */
export async function solveCaptcha(server: TestServer, address: string): Promise<Solved> {
  const { body } = await call<SvcAuthCaptchaModel>(server, 'POST', '/auth/captcha', {
    headers: headersOf({ address }),
  });
  const { captchaIdentifier } = body;
  return { captchaIdentifier, captcha: answerOf(server, captchaIdentifier) };
}

export type LoginAnswer = Answer<SvcAuthAuthenticationResponseModel>;

export function attempt(
  server: Pick<TestServer, 'url'>,
  who: { readonly username: string; readonly password?: string },
  browser: Browser,
  body: object = {},
): Promise<LoginAnswer> {
  const { username, password = WRONG_PASSWORD } = who;
  return call(server, 'POST', '/auth/login', { body: { username, password, ...body }, headers: headersOf(browser) });
}

/** Answers the value of the device cookie that an answer sets, or null. */
export function deviceOf({ headers }: Pick<LoginAnswer, 'headers'>): string | null {
  const cookies = headers.getSetCookie().join('\n');
  return /^__Host-svc-device=([^;]+);/m.exec(cookies)?.[1] ?? null;
}

/** Answers status and code, with the seconds of Retry-After where there are any. */
export function outcomeOf({ status, error, headers }: LoginAnswer): string {
  return [status, error?.errorCode, headers.get('retry-after')].filter((part) => part !== null).join(' ');
}
