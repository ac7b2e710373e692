// Proves that signing out is idempotent, tells nothing, and leads to allowed pages only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, call, login, query, signInAdmin, startDirectory } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startDirectory();
  await query(
    server,
    `UPDATE auth_tenant SET redirect_url_list = '{https://ok.example/app}', default_redirect_url = 'https://ok.example/bye'`,
  );
});
afterAll(() => server.stop());

const logout = (search: string, token: string | null, headers: Record<string, string> = {}) =>
  call(server, 'GET', `/auth/logout${search}`, { token, headers: { accept: 'application/json', ...headers } });
const isLive = async (token: string) => (await call(server, 'GET', '/session', { token })).status === 200;

describe('logout', () => {
  it('authentication 14: the token is dead, cookies are cleared, and doing it again tells nothing', async () => {
    const token = await signInAdmin(server);
    const first = await logout('', token);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({});
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('referrer-policy')).toBe('no-referrer');
    expect(first.headers.getSetCookie()).toContain('svc-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    const again = await call(server, 'GET', '/session', { token });
    expect(again.error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'LOGOUT' }] });
    for (const presented of [token, null, `svc_${'z'.repeat(43)}`]) {
      const repeated = await logout('', presented);
      expect([repeated.status, repeated.text]).toEqual([first.status, first.text]);
    }
  });

  it('authentication 14: HEAD is 405, prefetch and cross-site with the cookie are refused, and the session is kept', async () => {
    const signedIn = await login(server, 'admin', ADMIN_PASSWORD, {
      body: { tokenDelivery: 'COOKIE' },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const token = cookie.slice('svc-session='.length);
    expect((await call(server, 'HEAD', '/auth/logout', { headers: { cookie } })).status).toBe(405);
    const refused: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      {},
    ];
    for (const headers of refused) {
      const answer = await call(server, 'GET', '/auth/logout', { headers: { cookie, ...headers } });
      expect([answer.status, answer.error?.errorCode]).toEqual([403, 'CSRF_CHECK_FAILED']);
    }
    expect(await isLive(token)).toBe(true);
    await call(server, 'GET', '/auth/logout', { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    expect(await isLive(token)).toBe(false);
  });

  it('authentication 14: a bearer needs no origin', async () => {
    const token = await signInAdmin(server);
    expect((await logout('', token, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status).toBe(
      200,
    );
    expect(await isLive(token)).toBe(false);
  });
});

describe('a request that says more than it should', () => {
  const tooLong = `/${'a'.repeat(2_048)}`;
  it.each([
    ['an unknown parameter', '?returnTo=/home', 'query.returnTo'],
    ['a target given twice', '?redirectUrl=/a&redirectUrl=/b', 'query.redirectUrl'],
    ['a target that is too long', `?redirectUrl=${tooLong}`, 'query.redirectUrl'],
    ['a target that is not UTF-8', '?redirectUrl=%ff', 'query.redirectUrl'],
  ])('authentication 14: ends the session and names %s as ignored', async (_what, search, ignored) => {
    const token = await signInAdmin(server);
    const answer = await logout(search, token);
    expect([answer.status, answer.headers.get('x-svc-ignored-fields')]).toEqual([200, ignored]);
    expect(await isLive(token)).toBe(false);
  });

  it('authentication 14: ends the session by POST, too, with a field that nobody knows', async () => {
    const token = await signInAdmin(server);
    const answer = await call(server, 'POST', '/auth/logout', { token, body: { returnTo: '/home' } });
    expect([answer.status, answer.headers.get('x-svc-ignored-fields')]).toEqual([200, 'returnTo']);
    expect(await isLive(token)).toBe(false);
  });
});

describe('where it leads', () => {
  it.each([
    ['?redirectUrl=https://ok.example/app/x', 'https://ok.example/app/x'],
    ['?redirect-url=/here', '/here'],
    ['?redirectUrl=https://ok.example.evil.com/app', 'https://ok.example/bye'],
    ['?redirectUrl=%2f%2fevil', 'https://ok.example/bye'],
  ])('authentication 15: %s leads to %s', async (search, location) => {
    const answer = await logout(search, null);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
  });

  it('authentication 15: a refused target is an event', async () => {
    const token = await signInAdmin(server);
    await logout('?redirectUrl=https://evil.example/', token);
    const [event] = await query<{ actor: string; type: string }>(
      server,
      "SELECT actor, type FROM log_recorded_event WHERE kind = 'authentication.redirect-refused' ORDER BY id DESC LIMIT 1",
    );
    expect(event).toEqual({ actor: 'admin', type: 'SECURITY' });
    expect(await isLive(token)).toBe(false);
  });

  it('authentication 30: under STRICT a refused target is 400, and the session has ended all the same', async () => {
    const token = await signInAdmin(server);
    server.settings.set('auth.security-profile', 'STRICT');
    try {
      const answer = await logout('?redirectUrl=https://evil.example/', token);
      expect(answer.status).toBe(400);
      expect(answer.error?.errorArguments).toMatchObject([{ code: 'REDIRECT_NOT_ALLOWED' }]);
      expect(await isLive(token)).toBe(false);
      expect(answer.headers.getSetCookie()).toContain('svc-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
      expect((await logout('?redirectUrl=https://ok.example/app/x', null)).status).toBe(302);
    } finally {
      server.settings.set('auth.security-profile', 'STANDARD');
    }
  });

  it('authentication 15: without a target a browser goes to the default page, a program stays', async () => {
    const browser = await logout('', null, { accept: 'text/html,application/xhtml+xml' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, 'https://ok.example/bye']);
    expect((await logout('', null)).status).toBe(200);
  });
});

describe('logoutPost', () => {
  const post = (body: object, token: string | null, headers: Record<string, string> = {}) =>
    call<{ redirectUrl: string | null }>(server, 'POST', '/auth/logout', { body, token, headers });

  it('ends the session, clears the cookies and answers the allowed target', async () => {
    const token = await signInAdmin(server);
    const answer = await post({ redirectUrl: 'https://ok.example/app/x' }, token);
    expect([answer.status, answer.body]).toEqual([200, { redirectUrl: 'https://ok.example/app/x' }]);
    expect(answer.headers.getSetCookie()).toContain('svc-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect(await isLive(token)).toBe(false);
    expect((await post({}, token)).body).toEqual({ redirectUrl: null });
  });

  it('a refused target becomes the default page; with the cookie it needs the proof of origin', async () => {
    expect((await post({ redirectUrl: '//evil.example' }, null)).body).toEqual({
      redirectUrl: 'https://ok.example/bye',
    });
    const token = await signInAdmin(server);
    const refused = await post({}, null, { cookie: `svc-session=${token}`, origin: 'https://evil.example' });
    expect(refused.error?.errorCode).toBe('CSRF_CHECK_FAILED');
    expect(await isLive(token)).toBe(true);
  });
});

it('over HTTPS the browser is asked to drop cache and storage', async () => {
  const proxied = await startDirectory({ env: { KEELSON_TRUSTED_PROXIES: '127.0.0.1' } });
  try {
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
    const answer = await call(proxied, 'GET', '/auth/logout', { headers });
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(answer.headers.getSetCookie()).toContain(
      '__Host-svc-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax',
    );
  } finally {
    await proxied.stop();
  }
});
