// Proves that files come along with mails that are sent over HTTP: the sender's own, within their bounds, byte for byte.
import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query, saveTemplate, signInWith, type TemplateServer } from '../template-server.fixture.ts';
import { notify, notifyWithContent, refused, type Sending, sent, startSendingServer } from './send.fixture.ts';

const MEBIBYTE = 1_048_576;
const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
const content = { subject: 'With a logo', content: '<p>Hello</p><img src="cid:logo" alt="">', contentType: 'HTML' };
const logo = { name: 'logo.png', content: bytes.toString('base64'), contentId: 'logo' };

let server: TemplateServer;
let ada: string;
let bob: string;
beforeAll(async () => {
  server = await startSendingServer();
  const authorities = ['NOTIFICATION_MAIL_SEND', 'NOTIFICATION_MAIL_SEND_CONTENT', 'NOTIFICATION_MAIL_CALENDAR'];
  ada = await signInWith(server, 'ada', authorities);
  bob = await signInWith(server, 'bob', authorities);
});
afterAll(() => server?.stop());

async function uploaded(file: Uint8Array<ArrayBuffer>, token: string, name = 'paper.pdf'): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([file]), name);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/notification/attachment`, { method: 'POST', headers, body: form });
  return ((await response.json()) as { body: { fileUuid: string } }).body.fileUuid;
}

async function rawOf(uuid: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${server.admin}`, accept: 'message/rfc822' };
  const response = await fetch(`${server.url}/notification/mail/raw/by-uuid/${uuid}`, { headers });
  return Buffer.from(await response.arrayBuffer());
}

