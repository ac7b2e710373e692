// Proves that somebody can send himself a mail, and is told what became of it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createActiveUser, query, signIn, signInAdmin, USER_PASSWORD } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { startMailing } from '../delivery/mail-server.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

let smtp: ScriptedServer;
let server: TestServer;
let admin: string;
beforeAll(async () => {
  smtp = await startScriptedServer();
  server = await startMailing(smtp.port);
  admin = await signInAdmin(server);
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

const send = (token: string) =>
  call<{ uuid: string; attempt: { outcome: string } }>(server, 'POST', '/notification/mail/test', { token });

it('is sent to whoever asks for it, and answers what the mail server said', async () => {
  expect((await send(admin)).error?.errorCode).toBe('TEST_ADDRESS_MISSING');
  await query(server, `UPDATE auth_user SET email = 'ada@mail.example' WHERE username = 'admin'`);
  const sent = await send(admin);
  expect(sent.body).toMatchObject({ attempt: { number: 1, outcome: 'ACCEPTED', code: 250, providerCode: 'default' } });
  expect(smtp.mails).toMatchObject([{ to: ['ada@mail.example'] }]);
  expect(smtp.mails[0]?.data).toContain(sent.body.uuid);
  smtp.script = (command) => (command.startsWith('RCPT') ? '550 5.1.1 nobody' : undefined);
  expect((await send(admin)).body.attempt).toMatchObject({ outcome: 'REFUSED', code: 550, enhancedCode: '5.1.1' });
  const events = `SELECT username FROM log_event e WHERE event_name = 'mail.accepted' AND e::text LIKE '%' || $1 || '%'`;
  expect(await query(server, events, [sent.body.uuid])).toEqual([{ username: 'admin' }]);
});

it('is sent by nobody who may not manage mails', async () => {
  await createActiveUser(server, admin, { username: 'grace' });
  const refused = await send(await signIn(server, 'grace', USER_PASSWORD));
  expect(refused.error?.errorCode).toBe('ACCESS_DENIED');
});
