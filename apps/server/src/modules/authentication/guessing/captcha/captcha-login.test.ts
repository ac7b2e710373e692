// Proves captchas at the operations: what a browser gets, what a wrong one costs, what is not checked behind it.
import type { SvcAuthCaptchaModel } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import {
  answerOf,
  attempt,
  headersOf,
  type LoginAnswer,
  solveCaptcha,
  startProxied,
} from '../protection/attempts.fixture.ts';

const WINDOW_MS = 60_000;

let server: TestServer;
let username: string;
let address: string;
let count = 0;

beforeAll(async () => {
  server = await startProxied();
});
afterAll(() => server.stop());

/** Makes a user whose next attempt needs a captcha. */
beforeEach(async () => {
  count++;
  username = `user-${count}`;
  address = `203.0.113.${count}`;
  await createActiveUser(server, await signInAdmin(server), { username });
  for (let failures = 0; failures < 3; failures++) await attempt(server, { username }, { address: '192.0.2.1' });
  await query(server, 'DELETE FROM auth_address_counter');
});

const login = (body: object, password = USER_PASSWORD): Promise<LoginAnswer> =>
  attempt(server, { username, password }, { address }, body);
const countRows = async (statement: string): Promise<number> => {
  const [row] = await query<{ count: number }>(server, statement);
  return row?.count ?? -1;
};
const countEvents = (kind: string) =>
  countRows(`SELECT count(*)::int AS count FROM log_recorded_event WHERE kind = 'authentication.${kind}'`);

describe('a login that needs a captcha', () => {
  it('authentication 12: is refused without one, and with half of one', async () => {
    const { captchaIdentifier, captcha } = await solveCaptcha(server, address);
    for (const body of [{}, { captchaIdentifier }, { captcha }]) {
      expect((await login(body)).error).toMatchObject({
        errorCode: 'AUTH_CAPTCHA_REQUIRED',
        errorArguments: [{ captchaTypeList: ['IMAGE', 'PROOF_OF_WORK'] }],
      });
    }
    expect((await login({ captchaIdentifier, captcha })).status).toBe(200);
  });

  it('authentication 12: a wrong one tests no password: nothing tells whether it was right, and only the address pays', async () => {
    const before = await countEvents('login-failed');
    const failures = 'SELECT coalesce(sum(failures), 0)::int AS count FROM auth_attempt';
    const counted = await countRows(failures);
    const answers: LoginAnswer[] = [];
    for (const password of [USER_PASSWORD, 'another password entirely']) {
      const { captchaIdentifier } = await solveCaptcha(server, address);
      answers.push(await login({ captchaIdentifier, captcha: 'WRONG9' }, password));
    }
    expect(answers.map(({ error }) => error?.errorCode)).toEqual(['AUTH_CAPTCHA_INVALID', 'AUTH_CAPTCHA_INVALID']);
    expect(await countEvents('login-failed')).toBe(before);
    expect(await countRows(failures)).toBe(counted);
    expect(await countRows('SELECT sum(cardinality(pending_dates))::int AS count FROM auth_attempt')).toBe(0);
    const text = 'SELECT window_failures AS count FROM auth_address_counter';
    expect(await countRows(text)).toBe(2);
  });

  it('authentication 12: each refusal is an event that says why', async () => {
    const { captchaIdentifier, captcha } = await solveCaptcha(server, address);
    await login({ captchaIdentifier: 'made-up', captcha });
    await login({ captchaIdentifier, captcha: 'WRONG9' });
    await login({ captchaIdentifier, captcha });
    const late = await solveCaptcha(server, address);
    server.clock.advance(5 * WINDOW_MS);
    await login(late);
    const events = await query<{ reason: string; ip: string }>(
      server,
      `SELECT detail->>'reason' AS reason, ip_address AS ip FROM log_recorded_event
       WHERE kind = 'authentication.captcha-failed' ORDER BY id DESC LIMIT 4`,
    );
    expect(events.map(({ reason }) => reason)).toEqual(['EXPIRED', 'USED', 'WRONG', 'FOREIGN']);
    expect(new Set(events.map(({ ip }) => ip))).toEqual(new Set([address]));
  });

  it('authentication 12: a puzzle is taken instead of an image', async () => {
    const body = { type: 'PROOF_OF_WORK' };
    const made = await call<SvcAuthCaptchaModel>(server, 'POST', '/auth/captcha', {
      body,
      headers: headersOf({ address }),
    });
    expect(made.body).toMatchObject({ type: 'PROOF_OF_WORK', imageString: null, challenge: { iterations: 1_000 } });
    const { captchaIdentifier } = made.body;
    expect((await login({ captchaIdentifier, captcha: answerOf(server, captchaIdentifier) })).status).toBe(200);
  });

  it('authentication 12: a captcha of another server is foreign', async () => {
    const other = await startProxied();
    try {
      expect((await login(await solveCaptcha(other, address))).error?.errorCode).toBe('AUTH_CAPTCHA_INVALID');
    } finally {
      await other.stop();
    }
  });
});

describe('getCaptchaImageString', () => {
  const image = (headers: Record<string, string>) =>
    call<string>(server, 'POST', '/auth/captcha-image-string', { headers });

  it('answers the image, and its identifier as header and as cookie, with which a browser signs in', async () => {
    const { status, body, headers } = await image(headersOf({ address }));
    expect(status).toBe(200);
    expect(body).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    expect(headers.get('cache-control')).toBe('no-store');
    const identifier = headers.get('x-svc-captcha-identifier') ?? '';
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toBe(`__Host-svc-captcha=${identifier}; Path=/; Max-Age=300; HttpOnly; Secure; SameSite=Lax`);
    const answer = await call(server, 'POST', '/auth/login', {
      body: { username, password: USER_PASSWORD, captcha: answerOf(server, identifier) },
      headers: { ...headersOf({ address }), cookie: cookie.split(';')[0] ?? '' },
    });
    expect(answer.status).toBe(200);
  });

  it('takes an empty object, and on plain loopback the cookie is plain', async () => {
    const local = await startDirectory();
    try {
      const answer = await call(local, 'POST', '/auth/captcha-image-string', { body: {} });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('set-cookie')).toMatch(
        /^svc-captcha=[^;]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/,
      );
    } finally {
      await local.stop();
    }
  });

  it('gives an address 30 a minute, then RATE_LIMITED until the minute is over', async () => {
    const headers = headersOf({ address });
    for (let made = 0; made < 30; made++) expect((await image(headers)).status).toBe(200);
    server.clock.advance(WINDOW_MS - 1_500);
    const refused = await image(headers);
    expect([refused.status, refused.error?.errorCode, refused.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '2',
    ]);
    expect((await image(headersOf({ address: '192.0.2.77' }))).status).toBe(200);
    server.clock.advance(1_500);
    expect((await image(headers)).status).toBe(200);
  });
});
