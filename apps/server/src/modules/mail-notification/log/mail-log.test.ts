// Proves what is shown of mails and to whom, and what operators do with them from each state.
import type { SvcNotificationMailModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, createActiveUser, query, signIn, signInAdmin, USER_PASSWORD } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { enqueue, readRow, startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

let server: TestServer;
let token: string;
const stops: (() => Promise<void>)[] = [];

async function start(
  smtp: ScriptedServer | null = null,
  options: Parameters<typeof startMailing>[1] = {},
): Promise<void> {
  server = await startMailing(smtp?.port ?? null, options);
  stops.push(server.stop);
  token = await signInAdmin(server);
}
beforeEach(() => void stops.splice(0));
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const ask = <T>(method: string, path: string, body?: unknown, as = token) =>
  call<T>(server, method, `/notification/mail${path}`, { token: as, ...(body === undefined ? {} : { body }) });
const become = (uuid: string, status: string) =>
  query(
    server,
    `WITH m AS (UPDATE mail SET status = $2, ended_date = CASE WHEN $2 IN ('QUEUED', 'RETRY') THEN NULL ELSE date_updated END,
       due_at = expire_date WHERE uuid = $1 RETURNING id)
     UPDATE mail_recipient SET status = $2 WHERE mail_id IN (SELECT id FROM m)`,
    [uuid, status],
  );

describe('a captured mail', () => {
  it('mail-notification 13: is reported by readiness, and shows what it says, as text and as a file', async () => {
    await start();
    const { uuid } = await enqueue(server);
    await untilStatus(server, uuid, 'CAPTURED');
    const ready = (await (await fetch(`${server.url}/health/ready`)).json()) as { warnings: Record<string, string> };
    expect(ready.warnings.mail).toContain('captured');
    const content = await ask<object>('GET', `/content/by-uuid/${uuid}`);
    expect(content.body).toEqual({ uuid, subject: 'Hello Ada', text: 'Text for Ada.\n', html: null });
    const raw = await call(server, 'GET', `/notification/mail/raw/by-uuid/${uuid}`, {
      token,
      headers: { accept: 'message/rfc822' },
    });
    expect(raw.headers.get('content-type')).toBe('message/rfc822');
    expect(raw.headers.get('content-disposition')).toContain(`${uuid}.eml`);
    expect(raw.text).toContain(`Message-ID: <${uuid}@mail.example>`);
    const read = await query(server, `SELECT subject FROM log_recorded_event WHERE kind = 'mail.content-read'`);
    expect(read).toEqual([{ subject: uuid }, { subject: uuid }]);
  });

  it('mail-notification 13: stays here after a mail server is there, until somebody asks', async () => {
    const smtp = await startScriptedServer();
    stops.push(smtp.stop);
    await start(smtp, { settings: { 'mail.transport': 'CAPTURE' } });
    const { uuid } = await enqueue(server);
    await untilStatus(server, uuid, 'CAPTURED');
    expect((await ask('POST', `/retry/by-uuid/${uuid}`)).error?.errorCode).toBe('MAIL_NOT_RETRYABLE');
    server.settings.set('mail.transport', 'AUTO');
    await untilStatus(server, (await enqueue(server)).uuid, 'SENT');
    expect(await readRow(server, uuid)).toMatchObject({ status: 'CAPTURED' });
    expect((await ask('POST', `/retry/by-uuid/${uuid}`)).status).toBe(200);
    await untilStatus(server, uuid, 'SENT');
    expect(smtp.mails).toHaveLength(2);
  });

  it('mail-notification 13: with a secret is read on this machine alone, for a day', async () => {
    await start();
    const { uuid } = await enqueue(server, { templateCode: 'test.secret' });
    await untilStatus(server, uuid, 'CAPTURED');
    expect((await ask('GET', `/content/by-uuid/${uuid}`)).status).toBe(200);
    server.settings.set('mail.capture.show-sensitive', false);
    expect((await ask('GET', `/content/by-uuid/${uuid}`)).error?.errorCode).toBe('ACCESS_DENIED');
    server.settings.set('mail.capture.show-sensitive', true);
    server.clock.advance(DAY_MS);
    server.jobs.find(({ name }) => name === 'mail-retention')?.wake();
    for (let tries = 0; tries < 200 && (await query(server, 'SELECT FROM mail_content')).length > 0; tries += 1);
    token = await signInAdmin(server);
    for (const path of ['raw', 'content']) {
      const gone = await ask('GET', `/${path}/by-uuid/${uuid}`);
      expect([gone.status, gone.error?.errorCode]).toEqual([410, 'CONTENT_EXPIRED']);
    }
  });

  it('mail-notification 13: with a secret is read by nobody where others reach the server', async () => {
    await start(null, { env: { KEELSON_TRUSTED_PROXIES: '10.0.0.1' } });
    const { uuid } = await enqueue(server, { templateCode: 'test.secret' });
    await untilStatus(server, uuid, 'CAPTURED');
    for (const path of ['content', 'raw']) {
      expect((await ask('GET', `/${path}/by-uuid/${uuid}`)).error?.errorCode).toBe('ACCESS_DENIED');
    }
  });
});

describe('the log', () => {
  it('mail-notification 18: shows single mails and attempts as it shows the list: his own to a caller without the authority', async () => {
    await start();
    await createActiveUser(server, token, { username: 'ada' });
    const ada = await signIn(server, 'ada', USER_PASSWORD);
    const [own, other] = [await enqueue(server, { createdBy: 'ada' }), await enqueue(server)];
    await untilStatus(server, own.uuid, 'CAPTURED');
    await untilStatus(server, other.uuid, 'CAPTURED');
    for (const path of ['/by-uuid/', '/attempts/by-uuid/']) {
      expect((await ask('GET', path + own.uuid, undefined, ada)).status).toBe(200);
      expect((await ask('GET', path + other.uuid, undefined, ada)).error?.errorCode).toBe('MAIL_NOT_FOUND');
      expect((await ask('GET', path + other.uuid)).status).toBe(200);
    }
    expect((await ask('POST', '/count/by-status', {}, ada)).body).toEqual([{ status: 'CAPTURED', count: 1 }]);
    expect((await ask('GET', `/content/by-uuid/${own.uuid}`, undefined, ada)).status).toBe(403);
    expect((await ask('POST', `/cancel/by-uuid/${other.uuid}`, undefined, ada)).error?.errorCode).toBe(
      'MAIL_NOT_FOUND',
    );
    expect((await ask('POST', `/cancel/by-uuid/${own.uuid}`, undefined, ada)).error?.errorCode).toBe(
      'MAIL_NOT_CANCELLABLE',
    );
  });

  it('filters by category, error, group and metadata, and shows a later mail as SCHEDULED', async () => {
    const smtp = await startScriptedServer((command) => (command.startsWith('RCPT') ? '550 5.1.1 nobody' : undefined));
    stops.push(smtp.stop);
    await start(smtp);
    const { uuid } = await enqueue(server);
    await untilStatus(server, uuid, 'FAILED');
    await query(
      server,
      `UPDATE mail SET category = 'orders', metadata = '{"order": "7", "shop": "a"}' WHERE uuid = $1`,
      [uuid],
    );
    const count = async (body: object) =>
      (await ask<{ count: number }[]>('POST', '/count/by-status', body)).body[0]?.count ?? 0;
    expect(await count({ category: 'orders', errorCode: 550, metadata: { order: '7' }, username: 'admin' })).toBe(1);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('keelson_mail_attempts_total{outcome="REFUSED"} 1');
    expect(metrics).toContain('keelson_mails_undelivered_total{status="FAILED"} 1');
    expect(metrics).toMatch(/keelson_mail_render_seconds_count\{place="(loop|thread)"\} 1/);
    for (const body of [{ category: 'order' }, { errorCode: 551 }, { metadata: { order: '8' } }, { groupUuid: uuid }]) {
      expect(await count(body)).toBe(0);
    }
    await query(server, `UPDATE mail SET status = 'QUEUED', send_date = $1, due_at = $1`, [
      new Date(server.clock.now() + DAY_MS),
    ]);
    const { body } = await ask<SvcNotificationMailModel>('GET', `/by-uuid/${uuid}`);
    expect(body).toMatchObject({
      status: 'SCHEDULED',
      nextAttemptDate: new Date(server.clock.now() + DAY_MS).toISOString(),
    });
    expect(await count({ statusList: ['SCHEDULED'] })).toBe(1);
    expect(await count({ statusList: ['QUEUED'] })).toBe(0);
  });
});

describe('an operator', () => {
  const verbs = {
    retry: (uuid: string) => ask('POST', `/retry/by-uuid/${uuid}`),
    cancel: (uuid: string) => ask('POST', `/cancel/by-uuid/${uuid}`),
  };
  it('mail-notification 11: sends an expired mail again with a new date, under its Message-ID, but not once its content is gone', async () => {
    const smtp = await startScriptedServer();
    stops.push(smtp.stop);
    await start(smtp, { settings: { 'mail.sending-enabled': false } });
    const { uuid } = await enqueue(server, { expireDate: new Date(server.clock.now() + 60_000) });
    server.clock.advance(DAY_MS);
    token = await signInAdmin(server);
    await become(uuid, 'EXPIRED');
    expect((await ask('POST', '/retry', { statusList: ['EXPIRED'] })).body).toBe(1);
    server.settings.set('mail.sending-enabled', true);
    server.clock.advance(1);
    await untilStatus(server, uuid, 'SENT');
    expect(smtp.mails[0]?.data).toContain(`Message-ID: <${uuid}@mail.example>`);
    await become(uuid, 'FAILED');
    await query(server, 'DELETE FROM mail_content');
    expect((await ask('POST', `/retry/by-uuid/${uuid}`)).error?.errorCode).toBe('CONTENT_EXPIRED');
    expect((await ask('POST', '/retry', { uuidList: [uuid] })).body).toBe(0);
  });

  it('is refused more than ten thousand mails at once', async () => {
    await start();
    await query(
      server,
      `INSERT INTO mail (uuid, tenant_identifier, locale, status, priority, sensitive, sender, subject, message_id, send_date, due_at,
         expire_date, content_date, created_by, updated_by, date_created, date_updated)
       SELECT gen_random_uuid(), 'default', 'en', 'DEAD', 'LOW', false, '', '', 'many ' || n, $1, $1, $1, $1, '', '', $1, $1
       FROM generate_series(1, 10001) n`,
      [new Date(server.clock.now())],
    );
    const { status, error } = await ask('POST', '/retry', { statusList: ['DEAD'] });
    expect([status, error?.errorCode]).toEqual([422, 'RESULT_TOO_LARGE']);
  });

  it('says whether a mail in doubt arrived, and every act of his is an event', async () => {
    await start(null, { settings: { 'mail.sending-enabled': false } });
    const { uuid } = await enqueue(server);
    await become(uuid, 'UNCERTAIN');
    expect((await ask('POST', `/resolve/by-uuid/${uuid}`, { delivered: true })).status).toBe(200);
    expect((await readRow(server, uuid)).copies).toEqual(['SENT']);
    await become(uuid, 'FAILED');
    await verbs.retry(uuid);
    await verbs.cancel(uuid);
    expect(await readRow(server, uuid)).toMatchObject({ status: 'CANCELLED' });
    const kinds = await query<{ kind: string }>(
      server,
      `SELECT kind FROM log_recorded_event WHERE kind LIKE 'mail.%' ORDER BY kind`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['mail.cancelled', 'mail.resolved', 'mail.retried']);
  });
});
