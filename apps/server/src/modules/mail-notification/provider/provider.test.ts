// Proves what is kept of mail servers, who may name which host, and that no password goes where it was not meant to go.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createAddressGuard } from '../../../kernel/outbound/address-guard.ts';
import { ALLOW_NOTHING, parseAllowList } from '../../../kernel/outbound/allow-list.ts';
import {
  type Answer,
  call,
  createActiveUser,
  eventually,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { enqueue, readAttempts, startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';
import { createReach } from '../smtp/reach-server.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

const SECRET = 'a grey heron on the seventh weir';
const AT = '/notification/provider';

let smtp: ScriptedServer;
let server: TestServer;
/** Holds TENANT_ALL. */
let admin: string;
/** Manages mail servers, and reaches no other tenant. */
let manager: string;
beforeAll(async () => {
  smtp = await startScriptedServer();
  server = await startMailing(null);
  admin = await signInAdmin(server);
  const role = { code: 'ROLE_MAIL_SERVERS', authorityList: ['NOTIFICATION_PROVIDER_MANAGE'] };
  expect((await call(server, 'POST', '/roles', { token: admin, body: { ...role, name: 'Mail servers' } })).status).toBe(
    200,
  );
  await createActiveUser(server, admin, { username: 'grace', roleList: [role.code] });
  manager = await signIn(server, 'grace', USER_PASSWORD);
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

let made = 0;
interface Model {
  readonly uuid: string;
  readonly version: number;
  readonly code: string;
  readonly host: string;
}
const save = (token: string, changes: object = {}): Promise<Answer<Model>> => {
  made += 1;
  const body = { code: `relay-${made}`, name: 'Relay', host: 'smtp.mail.example', enabled: false, ...changes };
  return call(server, 'POST', AT, { token, body });
};
const update = (token: string, body: object): Promise<Answer<Model>> => call(server, 'PUT', AT, { token, body });
const argumentsOf = ({ error }: Answer) => error?.errorArguments.map(({ field, code }) => [field, code]);
const login = { username: 'suite@mail.example', password: SECRET };

describe('a mail server that is kept', () => {
  it('mail-notification 22: never shows its password, and keeps it sealed', async () => {
    const saved = await save(admin, login);
    const { uuid } = saved.body;
    const shown = await Promise.all([
      call(server, 'GET', `${AT}/by-uuid/${uuid}`, { token: admin }),
      call(server, 'POST', `${AT}/page`, { token: admin, body: {} }),
      update(admin, { uuid, version: 0, name: 'Other' }),
    ]);
    const rows = await query(server, 'SELECT * FROM mail_provider');
    const events = await query<{ name: string; text: string }>(
      server,
      `SELECT event_name AS name, e::text AS text FROM log_event e WHERE strpos(e::text, $1) > 0`,
      [uuid],
    );
    expect(events.map(({ name }) => name)).toEqual(['mail.provider-saved', 'mail.provider-saved']);
    const all = [
      saved.text,
      ...shown.map(({ text }) => text),
      ...server.logLines,
      JSON.stringify([rows, events]),
    ].join();
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain(Buffer.from(SECRET).toString('base64'));
  });

  it.each([
    ['host', { host: 'smtp.elsewhere.example' }],
    ['port', { port: 465 }],
    ['security', { security: 'NONE' }],
    ['user', { username: 'somebody@mail.example' }],
  ])(
    'mail-notification 22: whose %s changes needs the password anew, which would be sent there',
    async (_name, changes) => {
      const { uuid } = (await save(admin, login)).body;
      const refused = await update(admin, { uuid, version: 0, ...changes });
      expect([refused.status, argumentsOf(refused)]).toEqual([400, [['password', 'REQUIRED']]]);
      expect((await update(admin, { uuid, version: 0, ...changes, password: 'another one' })).status).toBe(200);
    },
  );

  it('mail-notification 22: takes no password without a user, and no user without a password', async () => {
    expect(argumentsOf(await save(admin, { username: 'suite' }))).toEqual([['password', 'REQUIRED']]);
    expect(argumentsOf(await save(admin, { password: 'word' }))).toEqual([['password', 'NOT_ALLOWED']]);
    const { uuid } = (await save(admin, login)).body;
    expect(argumentsOf(await update(admin, { uuid, version: 0, password: null }))).toEqual([['password', 'REQUIRED']]);
    const open = await update(admin, { uuid, version: 0, username: null });
    expect(open.body).toMatchObject({ username: null, version: 1 });
    expect(await query(server, 'SELECT password_sealed AS kept FROM mail_provider WHERE uuid = $1', [uuid])).toEqual([
      { kept: null },
    ]);
  });

  it('mail-notification 22: forgets its password when it is removed, and its code is free', async () => {
    const { uuid, code } = (await save(admin, login)).body;
    expect((await save(admin, { code })).error?.errorCode).toBe('PROVIDER_ALREADY_EXISTS');
    const twins = await Promise.all(Array.from({ length: 5 }, () => save(admin, { code: 'twin' })));
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await call(server, 'DELETE', `${AT}/by-uuid/${uuid}`, { token: admin })).status).toBe(200);
    expect((await call(server, 'DELETE', `${AT}/by-uuid/${uuid}`, { token: admin })).error?.errorCode).toBe(
      'PROVIDER_NOT_FOUND',
    );
    expect(await query(server, 'SELECT password_sealed AS kept FROM mail_provider WHERE uuid = $1', [uuid])).toEqual([
      { kept: null },
    ]);
    expect((await save(admin, { code })).status).toBe(200);
  });

  it('mail-notification 22: is changed by whoever has read it last', async () => {
    const { uuid } = (await save(admin)).body;
    expect((await update(admin, { uuid, version: 0, lanes: 3 })).body.version).toBe(1);
    expect((await update(admin, { uuid, version: 0, lanes: 4 })).error?.errorCode).toBe('VERSION_CONFLICT');
    const { code } = (await save(admin)).body;
    expect((await update(admin, { uuid, version: 1, code })).error?.errorCode).toBe('PROVIDER_ALREADY_EXISTS');
    expect(argumentsOf(await save(admin, { code: 'default', host: 'no host' }))).toEqual([
      ['host', 'PATTERN'],
      ['code', 'NOT_ALLOWED'],
    ]);
  });
});

const private40 = `
  127.0.0.1 127.9.8.7 10.0.0.1 10.255.255.254 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.1
  169.254.169.254 169.254.0.1 0.0.0.0 0.1.2.3 100.64.0.1 100.127.255.254 192.0.0.1 192.0.2.7
  198.18.0.1 198.51.100.3 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 ::1 ::
  [::1] fe80::1 fc00::1 fd12:3456::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1
  64:ff9b::a9fe:a9fe 2002:7f00:1:: 2001:db8::1 ::ffff:169.254.169.254 localhost LOCALHOST. fec0::1
  2001::1 192.88.99.1
`
  .trim()
  .split(/\s+/);

describe('the host of a mail server', () => {
  it('mail-notification 22: is none of forty private, local and metadata addresses, unless whoever names it reaches all tenants', async () => {
    const answers = await Promise.all(private40.map((host) => save(manager, { host, port: 25 })));
    const taken = private40.filter((_, index) => answers[index]?.error?.errorCode !== 'PROVIDER_HOST_NOT_ALLOWED');
    expect([private40.length >= 40, taken]).toEqual([true, []]);
    expect(answers[0]?.text).not.toContain('connect');
    expect((await save(admin, { host: '10.0.0.1', port: 25 })).status).toBe(200);
  });

  it('mail-notification 22: is none on a port that is not one of mail, and stays refused when it is tried', async () => {
    const refused = await save(manager, { host: '203.0.114.9', port: 6379 });
    expect(refused.error?.errorCode).toBe('PROVIDER_HOST_NOT_ALLOWED');
    const { uuid } = (await save(manager)).body;
    const moved = await update(manager, { uuid, version: 0, host: '127.0.0.1', port: smtp.port });
    expect(moved.error?.errorCode).toBe('PROVIDER_HOST_NOT_ALLOWED');
    await query(server, `UPDATE mail_provider SET host = '127.0.0.1', port = $2 WHERE uuid = $1`, [uuid, smtp.port]);
    const tried = await call(server, 'POST', `${AT}/verify/by-uuid/${uuid}`, { token: manager });
    expect([tried.error?.errorCode, smtp.connections]).toEqual(['PROVIDER_HOST_NOT_ALLOWED', 0]);
  });

  it('mail-notification 22: may be what the operator allows', async () => {
    server.settings.set('mail.smtp.allow', '127.0.0.1');
    const allowed = await save(manager, { host: '127.0.0.1', port: smtp.port });
    expect(allowed.status).toBe(200);
    server.settings.set('mail.smtp.allow', '');
    expect((await save(manager, { host: '127.0.0.1', port: smtp.port })).status).toBe(422);
  });

  it('mail-notification 22: is looked up anew for each connection, and nothing is connected to that turns out to be private', async () => {
    const addresses = [['203.0.114.9'], ['127.0.0.1'], ['127.0.0.1']];
    const guard = createAddressGuard(async () => addresses.shift()!.map((address) => ({ address, family: 4 })));
    const target = { host: 'rebound.example', port: 25, trusted: false };
    expect((await guard.check(target.host, ALLOW_NOTHING)).outcome).toBe('allowed');
    const { signal } = new AbortController();
    const reached = await createReach(target, guard, () => ALLOW_NOTHING)(1_000, signal);
    expect(reached).toEqual({ error: 'the mail server may not be reached: loopback' });
    const allowed = createReach({ ...target, port: smtp.port }, guard, () => parseAllowList('rebound.example'));
    const open = await allowed(1_000, signal);
    expect('socket' in open).toBe(true);
    if ('socket' in open) open.socket.destroy();
  });

  it('mail-notification 22: of a server for all tenants is chosen by nobody who does not reach them', async () => {
    expect((await save(manager, { shared: true })).error?.errorCode).toBe('ACCESS_DENIED');
    const { uuid } = (await save(admin, { shared: true })).body;
    for (const changes of [{ host: 'mine.example' }, { shared: false }, { name: 'Mine' }])
      expect((await update(manager, { uuid, version: 0, ...changes })).error?.errorCode).toBe('ACCESS_DENIED');
    const removed = await call(server, 'DELETE', `${AT}/by-uuid/${uuid}`, { token: manager });
    expect(removed.error?.errorCode).toBe('ACCESS_DENIED');
  });
});

describe('a try', () => {
  it('mail-notification 22: says how far it came and what was answered, and not the password', async () => {
    smtp.script = (command) => {
      if (command.startsWith('EHLO')) return '250-test\r\n250 AUTH PLAIN';
      return command.startsWith('AUTH') ? '535 5.7.8 not today' : undefined;
    };
    const at = { host: '127.0.0.1', port: smtp.port, security: 'NONE' };
    const { uuid } = (await save(admin, { ...at, ...login })).body;
    const verify = () => call(server, 'POST', `${AT}/verify/by-uuid/${uuid}`, { token: admin });
    const refused = await verify();
    expect(refused.body).toMatchObject({
      success: false,
      phase: 'AUTH',
      code: 535,
      enhancedCode: '5.7.8',
      text: 'not today',
    });
    expect(refused.text).not.toContain(SECRET);
    expect(refused.text).not.toContain(Buffer.from(`\0${login.username}\0${SECRET}`).toString('base64'));
    smtp.script = (command) => {
      if (command.startsWith('EHLO')) return '250-test\r\n250 AUTH PLAIN';
      return command.startsWith('AUTH') ? '235 2.7.0 welcome' : undefined;
    };
    expect((await verify()).body).toMatchObject({ success: true, phase: null, code: null, text: null });
    smtp.script = () => undefined;
    expect(smtp.mails).toEqual([]);
  });
});

describe('the mail server of the configuration', () => {
  it('mail-notification 22: is there from the start, cannot be changed, and goes with the configuration', async () => {
    const database = await createTestDatabase(moduleMigrations);
    const secrets = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
    const env = { ...secrets, KEELSON_MAIL_SMTP_URL: `smtp://mailer:${'pin'}@127.0.0.1:${smtp.port}?security=none` };
    const first = await startDirectory({ sharedDatabase: database, env });
    const token = await signInAdmin(first);
    const page = await call<{ data: { uuid: string }[] }>(first, 'POST', `${AT}/page`, {
      token,
      body: { code: 'default' },
    });
    const { uuid } = page.body.data[0]!;
    expect(page.body.data).toMatchObject([
      { host: '127.0.0.1', username: 'mailer', shared: true, state: { pinned: true } },
    ]);
    expect(page.text).not.toContain('"pin"');
    const changed = await call(first, 'PUT', AT, { token, body: { uuid, version: 0, name: 'Mine' } });
    expect(changed.error?.errorCode).toBe('PROVIDER_PINNED');
    const removed = await call(first, 'DELETE', `${AT}/by-uuid/${uuid}`, { token });
    expect(removed.error?.errorCode).toBe('PROVIDER_PINNED');
    await first.stop();
    const second = await startDirectory({ sharedDatabase: database, env: secrets });
    const rows = await query(second, 'SELECT deleted, password_sealed AS kept FROM mail_provider');
    expect(rows).toEqual([{ deleted: true, kept: null }]);
    await second.stop();
    await database.close();
  }, 30_000);
});

describe('mails of a tenant', () => {
  it('mail-notification 22: leave by no server whose address may not be reached any more, though it might be when it was saved', async () => {
    // A port of mail servers: any other one would be refused whatever the address.
    const relay = await startScriptedServer(undefined, 2525);
    server.settings.set('mail.smtp.allow', '127.0.0.1');
    const saved = await save(manager, { host: '127.0.0.1', port: relay.port, security: 'NONE', enabled: true });
    expect(saved.status).toBe(200);
    server.settings.set('mail.smtp.allow', '');
    const { uuid } = await enqueue(server);
    const [attempt] = await eventually(
      () => readAttempts(server, uuid),
      (attempts) => attempts.length > 0,
    );
    expect(attempt?.transcript ?? '').not.toContain('C: EHLO');
    expect([relay.connections, relay.mails]).toEqual([0, []]);
    await relay.stop();
    await call(server, 'DELETE', `${AT}/by-uuid/${saved.body.uuid}`, { token: admin });
    server.clock.advance(2_000);
    await untilStatus(server, uuid, 'CAPTURED');
  });

  it('mail-notification 22: leave by its own server where it has one, and are captured where nobody has', async () => {
    const before = await enqueue(server);
    await untilStatus(server, before.uuid, 'CAPTURED');
    const saved = await save(admin, { host: '127.0.0.1', port: smtp.port, security: 'NONE', enabled: true });
    await untilStatus(server, (await enqueue(server)).uuid, 'SENT');
    expect(smtp.mails).toHaveLength(1);
    // What was captured stays so until somebody asks.
    await untilStatus(server, before.uuid, 'CAPTURED');
    await call(server, 'DELETE', `${AT}/by-uuid/${saved.body.uuid}`, { token: admin });
    await untilStatus(server, (await enqueue(server)).uuid, 'CAPTURED');
  });
});
