// Proves what a send makes of its files: whose they are, how large they may be together, and that no sweep takes them away.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceError } from '../../../kernel/request/errors.ts';
import { type ComposedMail, composeMessage } from '../message/compose-message.ts';
import type { MailContent } from '../message/mail-content.ts';
import { query, startTemplateServer, type TemplateServer } from '../template-server.fixture.ts';
import { createFindFiles } from './find-files.ts';
import {
  createKeepAttachments,
  type KeepAttachments,
  quotedBytes,
  requireInlineMatch,
  requireSendable,
} from './keep-attachments.ts';
import type { GivenAttachment } from './read-attachments.ts';

const codeOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
    return null;
  } catch (error) {
    return (error as ServiceError).code;
  }
};
const noFiles = { stream: () => [] as never };
const composed = (content: MailContent): ComposedMail => ({
  uuid: '019b76da-a800-7000-8000-000000000001',
  messageId: '<1@mail.example>',
  date: new Date('2026-01-01T12:00:00Z'),
  from: { address: 'suite@mail.example', name: null },
  priority: 'NORMAL',
  groupUuid: null,
  recipients: [{ address: 'ada@mail.example', name: null, type: 'TO' }],
  content,
});
const given = (changes: Partial<GivenAttachment>): GivenAttachment => ({
  name: 'a.bin',
  contentType: null,
  contentId: null,
  bytes: null,
  fileUuid: null,
  kept: null,
  ...changes,
});

