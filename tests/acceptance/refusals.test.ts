// Calls every operation of the contract as every kind of caller that may not call.
import { randomBytes } from 'node:crypto';
import { type ErrorCode, errorDefinition, formOf, type Operation } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createService, type Person } from '../support/people.ts';
import { addresses, entries, filled } from './addresses.ts';
import { expectFailure } from './failure.ts';
import { ownServer, startTarget, type Target } from './target.ts';

let target: Target;
let signedOut: Person;
let powerless: Person;
beforeAll(async () => {
  target = await startTarget({ KEELSON_TRUSTED_PROXIES: '127.0.0.1' });
  const { url, admin, name } = target;
  signedOut = await createPerson(admin, url, name('leaver'));
  await signedOut.sure.authentication.logout();
  // Widens what an operation shows; none asks for it.
  powerless = await createService(admin, url, name('powerless'), ['NOTIFICATION_MAIL_VIEW']);
});
afterAll(() => target?.stop());

const guarded = addresses.filter(({ operation }) => operation.access.kind !== 'public');
/** One address may try 100 unknown tokens within ten seconds. */
const UNKNOWN_TOKENS_MAX = 90;
// A server that is given does not believe us that we come from elsewhere.
const guardedOperations = entries
  .filter(({ operation }) => operation.access.kind !== 'public')
  .slice(0, ownServer ? Number.POSITIVE_INFINITY : UNKNOWN_TOKENS_MAX);

let calls = 0;
/** Comes from another address before the one it comes from is refused for trying too many tokens. */
function call({ method }: { readonly method: string }, path: string, headers: Record<string, string>) {
  calls += 1;
  const from = { 'x-forwarded-for': `192.0.2.${Math.floor(calls / UNKNOWN_TOKENS_MAX) + 1}` };
  // What is wrong with the body is never looked at.
  const body = method === 'GET' ? {} : { body: '{ this is no JSON' };
  return fetch(target.url + filled(path), { method, headers: { ...from, ...headers }, ...body });
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** A protocol tells its refusals in its own form: what is in there is for the tests of that form. */
async function expectRefusal(operation: Operation, response: Response, code: ErrorCode) {
  if (formOf(operation) === null) return await expectFailure(response, code);
  expect(response.status).toBe(errorDefinition(code).status);
  await response.body?.cancel();
  return null;
}

describe('every operation that is not public', () => {
  it.each(guarded.map(({ operation, path }) => [operation.method, path, operation] as const))(
    '%s %s refuses a caller without a credential',
    async (_method, path, operation) => {
      const response = await call(operation, path, {});
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      await expectRefusal(operation, response, 'AUTHENTICATION_REQUIRED');
    },
  );

  it('refuses a token that nobody was given', async () => {
    const token = `svc_${randomBytes(32).toString('base64url')}`;
    for (const { operation } of guardedOperations) {
      await expectRefusal(operation, await call(operation, operation.path, bearer(token)), 'AUTHENTICATION_REQUIRED');
    }
  });

  it.each([
    ['a token of another shape', { authorization: 'Bearer svc_short' }],
    ['another scheme', { authorization: `Basic ${btoa('admin:admin')}` }],
    ['a session token as API key', { 'x-api-key': `svc_${'a'.repeat(43)}` }],
  ])('refuses %s', async (_name, headers) => {
    for (const { operation } of guardedOperations) {
      await expectRefusal(operation, await call(operation, operation.path, headers), 'AUTHENTICATION_REQUIRED');
    }
  });

  it('refuses a session that was closed and says why', async () => {
    for (const { operation } of guardedOperations) {
      const response = await call(operation, operation.path, bearer(signedOut.token));
      const told = await expectRefusal(operation, response, 'SESSION_EXPIRED');
      if (told !== null) expect(told.errorArguments).toEqual([{ reason: 'LOGOUT' }]);
    }
  });

  it('refuses a caller without its authority', async () => {
    const withAuthority = guarded.filter(({ operation }) => operation.built && operation.access.kind === 'authority');
    expect(withAuthority.length).toBeGreaterThan(20);
    for (const { operation, path } of withAuthority) {
      await expectRefusal(operation, await call(operation, path, bearer(powerless.token)), 'ACCESS_DENIED');
    }
  });

  it('authentication 38: refuses an API key where the caller has to be a person', async () => {
    const personal = guarded.filter(({ operation }) => operation.built && operation.access.kind === 'person');
    expect(personal.length).toBeGreaterThan(20);
    for (const { operation, path } of personal) {
      await expectRefusal(operation, await call(operation, path, bearer(powerless.token)), 'ACCESS_DENIED');
    }
  });
});
