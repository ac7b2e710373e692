// Proves that asking for a forgotten password needs a captcha exactly where a sign-in would, whoever is named.
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, call, createActiveUser, query, signInAdmin, USER_PASSWORD } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import {
  attempt,
  type Browser,
  deviceOf,
  headersOf,
  solveCaptcha,
  startProxied,
} from '../../guessing/protection/attempts.fixture.ts';

const ADDRESS = '192.0.2.10';

let server: TestServer;

beforeEach(async () => {
  server = await startProxied();
  await createActiveUser(server, await signInAdmin(server), { username: 'ada' });
});
afterEach(() => server.stop());

const forgot = (username: string, body: object = {}, browser: Browser = { address: ADDRESS }): Promise<Answer> =>
  call(server, 'POST', '/auth/password/forgot', { body: { username, ...body }, headers: headersOf(browser) });
const outcome = ({ status, error }: Answer): string => [status, error?.errorCode ?? ''].join(' ').trim();

async function failTimes(username: string, times: number, address: string): Promise<void> {
  for (let count = 0; count < times; count++) await attempt(server, { username }, { address });
}

it.each(['ada', 'nobody'])(
  'authentication 2: is due from the third failure of the name on, for %s',
  async (username) => {
    await failTimes(username, 2, '198.51.100.1');
    expect(outcome(await forgot(username))).toBe('200');
    await failTimes(username, 1, '198.51.100.1');
    const asked = await forgot(username);
    expect(outcome(asked)).toBe('401 AUTH_CAPTCHA_REQUIRED');
    expect(asked.error?.errorArguments).toEqual([{ captchaTypeList: ['IMAGE', 'PROOF_OF_WORK'] }]);
    const solved = await solveCaptcha(server, ADDRESS);
    expect(outcome(await forgot(username, solved))).toBe('200');
    expect(outcome(await forgot(username, solved))).toBe('401 AUTH_CAPTCHA_INVALID');
    const expired = await solveCaptcha(server, ADDRESS);
    server.clock.advance(5 * MINUTE_MS);
    expect(outcome(await forgot(username, expired))).toBe('401 AUTH_CAPTCHA_INVALID');
    const [stored] = await query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM auth_reset_request');
    expect(stored?.count).toBe(2);
  },
);

it('authentication 12: a refused captcha is an event and a failure of the address, of no name', async () => {
  await failTimes('ada', 3, '198.51.100.2');
  const { captchaIdentifier } = await solveCaptcha(server, ADDRESS);
  expect(outcome(await forgot('ada', { captchaIdentifier, captcha: 'WRONG!' }))).toBe('401 AUTH_CAPTCHA_INVALID');
  const [counter] = await query<{ failures: number }>(
    server,
    'SELECT window_failures AS failures FROM auth_address_counter WHERE address = $1',
    [ADDRESS],
  );
  expect(counter?.failures).toBe(1);
  const [names] = await query<{ failures: number }>(server, 'SELECT max(failures) AS failures FROM auth_attempt');
  expect(names?.failures).toBe(3);
  const events = await query<{ detail: object; ip: string }>(
    server,
    "SELECT detail, ip_address AS ip FROM log_recorded_event WHERE kind = 'authentication.captcha-failed'",
  );
  expect(events).toEqual([{ detail: { reason: 'WRONG' }, ip: ADDRESS }]);
});

it('authentication 12: is due from the twentieth failure of an address on for every name, but for a known device', async () => {
  const known = deviceOf(await attempt(server, { username: 'ada', password: USER_PASSWORD }, { address: ADDRESS }));
  for (let count = 0; count < 20; count++) await failTimes(`somebody-${count}`, 1, ADDRESS);
  expect(outcome(await forgot('ada'))).toBe('401 AUTH_CAPTCHA_REQUIRED');
  expect(outcome(await forgot('nobody'))).toBe('401 AUTH_CAPTCHA_REQUIRED');
  expect(outcome(await forgot('ada', {}, { address: ADDRESS, device: known }))).toBe('200');
});

it('the mode of the tenant holds: never with OFF, always with ALWAYS', async () => {
  await failTimes('ada', 3, '198.51.100.3');
  server.settings.set('auth.captcha.mode', 'OFF');
  expect(outcome(await forgot('ada'))).toBe('200');
  server.settings.set('auth.captcha.mode', 'ALWAYS');
  expect(outcome(await forgot('somebody-else'))).toBe('401 AUTH_CAPTCHA_REQUIRED');
});