describe('files of a send', () => {
  let server: TemplateServer;
  let keep: KeepAttachments;
  let token: string;
  beforeAll(async () => {
    server = await startTemplateServer();
    keep = createKeepAttachments(server.kernel, createFindFiles(server.kernel));
    // A session would end while the clock goes on.
    const made = { name: 'sender', authorityList: ['NOTIFICATION_MAIL_SEND'] };
    token = (await server.as<{ key: string }>(server.admin, 'POST', '/api-keys', made)).body.key;
  });
  afterAll(() => server?.stop());

  async function uploaded(bytes: string | Uint8Array<ArrayBuffer>, name = 'up.pdf') {
    const form = new FormData();
    form.set('file', new Blob([bytes]), name);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/notification/attachment`, { method: 'POST', headers, body: form });
    const { fileUuid } = ((await response.json()) as { body: { fileUuid: string } }).body;
    const [{ owner } = { owner: '' }] = await query<{ owner: string }>(
      server,
      'SELECT owner FROM mail_file WHERE uuid = $1',
      [fileUuid],
    );
    return { fileUuid, by: { tenantIdentifier: 'default', owner } };
  }

  it('mail-notification 25: are those that the sender uploaded, and no others', async () => {
    const { fileUuid, by } = await uploaded('mine');
    const [kept] = await keep(by, [given({ fileUuid })]);
    expect(kept).toMatchObject({ name: 'a.bin', contentType: 'application/pdf', size: 4 });
    for (const other of [
      { ...by, owner: `user ${randomUUID()}` },
      { ...by, owner: null },
      { ...by, tenantIdentifier: 'elsewhere' },
    ]) {
      expect(await codeOf(() => keep(other, [given({ fileUuid })]))).toBe('ATTACHMENT_NOT_FOUND');
    }
    expect(await codeOf(() => keep(by, [given({ fileUuid: randomUUID() })]))).toBe('ATTACHMENT_NOT_FOUND');
  });

  it('mail-notification 25: stay where the sweep comes between accept and the bytes of the same content', async () => {
    const bytes = Buffer.from('a logo that was there before');
    await keep({ tenantIdentifier: 'default', owner: null }, [given({ bytes, contentType: 'image/png' })]);
    server.clock.advance(2 * DAY_MS);
    const sweep = (): Promise<number> =>
      (server.kernel as unknown as { contents: { sweep(): Promise<number> } }).contents.sweep();
    const [[kept]] = await Promise.all([
      keep({ tenantIdentifier: 'default', owner: null }, [given({ bytes, contentType: 'image/png' })]),
      sweep(),
    ]);
    await sweep();
    const found = await server.kernel.contents.read(Buffer.from(kept!.content, 'base64url'));
    expect(found?.equals(bytes)).toBe(true);
  });

  it('mail-notification 25: that are used again are kept for another day', async () => {
    const { fileUuid, by } = await uploaded('used again');
    server.clock.advance(DAY_MS - 1);
    await keep(by, [given({ fileUuid })]);
    server.clock.advance(DAY_MS - 1);
    await keep(by, [given({ fileUuid })]);
    server.clock.advance(DAY_MS);
    expect(await codeOf(() => keep(by, [given({ fileUuid })]))).toBe('ATTACHMENT_NOT_FOUND');
  });

  it('mail-notification 17: have 18 MiB together', async () => {
    const one = await uploaded(new Uint8Array(10 * 1_048_576));
    const other = await uploaded(new Uint8Array(8 * 1_048_576));
    const both = [given(one), given(other)];
    expect(await keep(one.by, both)).toHaveLength(2);
    expect(
      await codeOf(() => keep(one.by, [...both, given({ bytes: Buffer.from('x'), contentType: 'image/png' })])),
    ).toBe('MAIL_TOO_LARGE');
  });
});

describe('a mail with files', () => {
  const file = (contentId: string | null, size = 1) => ({
    name: 'a',
    contentType: 'image/png',
    contentId,
    size,
    content: '',
  });
  const content = { subject: 'a', content: 'b' };

  it.each([
    ['<img src="cid:a">', [file('a')], null],
    ['<img src="cid:a">', [], 'INLINE_ATTACHMENT_MISMATCH'],
    ['<img src="cid:b">', [file('a')], 'INLINE_ATTACHMENT_MISMATCH'],
    ['<p>cid:a</p>', [file('a')], 'INLINE_ATTACHMENT_MISMATCH'],
    ['<p>cid:a</p>', [], null],
    ['<p style="background:url(&quot;cid:a&quot;)">', [file('a')], null],
    [undefined, [file('a')], 'INLINE_ATTACHMENT_MISMATCH'],
    [undefined, [file(null)], null],
  ] as const)(
    'mail-notification 17: with %j shows every inline file, and nothing else',
    async (html, attachments, code) => {
      const mail = { ...content, attachments, ...(html === undefined ? {} : { html }) };
      expect(await codeOf(() => requireInlineMatch(mail))).toBe(code);
    },
  );

  it('mail-notification 17: is no larger than mail servers take', async () => {
    const files = [file(null, 18 * 1_048_576)];
    expect(await codeOf(() => requireSendable({ ...content, attachments: files }, null))).toBeNull();
    const html = 'x'.repeat(500_000);
    expect(await codeOf(() => requireSendable({ ...content, html, attachments: files }, null))).toBe('MAIL_TOO_LARGE');
  });

  it.each([
    ['letters of several bytes', 'ç漢', 'MAIL_TOO_LARGE'],
    ['letters of one byte', 'a ', null],
    ['lines', 'ş\n', null],
    ['signs that are quoted', '=', null],
  ])('mail-notification 17: is no larger than that without a file, too: 2,000,000 %s', async (_name, letters, code) => {
    const text = letters.repeat(2_000_000 / letters.length);
    const mail = { ...content, content: text, html: text };
    expect(await codeOf(() => requireSendable(mail, null))).toBe(code);
  });

  it('mail-notification 17: is never larger than it is counted as', async () => {
    const letters = ['a', ' ', '=', '\t', '\n', 'ş', '漢', '😀', 'x'.repeat(80), 'word ', '.'];
    const text = Array.from({ length: 200_000 }, (_, index) => letters[(index * index + index * 7) % 11]).join('');
    const written = await composeMessage(composed({ ...content, content: text }), noFiles);
    expect(quotedBytes(text) + 4_096).toBeGreaterThan(written.length);
    expect(quotedBytes(text)).toBeLessThan(written.length * 1.1);
  });
});
