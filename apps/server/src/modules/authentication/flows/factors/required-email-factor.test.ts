// Proves that the last second factor stays while the policy demands one, also when it is the mailbox.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, signInAdmin, startDirectory } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { challenge, complete, createEmailUser, mailedCode } from '../../steps/challenge.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startDirectory();
});
afterAll(() => server?.stop());

it('mailed codes cannot be switched off while the policy demands a factor, and can before', async () => {
  await createEmailUser(server, await signInAdmin(server), 'elif');
  const { body } = await complete(server, await challenge(server, 'elif'), await mailedCode(server, 'elif'));
  const token = body.token ?? '';
  const switchOff = () => call(server, 'POST', '/auth/factors/email', { token, body: { enabled: false } });
  server.settings.set('auth.mfa.policy', 'REQUIRED');
  const refused = await switchOff();
  expect([refused.status, refused.error?.errorCode]).toEqual([409, 'FACTOR_REQUIRED']);
  // What is refused changes nothing: the session has the same token.
  expect((await call(server, 'GET', '/session', { token })).status).toBe(200);
  server.settings.set('auth.mfa.policy', 'OPTIONAL');
  expect((await switchOff()).status).toBe(200);
});
