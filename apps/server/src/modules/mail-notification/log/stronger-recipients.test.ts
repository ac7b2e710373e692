// Proves to whom a captured link or code is shown, and who has it sent: its recipients, and those who hold all that they hold.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, createActiveUser, query, signIn, signInAdmin, USER_PASSWORD } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import type { MailRequest } from '../api.ts';
import { enqueue, enqueueTo, startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

let smtp: ScriptedServer;
let server: TestServer;
let admin: string;
/** Administers the tenant `default`, and lacks what only system administrators hold. */
let boss: string;
const uuids = { strong: '', weak: '' };

beforeAll(async () => {
  smtp = await startScriptedServer();
  server = await startMailing(smtp.port, { settings: { 'mail.transport': 'CAPTURE' } });
  admin = await signInAdmin(server);
  await createActiveUser(server, admin, { username: 'boss', roleList: ['ROLE_TENANT_ADMIN'] });
  const strong = await createActiveUser(server, admin, { username: 'strong', roleList: ['ROLE_SYSTEM_ADMIN'] });
  const weak = await createActiveUser(server, admin, { username: 'weak' });
  Object.assign(uuids, { strong: strong.uuid, weak: weak.uuid });
  for (const name of ['strong', 'weak']) await giveAddress(name, `${name}@mail.example`);
  boss = await signIn(server, 'boss', USER_PASSWORD);
});
beforeEach(() => server.settings.set('mail.transport', 'CAPTURE'));
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

async function giveAddress(username: string, address: string): Promise<void> {
  const values = [username, address];
  await query(
    server,
    'UPDATE auth_user SET email = $2, email_folded = lower($2), email_verified = true WHERE username = $1',
    values,
  );
}

const ask = <T>(token: string, method: string, path: string, body?: object) =>
  call<T>(server, method, `/notification/mail${path}`, { token, ...(body === undefined ? {} : { body }) });

/** Answers the statuses of all ways to read a mail. */
async function reads(token: string, uuid: string): Promise<readonly number[]> {
  const headers = { accept: 'message/rfc822' };
  const raw = await call(server, 'GET', `/notification/mail/raw/by-uuid/${uuid}`, { token, headers });
  return [(await ask(token, 'GET', `/content/by-uuid/${uuid}`)).status, raw.status];
}

async function secretTo(to: MailRequest['to'], changes: Partial<MailRequest> = {}): Promise<string> {
  const { uuid } = await enqueue(server, { templateCode: 'test.secret', to, ...changes });
  await untilStatus(server, uuid, 'CAPTURED');
  return uuid;
}

async function lastOf(templateCode: string): Promise<string> {
  const [row] = await query<{ uuid: string }>(
    server,
    'SELECT uuid FROM mail WHERE template_code = $1 ORDER BY id DESC LIMIT 1',
    [templateCode],
  );
  await untilStatus(server, row!.uuid, 'CAPTURED');
  return row!.uuid;
}

it('mail-notification 13: a captured reset of somebody who holds more is read by himself and by whoever holds as much', async () => {
  for (const username of ['strong', 'weak']) {
    const sent = await call(server, 'POST', `/users/send-password-reset/by-uuid/${uuids[username as 'weak']}`, {
      token: admin,
    });
    expect(sent.status).toBe(200);
    const uuid = await lastOf('auth.password-reset');
    const self = await signIn(server, 'strong', USER_PASSWORD);
    const expected = username === 'weak' ? [200, 200] : [403, 403];
    expect([username, await reads(boss, uuid)]).toEqual([username, expected]);
    expect([await reads(admin, uuid), await reads(self, uuid)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    const events = `SELECT username FROM log_event e WHERE event_name = 'mail.content-read' AND e::text LIKE '%' || $1 || '%'`;
    const readers = new Set((await query<{ username: string }>(server, events, [uuid])).map((event) => event.username));
    expect(readers.has('boss')).toBe(username === 'weak');
    expect((await ask(boss, 'GET', `/by-uuid/${uuid}`)).body).toMatchObject({ subject: 'Password reset' });
  }
});

it('mail-notification 13: whose a secret is goes by the user, whatever his address is or becomes', async () => {
  const token = await signIn(server, 'strong', USER_PASSWORD);
  const body = { email: 'later@mail.example' };
  const asked = await call(server, 'POST', '/auth/email/change', { token, body });
  expect([asked.status, asked.error]).toEqual([200, null]);
  const change = await lastOf('auth.email-change');
  expect([await reads(boss, change), await reads(admin, change)]).toEqual([
    [403, 403],
    [200, 200],
  ]);
  const reset = await secretTo({ address: 'strong@mail.example', name: null, userUuid: uuids.strong });
  await giveAddress('strong', 'moved@mail.example');
  expect(await reads(boss, reset)).toEqual([403, 403]);
  await giveAddress('strong', 'strong@mail.example');
});

it('mail-notification 13: an address alone stands for everybody of the tenant who has it, in whatever case', async () => {
  expect(await reads(boss, await secretTo({ address: 'STRONG@mail.example', name: null }))).toEqual([403, 403]);
  expect(await reads(boss, await secretTo({ address: 'weak@mail.example', name: null }))).toEqual([200, 200]);
  await giveAddress('weak', 'strong@mail.example');
  const shared = await secretTo({ address: 'strong@mail.example', name: null, userUuid: uuids.weak });
  await giveAddress('weak', 'weak@mail.example');
  expect([await reads(boss, shared), await reads(admin, shared)]).toEqual([
    [403, 403],
    [200, 200],
  ]);
});

it('mail-notification 13: a secret of whoever is no user of the tenant is read by those alone who reach every tenant', async () => {
  const uuid = await secretTo({ address: 'stranger@elsewhere.example', name: null });
  expect([await reads(boss, uuid), await reads(admin, uuid)]).toEqual([
    [403, 403],
    [200, 200],
  ]);
});

it('mail-notification 13: whoever is named by his user name, or by that and his address, is known as the user that he is', async () => {
  const mails = (to: object) =>
    call(server, 'POST', '/notification/mail/notify', {
      token: admin,
      body: { templateCode: 'test.secret', parameters: { name: 'W' }, ...to },
    });
  for (const to of [{ toUsers: ['weak'] }, { toUsers: ['weak'], to: ['weak@mail.example'] }]) {
    expect((await mails(to)).status).toBe(200);
    const uuid = await lastOf('test.secret');
    const whose = await query<{ userUuid: string }>(
      server,
      `SELECT r.user_uuid AS "userUuid" FROM mail_recipient r JOIN mail m ON m.id = r.mail_id WHERE m.uuid = $1`,
      [uuid],
    );
    expect(whose).toEqual([{ userUuid: uuids.weak }]);
  }
});

it('mail-notification 13: of several recipients each one counts', async () => {
  const uuid = await enqueueTo(server, 'default', 'weak@mail.example', 'strong@mail.example');
  await query(server, 'UPDATE mail SET sensitive = true WHERE uuid = $1', [uuid]);
  await untilStatus(server, uuid, 'CAPTURED');
  expect(await reads(boss, uuid)).toEqual([403, 403]);
});

it('mail-notification 13: nobody has a secret sent again that he may not read', async () => {
  const [strong, weak] = [
    await secretTo({ address: 'strong@mail.example', name: null, userUuid: uuids.strong }),
    await secretTo({ address: 'weak@mail.example', name: null, userUuid: uuids.weak }),
  ];
  const open = await enqueue(server);
  await untilStatus(server, open.uuid, 'CAPTURED');
  server.settings.set('mail.transport', 'AUTO');
  const refused = await ask(boss, 'POST', `/retry/by-uuid/${strong}`);
  expect([refused.status, refused.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
  expect((await ask(boss, 'POST', '/retry', { uuidList: [strong, weak, open.uuid] })).body).toBe(2);
  await untilStatus(server, weak, 'SENT');
  await untilStatus(server, open.uuid, 'SENT');
  expect(smtp.mails.some(({ data }) => data.includes('To: strong@mail.example'))).toBe(false);
  expect((await ask(admin, 'POST', `/retry/by-uuid/${strong}`)).status).toBe(200);
  await untilStatus(server, strong, 'SENT');
});
