// Proves that an uploaded file is its uploader's, for a day, and that what mails have of it stays.
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../../testing/sign-in.ts';
import { query, signInWith, startTemplateServer, type TemplateServer } from '../template-server.fixture.ts';

interface File {
  readonly fileUuid: string;
  readonly expireDate: string;
}

let server: TemplateServer;
let ada: string;
let bob: string;
beforeAll(async () => {
  server = await startTemplateServer();
  ada = await signInWith(server, 'ada', ['NOTIFICATION_MAIL_SEND']);
  bob = await signInWith(server, 'bob', ['NOTIFICATION_MAIL_SEND_CONTENT']);
});
afterAll(() => server?.stop());

interface Upload {
  readonly token?: string;
  readonly name?: string;
  readonly type?: string;
  readonly key?: string;
}

async function upload(
  bytes: string | Uint8Array<ArrayBuffer>,
  { token = ada, name = 'offer.pdf', type = '', key }: Upload = {},
) {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type }), name);
  const response = await fetch(`${server.url}/notification/attachment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: form,
  });
  const { body, errorDetail: error } = (await response.json()) as { body: File; errorDetail: Answer['error'] };
  return { status: response.status, body, error };
}
const remove = ({ fileUuid }: File, token = ada) =>
  server.as<object>(token, 'DELETE', `/notification/attachment/${fileUuid}`);

it('is kept under its name and media type, or that of its name', async () => {
  const { status, body } = await upload('UERG');
  expect(status).toBe(200);
  const expireDate = new Date(server.clock.now() + 24 * HOUR_MS).toISOString();
  expect(body).toMatchObject({ name: 'offer.pdf', contentType: 'application/pdf', size: 4, expireDate });
  const named = await upload('a;b', { name: 'Şubat ğ.csv', type: 'text/csv' });
  expect(named.body).toMatchObject({ name: 'Şubat ğ.csv', contentType: 'text/csv' });
});

it('mail-notification 25: is removed by its uploader alone; for others it is not there', async () => {
  const { body } = await upload('mine');
  expect((await remove(body, bob)).error?.errorCode).toBe('ATTACHMENT_NOT_FOUND');
  expect((await remove(body, server.admin)).error?.errorCode).toBe('ATTACHMENT_NOT_FOUND');
  expect((await remove(body)).status).toBe(200);
  expect((await remove(body)).status).toBe(404);
});

it.each([
  ['setup.exe', '', 'ATTACHMENT_TYPE_NOT_ALLOWED'],
  ['invoice.pdf.js', '', 'ATTACHMENT_TYPE_NOT_ALLOWED'],
  ['mail.txt', 'message/rfc822', 'ATTACHMENT_TYPE_NOT_ALLOWED'],
  [`${'x'.repeat(256)}.pdf`, '', 'TOO_LONG'],
])('mail-notification 17: is refused as %s of type %j', async (name, type, code) => {
  const { status, error } = await upload('x', { name, type });
  expect(status).toBe(400);
  expect(error?.errorArguments).toMatchObject([{ code }]);
});

it('mail-notification 17: has 10 MiB and no more', async () => {
  expect((await upload(new Uint8Array(10 * 1_048_576))).status).toBe(200);
  expect((await upload(new Uint8Array(10 * 1_048_576 + 1))).status).toBe(413);
});

it('is one however often it is sent under one key, and another one under it is refused', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => upload('once', { key: 'offer' })));
  const done = answers.filter(({ status }) => status === 200);
  expect(new Set(done.map(({ body }) => body.fileUuid)).size).toBe(1);
  for (const { status, error } of answers) {
    if (status !== 200) expect(error?.errorCode).toBe('IDEMPOTENCY_IN_PROGRESS');
  }
  expect((await upload('other', { key: 'offer' })).error?.errorCode).toBe('IDEMPOTENCY_KEY_REUSED');
});

it('is refused where the uploader has 500 already', async () => {
  const token = await signInWith(server, 'eve', ['NOTIFICATION_MAIL_SEND']);
  const first = await upload('first', { token });
  await query(
    server,
    `INSERT INTO mail_file (uuid, tenant_identifier, owner, name, content_type, size, content, date_created, expire_date)
     SELECT gen_random_uuid(), tenant_identifier, owner, name, content_type, size, content, date_created, expire_date
     FROM mail_file, generate_series(1, 499) WHERE uuid = $1`,
    [first.body.fileUuid],
  );
  expect((await upload('one more', { token })).error?.errorCode).toBe('ATTACHMENT_LIMIT_REACHED');
  expect((await remove(first.body, token)).status).toBe(200);
  expect((await upload('one more', { token })).status).toBe(200);
});

it('goes a day after it was uploaded, and its bytes with it', async () => {
  const made = { name: 'uploader', authorityList: ['NOTIFICATION_MAIL_SEND'] };
  const token = (await server.as<{ key: string }>(server.admin, 'POST', '/api-keys', made)).body.key;
  const { body } = await upload('for a day', { token });
  server.clock.advance(24 * HOUR_MS);
  expect((await remove(body, token)).status).toBe(404);
  server.jobs.find(({ name }) => name === 'mail-files')!.wake();
  await expect.poll(() => query(server, 'SELECT FROM mail_file').then((rows) => rows.length)).toBe(0);
});
