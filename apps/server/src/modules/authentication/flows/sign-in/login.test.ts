// Proves what signing in by name and password promises.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_PASSWORD,
  call,
  createActiveUser,
  login,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let adminToken: string;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
  await createActiveUser(server, adminToken, { username: 'Ayşe.Yılmaz' });
});
afterAll(() => server.stop());

const run = (text: string) => query(server, text);

describe('a right password', () => {
  it('answers the whole model, with null for fields of other steps', async () => {
    const { status, body, headers } = await login(server, 'ayşe.yilmaz', USER_PASSWORD, {
      body: { locale: 'tr-TR', deviceName: 'Kitchen tablet', attributeMap: { theme: 'dark' } },
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toMatch(
      /^svc-device=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
    );
    expect(body).toMatchObject({
      status: 'AUTHENTICATED',
      tokenType: 'Bearer',
      username: 'Ayşe.Yılmaz',
      tenantIdentifier: 'default',
      assuranceLevel: 'AAL1',
      authorities: expect.arrayContaining([{ role: 'ROLE_USER', authority: 'BPMN_TASK' }]),
      failedAttemptCount: 0,
      verificationIdentifier: null,
      passwordPolicy: null,
    });
    expect(body.token).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
    expect(body.sessionIdentifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(body.locale).toMatchObject({ language: 'tr', iso3Country: 'TUR' });
    const start = server.clock.now();
    expect(Date.parse(body.idleExpiryDate ?? '')).toBe(start + 30 * 60_000);
    expect(Date.parse(body.expiryDate ?? '')).toBe(start + 720 * 60_000);
    const { body: own } = await call<{ session: { attributeMap: object } }>(server, 'GET', '/session', {
      token: body.token,
    });
    expect(own.session.attributeMap).toMatchObject({
      'client.theme': 'dark',
      deviceName: 'Kitchen tablet',
      authenticationMethods: ['PASSWORD'],
      ipAddress: '127.0.0.1',
    });
  });

  it('tells when the user signed in before', async () => {
    await createActiveUser(server, adminToken, { username: 'previous' });
    const first = await login(server, 'previous', USER_PASSWORD);
    expect(first.body.previousLoginDate).toBeNull();
    const firstAt = server.clock.now();
    server.clock.advance(5_000);
    const second = await login(server, 'previous', USER_PASSWORD);
    expect(Date.parse(second.body.previousLoginDate ?? '')).toBe(firstAt);
  });

  it('the language comes from the header when the request names none', async () => {
    const { body } = await login(server, 'ayşe.yilmaz', USER_PASSWORD, {
      headers: { 'accept-language': 'de-AT, en;q=0.5' },
    });
    expect(body.locale).toMatchObject({ language: 'de', country: 'AT' });
  });
});

describe('one answer for every reason', () => {
  const refused = async (username: string, password: string, body: object = {}) => {
    const answer = await login(server, username, password, { body });
    const { time: _, uuid: __, ...detail } = JSON.parse(answer.text).errorDetail;
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
    );
    return { status: answer.status, detail, headers };
  };

  it('authentication 2: unknown, wrong, disabled, deleted, expired, not activated, disabled password and wrong tenant are alike', async () => {
    const names = ['off', 'gone', 'expired', 'locked'];
    for (const username of names) await createActiveUser(server, adminToken, { username });
    await call(server, 'POST', '/users', { token: adminToken, body: { username: 'fresh' } });
    await run("UPDATE auth_user SET enabled = false WHERE username = 'off'");
    await run("UPDATE auth_user SET deleted = true, deleted_date = now() WHERE username = 'gone'");
    await run("UPDATE auth_user SET expiry_date = 'epoch' WHERE username = 'expired'");
    await run(
      "UPDATE auth_password SET disabled = true WHERE user_id = (SELECT id FROM auth_user WHERE username = 'locked')",
    );
    const unknown = await refused('nobody', USER_PASSWORD);
    expect(unknown.status).toBe(401);
    expect(unknown.detail.errorCode).toBe('AUTH_INVALID_CREDENTIALS');
    for (const username of [...names, 'fresh']) expect(await refused(username, USER_PASSWORD)).toEqual(unknown);
    expect(await refused('ayşe.yılmaz', 'not the password at all')).toEqual(unknown);
    expect(await refused('ayşe.yılmaz', USER_PASSWORD, { tenantIdentifier: 'elsewhere' })).toEqual(unknown);
    expect(await refused("' OR 1=1 --", USER_PASSWORD)).toEqual(unknown);
  });

  it('authentication 27: neither an unknown typed name nor a password is in events or logs', async () => {
    await refused('my-secret-typed-as-name', 'password-typed-as-password');
    const events = await query<{ text: string }>(server, 'SELECT e::text AS text FROM log_recorded_event e');
    const everything = [...events.map(({ text }) => text), ...server.logLines].join('\n');
    expect(everything).toContain('UNKNOWN_USER');
    expect(everything).not.toContain('my-secret-typed-as-name');
    expect(everything).not.toContain('password-typed-as-password');
    expect(everything).not.toContain(USER_PASSWORD);
    expect(everything).not.toContain(adminToken);
  });
});

describe('shape', () => {
  it('authentication 16: 1,025 bytes are refused before hashing', async () => {
    const answer = await login(server, 'admin', 'ş'.repeat(513));
    expect(answer.status).toBe(400);
    expect(answer.error?.errorArguments).toMatchObject([{ field: 'password', code: 'TOO_LONG' }]);
  });

  it('every problem is reported at once', async () => {
    const body = {
      locale: 'xx-nowhere',
      attributeMap: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`k${i}`, 'x'.repeat(500)])),
    };
    const answer = await login(server, 'admin', 'ş'.repeat(600), { body });
    const fields = answer.error?.errorArguments.map(({ field }) => field);
    expect(fields).toEqual(['password', 'locale', 'attributeMap']);
  });
});

