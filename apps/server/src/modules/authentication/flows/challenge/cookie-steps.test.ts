// Proves which cookies each step of a sign-in by cookie sets over HTTPS, and that the token is nowhere else.
import type { SvcAuthAuthenticationResponseModel, SvcAuthFactorChangeModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  call,
  login,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { codeOf, createTotpUser } from '../../steps/challenge.fixture.ts';

const over = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'keelson.example',
};
const own = { ...over, origin: 'https://keelson.example' };
const foreign = { ...over, origin: 'https://evil.example' };
const TOKEN = /svc_[A-Za-z0-9_-]{43}/;
const SESSION = /^__Host-svc-session=svc_[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
const LOGIN = /^__Host-svc-login=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/;
const DEVICE = /^__Host-svc-device=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax$/;

let server: TestServer;
let secret: string;

beforeAll(async () => {
  server = await startDirectory({
    env: { KEELSON_TRUSTED_PROXIES: '127.0.0.1', KEELSON_PUBLIC_URL: 'https://keelson.example' },
  });
  ({ secret } = await createTotpUser(server, await signInAdmin(server), 'ada'));
});
afterAll(() => server.stop());

type StepAnswer = Answer<SvcAuthAuthenticationResponseModel>;
const pairsOf = ({ headers }: Pick<Answer, 'headers'>) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
/** Keeps everything of an answer but its cookies. */
const withoutCookies = ({ headers, text }: Pick<Answer, 'headers' | 'text'>) =>
  [...headers].filter(([name]) => name !== 'set-cookie').join('\n') + text;

async function pending(): Promise<{
  readonly answer: StepAnswer;
  readonly identifier: string;
  readonly cookie: string;
}> {
  server.clock.advance(60_000);
  const answer = await login(server, 'ada', USER_PASSWORD, { body: { tokenDelivery: 'COOKIE' }, headers: own });
  return { answer, identifier: answer.body.verificationIdentifier ?? '', cookie: pairsOf(answer) };
}
const finish = (
  verificationIdentifier: string,
  headers: Record<string, string>,
  extra: object = {},
): Promise<StepAnswer> =>
  call(server, 'POST', '/auth/complete-login-with-code', {
    body: { verificationIdentifier, code: codeOf(server, secret), ...extra },
    headers,
  });

describe('a sign-in by cookie, step by step', () => {
  it('authentication 13: the challenge binds the browser, the code brings session and device, and the token is nowhere else', async () => {
    const { answer, identifier, cookie } = await pending();
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(LOGIN)]);
    const done = await finish(identifier, { ...own, cookie });
    expect(done.body).toMatchObject({ status: 'AUTHENTICATED', token: null, tokenType: null });
    expect(done.headers.getSetCookie()).toEqual([expect.stringMatching(SESSION), expect.stringMatching(DEVICE)]);
    expect(withoutCookies(done)).not.toMatch(TOKEN);
    const session = await call(server, 'GET', '/session', { headers: { ...over, cookie: pairsOf(done) } });
    expect(session.status).toBe(200);
  });

  it('authentication 13: a page of another origin finishes nothing, and nothing is set', async () => {
    const { identifier, cookie } = await pending();
    const answer = await finish(identifier, { ...foreign, cookie });
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'CSRF_CHECK_FAILED']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await finish(identifier, { ...own, cookie })).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 13: a sign-in that began with BODY ends in a cookie where the code asks for it', async () => {
    server.clock.advance(60_000);
    const { body } = await login(server, 'ada', USER_PASSWORD, { headers: own });
    const done = await finish(body.verificationIdentifier ?? '', own, { tokenDelivery: 'COOKIE' });
    expect(done.headers.getSetCookie()[0]).toMatch(SESSION);
    expect(withoutCookies(done)).not.toMatch(TOKEN);
  });

  it('authentication 13: proving again and a change of factors go on in the cookie', async () => {
    const { identifier, cookie } = await pending();
    const done = await finish(identifier, { ...own, cookie });
    const proven = await call(server, 'POST', '/auth/reauthenticate', {
      headers: { ...own, cookie: pairsOf(done) },
      body: { password: USER_PASSWORD },
    });
    expect(proven.body).toMatchObject({ token: null, tokenType: null });
    expect(proven.headers.getSetCookie()).toEqual([expect.stringMatching(SESSION)]);
    expect(withoutCookies(proven)).not.toMatch(TOKEN);
    const changed = await call<SvcAuthFactorChangeModel>(server, 'POST', '/auth/factors/recovery-codes', {
      headers: { ...own, cookie: pairsOf(proven) },
    });
    expect(changed.body.recoveryCodeList).toHaveLength(10);
    expect(changed.headers.getSetCookie()).toEqual([expect.stringMatching(SESSION)]);
    expect(withoutCookies(changed)).not.toMatch(TOKEN);
    const rows = await query<{ text: string }>(server, `SELECT e::text AS text FROM log_recorded_event e`);
    expect(rows.map(({ text }) => text).join()).not.toMatch(TOKEN);
  });
});
