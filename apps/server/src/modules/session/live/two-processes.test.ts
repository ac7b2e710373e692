// Proves over HTTP that what one process closes or changes, another one on the same database knows.
import { randomBytes } from 'node:crypto';
import type { SvcApiKeyModel, SvcSecuritySession, SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import {
  call,
  createActiveUser,
  eventually,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import { doneWithin, plainRequest } from '../../../testing/stretched-bar.ts';
import type { TestServer } from '../../../testing/test-server.ts';

// Sweeps come every 5 s, so what is known by then was told by a notification.
const TOLD_WITHIN_MS = 1_000;

let first: TestServer;
let second: TestServer;
let adminToken: string;

beforeAll(async () => {
  const clock = createManualClock();
  const env = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
  first = await startDirectory({ clock, env });
  second = await startDirectory({ clock, env, sharedDatabase: first.database });
  adminToken = await signInAdmin(first);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const get = (server: TestServer, token: string) => call<SvcSecuritySession>(server, 'GET', '/session', { token });

/** Does what ends it and answers the code of the second process, which must refuse in time. */
async function refusedOnSecond(token: string, act: () => Promise<unknown>): Promise<string | undefined> {
  expect((await get(second, token)).status).toBe(200);
  const asked = plainRequest(() => get(second, token));
  const answer = await doneWithin(TOLD_WITHIN_MS, asked, async () => {
    await act();
    return eventually(
      () => get(second, token),
      ({ status }) => status === 401,
    );
  });
  return answer.error?.errorCode;
}

describe('what the first process closes', () => {
  it('session 8: a sign-out, a close and a close of all of a user in one process are refused by another one', async () => {
    await createActiveUser(first, adminToken, { username: 'ayse' });
    const enter = () => signIn(first, 'ayse', USER_PASSWORD);
    const expected = 'SESSION_EXPIRED';
    const leaving = await enter();
    const signOut = () => call(first, 'GET', '/auth/logout', { token: leaving });
    expect(await refusedOnSecond(leaving, signOut)).toBe(expected);
    const [closing, closed] = [await enter(), await enter()];
    const body = (await get(first, closed)).body.session.identifier;
    expect(await refusedOnSecond(closed, () => call(first, 'POST', '/close', { token: closing, body }))).toBe(expected);
    const last = await enter();
    expect(await refusedOnSecond(last, () => call(first, 'GET', '/close-all/user', { token: closing }))).toBe(expected);
  });

  it('session 8: a role changed in one process is effective in another one and keeps the session', async () => {
    const user = await createActiveUser(first, adminToken, { username: 'promoted' });
    const token = await signIn(first, 'promoted', USER_PASSWORD);
    const holds = ({ body }: { readonly body: SvcSecuritySession }) =>
      body.authorities.some(({ authority }) => authority === 'SESSION_VIEW');
    expect(holds(await get(second, token))).toBe(false);
    const path = `/users/roles/by-uuid/${user.uuid}`;
    const asked = plainRequest(() => get(second, token));
    const { changed, answer } = await doneWithin(TOLD_WITHIN_MS, asked, async () => {
      const body = { roleList: ['ROLE_TENANT_ADMIN'], version: user.version };
      const { body: changed } = await call<SvcUserModel>(first, 'PUT', path, { token: adminToken, body });
      return { changed, answer: await eventually(() => get(second, token), holds) };
    });
    expect([answer.status, holds(answer)]).toEqual([200, true]);
    await call(first, 'PUT', path, { token: adminToken, body: { roleList: [], version: changed.version } });
    expect(
      holds(
        await eventually(
          () => get(second, token),
          (current) => !holds(current),
        ),
      ),
    ).toBe(false);
  });

  it('session 29: an API key shows a made-up session on GET /session until it is deleted', async () => {
    const created = await call<SvcApiKeyModel>(first, 'POST', '/api-keys', {
      token: adminToken,
      body: { name: 'billing', authorityList: ['SESSION_VIEW'] },
    });
    const key = created.body.key ?? '';
    const { body } = await get(second, key);
    expect(body.session).toMatchObject({
      username: 'service:billing',
      system: true,
      attributeMap: { authenticationMethods: ['API_KEY'], current: true },
    });
    expect(body.authorities).toEqual([{ role: 'ROLE_SERVICE', authority: 'SESSION_VIEW' }]);
    const remove = () => call(first, 'DELETE', `/api-keys/by-uuid/${created.body.uuid}`, { token: adminToken });
    expect(await refusedOnSecond(key, remove)).toBe('AUTHENTICATION_REQUIRED');
  });
});

it('knows a session that another process began at once', async () => {
  const token = await signIn(second, 'ayse', USER_PASSWORD);
  expect((await get(first, token)).status).toBe(200);
});