describe('COOKIE delivery', () => {
  const cookieLogin = (headers: Record<string, string>) =>
    login(server, 'admin', ADMIN_PASSWORD, { body: { tokenDelivery: 'COOKIE' }, headers });

  it('authentication 13: the token is in no body and the attributes are exact on loopback', async () => {
    const answer = await cookieLogin({ 'sec-fetch-site': 'same-origin' });
    expect(answer.body.token).toBeNull();
    expect(answer.body.tokenType).toBeNull();
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^svc-session=svc_[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.text).not.toContain('svc_');
    const own = await call(server, 'GET', '/session', { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(own.status).toBe(200);
  });

  it('authentication 13: a foreign page signs nobody in', async () => {
    const answer = await cookieLogin({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' });
    expect(answer.error?.errorCode).toBe('CSRF_CHECK_FAILED');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('authentication 13: plain HTTP beyond loopback is refused before anything else, HTTPS gets the host cookie', async () => {
    const proxied = await startDirectory({
      env: { KEELSON_TRUSTED_PROXIES: '127.0.0.1', KEELSON_PUBLIC_URL: 'https://keelson.example' },
    });
    try {
      const over = (scheme: string) =>
        login(proxied, 'admin', ADMIN_PASSWORD, {
          body: { tokenDelivery: 'COOKIE' },
          headers: {
            'x-forwarded-for': '203.0.113.7',
            'x-forwarded-proto': scheme,
            'x-forwarded-host': 'keelson.example',
            origin: 'https://keelson.example',
          },
        });
      const plain = await over('http');
      expect(plain.error?.errorArguments).toMatchObject([{ field: 'tokenDelivery', code: 'COOKIE_REQUIRES_HTTPS' }]);
      const secure = await over('https');
      expect(secure.headers.getSetCookie()[0]).toMatch(
        /^__Host-svc-session=svc_[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    } finally {
      await proxied.stop();
    }
  });
});

describe('a login that presents an old session', () => {
  it('session 34: the old one is dead with reason ROTATED, nothing moved, a whole absolute timeout ahead', async () => {
    const first = await login(server, 'ayşe.yılmaz', USER_PASSWORD, { body: { attributeMap: { old: 'yes' } } });
    server.clock.advance(60_000);
    const second = await login(server, 'admin', ADMIN_PASSWORD, { token: first.body.token ?? '' });
    expect(Date.parse(second.body.expiryDate ?? '')).toBe(server.clock.now() + 720 * 60_000);
    const old = await call(server, 'GET', '/session', { token: first.body.token });
    expect(old.error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'ROTATED' }] });
    const own = await call(server, 'GET', '/session', { token: second.body.token });
    expect(own.text).not.toContain('client.old');
  });

  it('a dead token of any kind does not stop a login', async () => {
    const answer = await login(server, 'admin', ADMIN_PASSWORD, { token: `svc_${'x'.repeat(43)}` });
    expect(answer.status).toBe(200);
  });
});

it('a stranger can send 16 KiB and no more, whether the length is told or not', async () => {
  const filler = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, 1]));
  const text = JSON.stringify({ username: 'nobody', password: 'x', attributeMap: filler });
  const sent = (body: string | ReadableStream<Uint8Array>) =>
    fetch(`${server.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
  for (const body of [text, new Blob([text]).stream()]) {
    const answer = await sent(body);
    const { errorDetail } = (await answer.json()) as { errorDetail: { errorCode: string; errorMessage: string } };
    expect([answer.status, errorDetail.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(errorDetail.errorMessage).toContain('16384');
  }
});
