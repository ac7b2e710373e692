// Proves that the limits of sign-ins and passwords are those of the tenant, and that STRICT bounds them whatever is set.
import type { SvcAuthPasswordPolicyModel } from '@keelson/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, call, createTenant, query, signInAdmin, tokenOf } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { attempt, outcomeOf, startProxied } from './attempts.fixture.ts';

const COMMON_PASSWORD = 'password1234567';
const SHORT_PASSWORD = 'twelve owls!';

let server: TestServer;
let admin: string;
let count = 0;

beforeEach(async () => {
  server = await startProxied();
  admin = await signInAdmin(server);
  await createTenant(server, 'south');
});
afterEach(() => server.stop());

const STRICT = ['auth.security-profile', 'STRICT', 'south'] as const;

/** Answers what comes of a first password in a tenant. */
async function firstPassword(newPassword: string, tenantIdentifier = 'south'): Promise<string> {
  const body = { username: `person-${count++}`, tenantIdentifier };
  const created = await call<{ activationLink: string }>(server, 'POST', '/users', { token: admin, body });
  const activationToken = tokenOf(created.body.activationLink);
  const answer = await call(server, 'POST', '/auth/activate', { body: { activationToken, newPassword } });
  return codesOf(answer);
}

const codesOf = ({ status, error }: Answer): string =>
  [status, ...(error?.errorArguments ?? []).map(({ code }) => code)].join(' ');

let addresses = 0;
/** Answers the outcomes of wrong sign-ins in a row, each from an address of its own. */
async function failures(times: number, tenantIdentifier = 'south'): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for (let index = 0; index < times; index++) {
    const browser = { address: `198.51.100.${addresses++ % 250}` };
    outcomes.push(outcomeOf(await attempt(server, { username: 'target' }, browser, { tenantIdentifier })));
  }
  return outcomes;
}

it('authentication 16: length and block list are those of the tenant, and the policy tells them', async () => {
  server.settings.set('auth.password.min-length', 12, 'south');
  server.settings.set('auth.password.blocklist', false, 'south');
  expect(await firstPassword(SHORT_PASSWORD)).toBe('200');
  expect(await firstPassword(COMMON_PASSWORD)).toBe('200');
  expect(await firstPassword(SHORT_PASSWORD, 'default')).toBe('400 PASSWORD_TOO_SHORT');
  expect(await firstPassword(COMMON_PASSWORD, 'default')).toBe('400 PASSWORD_TOO_COMMON');
  const { body } = await call<SvcAuthPasswordPolicyModel>(server, 'GET', '/auth/password-policy?tenant=south');
  expect(body).toMatchObject({ minLength: 12, blocklistEnabled: false, breachCheckEnabled: false });
});

it('authentication 30: under STRICT neither is below its bound', async () => {
  server.settings.set('auth.password.min-length', 12, 'south');
  server.settings.set('auth.password.blocklist', false, 'south');
  server.settings.set(...STRICT);
  expect(await firstPassword(SHORT_PASSWORD)).toBe('400 PASSWORD_TOO_SHORT');
  expect(await firstPassword(COMMON_PASSWORD)).toBe('400 PASSWORD_TOO_COMMON');
  const { body } = await call<SvcAuthPasswordPolicyModel>(server, 'GET', '/auth/password-policy?tenant=south');
  expect(body).toMatchObject({
    minLength: 15,
    minLengthWithFactor: 8,
    blocklistEnabled: true,
    breachCheckEnabled: true,
  });
});

it('authentication 4: threshold and first lock are those of the tenant', async () => {
  server.settings.set('auth.captcha.mode', 'OFF');
  server.settings.set('auth.lock.threshold', 2, 'south');
  server.settings.set('auth.lock.first', 7, 'south');
  const locked = '429 AUTH_TEMPORARILY_LOCKED';
  expect(await failures(3)).toEqual([...Array(2).fill('401 AUTH_INVALID_CREDENTIALS'), `${locked} 7`]);
  expect(await failures(3, 'default')).toEqual(Array(3).fill('401 AUTH_INVALID_CREDENTIALS'));
  await query(server, 'DELETE FROM auth_attempt');
  server.settings.set('auth.lock.threshold', 50, 'south');
  expect(await failures(12)).toEqual(Array(12).fill('401 AUTH_INVALID_CREDENTIALS'));
});

it('authentication 30: under STRICT captchas cannot be switched off, and ten failures lock whatever is set', async () => {
  server.settings.set('auth.captcha.mode', 'OFF', 'south');
  server.settings.set('auth.captcha.name-threshold', 100, 'south');
  server.settings.set('auth.lock.threshold', 50, 'south');
  server.settings.set(...STRICT);
  expect((await failures(11)).at(-1)).toBe('429 AUTH_TEMPORARILY_LOCKED 60');
  server.settings.set('auth.captcha.name-threshold', 3, 'south');
  await query(server, 'DELETE FROM auth_attempt');
  expect((await failures(4)).at(-1)).toBe('401 AUTH_CAPTCHA_REQUIRED');
});

it('authentication 12: from which failure on a captcha is due is the choice of the tenant', async () => {
  server.settings.set('auth.captcha.name-threshold', 1, 'south');
  expect(await failures(2)).toEqual(['401 AUTH_INVALID_CREDENTIALS', '401 AUTH_CAPTCHA_REQUIRED']);
  server.settings.set('auth.captcha.mode', 'ALWAYS', 'default');
  expect(await failures(1, 'default')).toEqual(['401 AUTH_CAPTCHA_REQUIRED']);
});

it('authentication 36: a setting says how many failures of a day shut an address out, and STRICT bounds it', async () => {
  const from = (username: string) =>
    attempt(server, { username }, { address: '203.0.113.9' }, { tenantIdentifier: 'south' });
  server.settings.set('auth.captcha.mode', 'OFF');
  server.settings.set('auth.captcha.mode', 'OFF', 'south');
  server.settings.set('auth.address.daily-limit', 10, 'south');
  for (let index = 0; index < 10; index++) await from(`somebody-${index}`);
  expect((await from('another')).error?.errorCode).toBe('RATE_LIMITED');
  server.settings.set('auth.address.daily-limit', 10_000, 'south');
  expect((await from('another')).error?.errorCode).toBe('AUTH_INVALID_CREDENTIALS');
  await query(server, 'UPDATE auth_address_counter SET day_failures = 100');
  expect((await from('yet-another')).error?.errorCode).toBe('AUTH_INVALID_CREDENTIALS');
  await query(server, 'UPDATE auth_address_counter SET day_failures = 100');
  server.settings.set(...STRICT);
  expect((await from('yet-another')).error?.errorCode).toBe('RATE_LIMITED');
});