it('mail-notification 17: come along with a mail, inline and beside it, and are the same bytes whenever it is built', async () => {
  const fileUuid = await uploaded(new Uint8Array(bytes), ada);
  const attachments = [{ name: 'Şubat 😀 raporu.pdf', fileUuid }, logo];
  const answer = await notifyWithContent(server, { content, attachments }, { token: ada });
  expect(answer.status).toBe(200);
  const uuid = answer.headers.get('x-svc-notification-uuid')!;
  const raw = await rawOf(uuid);
  expect((await rawOf(uuid)).equals(raw)).toBe(true);
  const parsed = await PostalMime.parse(raw);
  expect(parsed.html).toContain('src="cid:logo@mail.example"');
  const found = parsed.attachments.map((one) => ({ ...one, content: Buffer.from(one.content as ArrayBuffer) }));
  expect(found).toMatchObject([
    { filename: 'logo.png', contentId: '<logo@mail.example>', mimeType: 'image/png', disposition: 'inline' },
    { filename: 'Şubat 😀 raporu.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
  ]);
  expect(found.every((one) => one.content.equals(bytes))).toBe(true);
});

it('mail-notification 17: come along twenty at once, byte for byte, under names in any letters', async () => {
  const names = [
    'İıŞşĞğ çöü.txt',
    '年度報告書（最終版）.xlsx',
    '😀 emoji 🇹🇷.png',
    'quotes "and" \'ticks\'; semi=colon, 100%.csv',
    `${'uzun-ğ'.repeat(40)}.docx`,
    'تقرير السنة.pdf',
    'Ελληνικά.pdf',
    'दस्तावेज़.odt',
    'e\u0301te\u0301.txt',
    'plain.pdf',
  ];
  const files = Array.from({ length: 20 }, (_, index) => ({
    name: `${index} ${names[index % names.length]}`,
    content: Buffer.concat([bytes, Buffer.from(`\r\n.\n${index}`)]),
  }));
  const attachments = files.map((one) => ({ ...one, content: one.content.toString('base64') }));
  const answer = await notify(server, { attachments }, { token: ada });
  const parsed = await PostalMime.parse(await rawOf(answer.headers.get('x-svc-notification-uuid')!));
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(files.map(({ name }) => name));
  for (const [index, one] of parsed.attachments.entries()) {
    expect(Buffer.from(one.content as ArrayBuffer).equals(files[index]!.content)).toBe(true);
  }
});

it('mail-notification 17: come along with a mail of a template, with each of separate ones', async () => {
  const attachments = [{ name: 'terms.txt', content: Buffer.from('Terms').toString('base64') }];
  const group = await sent(server, { to: ['a@mail.example', 'b@mail.example'], separate: true, attachments });
  const mails = await query<{ uuid: string }>(server, 'SELECT uuid FROM mail WHERE group_uuid = $1', [group]);
  expect(mails).toHaveLength(2);
  for (const { uuid } of mails) {
    const [file] = (await PostalMime.parse(await rawOf(uuid))).attachments;
    expect(Buffer.from(file!.content as ArrayBuffer).toString()).toBe('Terms');
  }
});

function invite(body: object, { token = server.admin }: Sending) {
  const calendar = {
    summary: 'Review',
    startDate: '2026-03-02T09:00:00Z',
    organizer: { address: 'suite@mail.example' },
    attendees: [{ address: 'ada@mail.example' }],
  };
  return server.as(token, 'POST', '/notification/mail/calendar-notify', { calendar, content, ...body });
}

const ways: readonly (readonly [string, (body: object, sending: Sending) => ReturnType<typeof notify>])[] = [
  ['notify', (body, sending) => notify(server, body, sending)],
  ['notifyWithContent', (body, sending) => notifyWithContent(server, { content, ...body }, sending)],
  ['calendarNotify', invite],
];
it.each(ways)('mail-notification 25: of others cannot be attached by %s', async (name, send) => {
  await saveTemplate(server, { code: `shown.${name}`, contentMap: { en: content } });
  const fileUuid = await uploaded(new Uint8Array(bytes), ada);
  const template = name === 'notify' ? { templateCode: `shown.${name}` } : {};
  const body = { ...template, attachments: [{ name: 'a.pdf', fileUuid }, logo] };
  expect((await send(body, { token: ada })).status).toBe(200);
  for (const token of [bob, server.admin]) {
    expect(await refused(send(body, { token }))).toMatchObject({ status: 404, errorCode: 'ATTACHMENT_NOT_FOUND' });
  }
});

it.each(ways)('mail-notification 17: that %s cannot send are refused, and nothing is stored', async (name, send) => {
  await saveTemplate(server, { code: `refused.${name}`, contentMap: { en: content } });
  const template = name === 'notify' ? { templateCode: `refused.${name}` } : {};
  const count = async () => (await query<{ n: number }>(server, 'SELECT count(*)::int AS n FROM mail'))[0]!.n;
  const before = await count();
  const refusal = (attachments: readonly object[]) => refused(send({ ...template, attachments }, { token: ada }));
  expect(await refusal([])).toMatchObject({
    status: 422,
    errorCode: 'INLINE_ATTACHMENT_MISMATCH',
    errorArguments: [{ contentId: 'logo', attached: false }],
  });
  expect(await refusal([logo, { ...logo, contentId: 'other' }])).toMatchObject({
    errorCode: 'INLINE_ATTACHMENT_MISMATCH',
    errorArguments: [{ contentId: 'other', attached: true }],
  });
  expect(await refusal([logo, { name: 'a.exe', content: '?' }])).toMatchObject({
    status: 400,
    errorArguments: [{ code: 'ATTACHMENT_TYPE_NOT_ALLOWED' }, { code: 'ATTACHMENT_INVALID' }],
  });
  expect((await refusal(Array.from({ length: 21 }, () => logo))).status).toBe(400);
  const [large, larger] = [
    await uploaded(new Uint8Array(10 * MEBIBYTE), ada),
    await uploaded(new Uint8Array(8 * MEBIBYTE), ada),
  ];
  const files = [large, larger].map((fileUuid) => ({ name: 'a.bin', fileUuid }));
  expect(await refusal([logo, ...files])).toMatchObject({ status: 413, errorCode: 'MAIL_TOO_LARGE' });
  expect(await count()).toBe(before);
});

it('mail-notification 17: of a body over 8 MiB are 413', async () => {
  const attachments = [{ name: 'a.bin', content: 'A'.repeat(8 * MEBIBYTE) }];
  expect((await notify(server, { attachments }, { token: ada })).status).toBe(413);
});

it('mail-notification 25: go with what a sensitive mail said, and not with the mail of another', async () => {
  await saveTemplate(server, { code: 'secret', sensitive: true });
  const attachments = [{ name: 'code.txt', content: Buffer.from(randomUUID()).toString('base64') }];
  const [secret, other] = [
    await sent(server, { templateCode: 'secret', attachments }),
    await sent(server, { attachments }),
  ];
  const left = (uuid: string) =>
    query(server, 'SELECT FROM mail_attachment a JOIN mail m ON m.id = a.mail_id WHERE m.uuid = $1', [uuid]);
  expect(await left(secret)).toHaveLength(1);
  await server.as(server.admin, 'POST', `/notification/mail/cancel/by-uuid/${secret}`);
  expect(await left(secret)).toHaveLength(0);
  expect(await left(other)).toHaveLength(1);
});
