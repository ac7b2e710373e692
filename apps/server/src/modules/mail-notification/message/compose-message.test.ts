// Proves what the bytes of a mail are, read by another parser than the one that writes them.
import { hash } from 'node:crypto';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { type ComposedMail, composeMessage as compose } from './compose-message.ts';
import type { MailAttachment } from './mail-content.ts';
import { parseMailBox } from './sender.ts';

const mail = (changes: Partial<ComposedMail> = {}): ComposedMail => ({
  uuid: '019b76da-a800-7000-8000-000000000001',
  messageId: '<019b76da-a800-7000-8000-000000000001@mail.example>',
  date: new Date('2026-01-01T12:00:00Z'),
  from: { address: 'suite@mail.example', name: 'Suite, "the" Şirket' },
  priority: 'NORMAL',
  groupUuid: null,
  recipients: [{ address: 'ada@mail.example', name: 'Ada', type: 'TO' }],
  content: { subject: 'Merhaba Dünya', content: 'Line one\n.line two\n' },
  ...changes,
});

/** Holds the bytes of attachments by their hash. */
const files = new Map<string, Buffer>();
const composeMessage = (given: ComposedMail) =>
  compose(given, {
    async *stream(key) {
      const bytes = files.get(key.toString('base64url'));
      if (bytes === undefined) throw new Error('the content is gone');
      for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
    },
  });
function attached(name: string, bytes: Buffer, changes: Partial<MailAttachment> = {}): MailAttachment {
  const content = hash('sha256', bytes, 'base64url');
  files.set(content, bytes);
  return { name, contentType: 'application/octet-stream', contentId: null, size: bytes.length, content, ...changes };
}
const parse = async (changes: Partial<ComposedMail> = {}) => PostalMime.parse(await composeMessage(mail(changes)));

describe('a message', () => {
  it('mail-notification 7: is the same to the byte however often it is built', async () => {
    const content = {
      subject: 'a',
      content: 'b',
      html: '<p>b</p>',
      calendar: { method: 'REQUEST', text: 'BEGIN:VCALENDAR\r\n' },
    } as const;
    const built = await Promise.all([1, 2, 3].map(() => composeMessage(mail({ content }))));
    expect(built[1]?.equals(built[0]!)).toBe(true);
    expect(built[2]?.equals(built[0]!)).toBe(true);
  });

  it('has CRLF alone, lines that mail servers take, and one of each header that may stand once', async () => {
    const content = { subject: 'ü'.repeat(300), content: 'ö'.repeat(5_000), html: `<p>${'x'.repeat(5_000)}</p>` };
    const text = (await composeMessage(mail({ content }))).toString('latin1');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    for (const name of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version']) {
      expect(text.match(new RegExp(`^${name}:`, 'gm'))).toHaveLength(1);
    }
  });

  it('breaks a word that no line can hold, and it is read as it was', async () => {
    const subject = `Order ${'x'.repeat(5_000)} of today`;
    const bytes = await composeMessage(mail({ content: { subject, content: 'Text' } }));
    const text = bytes.toString('latin1');
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    const parsed = await PostalMime.parse(bytes);
    expect(parsed.subject).toBe(subject);
    expect(parsed.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
  });

  it('says who, when and what, in any letters', async () => {
    const parsed = await parse();
    expect(parsed.from).toMatchObject({ address: 'suite@mail.example', name: 'Suite, "the" Şirket' });
    expect(parsed.to).toMatchObject([{ address: 'ada@mail.example', name: 'Ada' }]);
    expect([parsed.subject, parsed.messageId]).toEqual(['Merhaba Dünya', mail().messageId]);
    expect(parsed.text?.trim()).toBe('Line one\n.line two');
    expect(parsed.html).toBeUndefined();
  });

  it('mail-notification 16: names the link that ends the mails of a group in one line as it is, with one click over https alone', async () => {
    const url = `https://suite.example/notification/unsubscribe/k1.${'aB9_-'.repeat(150)}`;
    const content = { subject: 'a', content: 'b', headers: { precedence: 'first', 'List-Unsubscribe': '<x>' } };
    const headersOf = async (oneClick: boolean) => {
      const built = await composeMessage(mail({ content: { ...content, unsubscribe: { url, oneClick } } }));
      return built.toString().split('\r\n\r\n')[0]!.split('\r\n');
    };
    const lines = await headersOf(true);
    expect(lines.filter((line) => /^(list-unsubscribe|precedence)/i.test(line)).sort()).toEqual([
      `List-Unsubscribe-Post: List-Unsubscribe=One-Click`,
      `List-Unsubscribe: <${url}>`,
      'Precedence: bulk',
    ]);
    expect((await headersOf(false)).filter((line) => line.startsWith('List-'))).toEqual([`List-Unsubscribe: <${url}>`]);
    expect((await composeMessage(mail())).toString()).not.toMatch(/^(List-|Precedence)/m);
  });

  it('names hidden recipients nowhere', async () => {
    const recipients = [
      { address: 'ada@mail.example', name: null, type: 'TO' },
      { address: 'bob@mail.example', name: null, type: 'CC' },
      { address: 'eve@mail.example', name: null, type: 'BCC' },
    ] as const;
    const text = (await composeMessage(mail({ recipients }))).toString();
    expect(text).toContain('bob@mail.example');
    expect(text).not.toContain('eve@mail.example');
  });

  it('has the text first, then the markup, and leaves out levels with one part', async () => {
    const text = (
      await composeMessage(mail({ content: { subject: 'a', content: 'plain', html: '<p>rich</p>' } }))
    ).toString();
    expect(text).not.toContain('multipart/mixed');
    expect(text.indexOf('text/plain')).toBeLessThan(text.indexOf('text/html'));
    expect((await composeMessage(mail())).toString()).not.toContain('multipart');
  });

  it('tells machines that a machine wrote it, and no header of a sender says otherwise', async () => {
    const headers = { 'X-Order': '7', 'auto-submitted': 'no', 'x-auto-response-suppress': 'All' };
    const content = { subject: 'a', content: 'b', headers };
    const parsed = await parse({ content, priority: 'HIGH', groupUuid: '019b76da-a800-7000-8000-000000000002' });
    const found = parsed.headers.map(({ key, value }) => [key, value]);
    expect(found).toContainEqual(['auto-submitted', 'auto-generated']);
    expect(found).toContainEqual(['x-auto-response-suppress', 'DR, RN, NRN, OOF, AutoReply']);
    expect(found).toContainEqual(['importance', 'high']);
    expect(found).toContainEqual(['x-order', '7']);
    expect(found).toContainEqual(['x-svc-notification-group', '019b76da-a800-7000-8000-000000000002']);
    expect(found.filter(([name]) => name === 'auto-submitted')).toHaveLength(1);
  });
});

describe('files of a message', () => {
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const names = [
    'rapor.pdf',
    'İıŞşĞğ çöü.txt',
    '年度報告書（最終版）.xlsx',
    '😀 emoji 🇹🇷.png',
    'quotes "and" \'ticks\'; semi=colon, 100%.csv',
    `${'uzun-'.repeat(40)}ad.docx`,
    'تقرير.pdf',
    "utf-8''%41.txt",
    '-dash.txt',
    'a  b.txt',
  ];
  const twenty = Array.from({ length: 20 }, (_, index) =>
    attached(`${index} ${names[index % names.length]}`, Buffer.concat([everyByte, Buffer.from(`\r\n.\n${index}`)])),
  );

  it('mail-notification 17: arrive byte for byte under their names, in their order', async () => {
    const parsed = await parse({ content: { subject: 'a', content: 'b', attachments: twenty } });
    expect(parsed.attachments.map(({ filename }) => filename)).toEqual(twenty.map(({ name }) => name));
    for (const [index, one] of parsed.attachments.entries()) {
      expect(one.disposition).toBe('attachment');
      expect(Buffer.from(one.content as ArrayBuffer).equals(files.get(twenty[index]!.content)!)).toBe(true);
    }
  });

  it('mail-notification 17: have both forms of a name that is not ASCII, for old and new readers', async () => {
    const content = { subject: 'a', content: 'b', attachments: [attached('rapor-ğ.pdf', everyByte)] };
    const text = (await composeMessage(mail({ content }))).toString();
    expect(text).toMatch(/filename\*0?\*?=utf-8''rapor-%C4%9F\.pdf/);
    expect(text).toMatch(/name="=\?UTF-8\?Q\?rapor-=C4=9F=2Epdf\?="/i);
  });

  it('mail-notification 17: stand beside the markup that shows them, and by the id that it names', async () => {
    const logo = attached('logo.png', everyByte, { contentType: 'image/png', contentId: 'logo' });
    const paper = attached('paper.pdf', everyByte, { contentType: 'application/pdf' });
    const html = '<p>cid:logo</p><img src="cid:logo"><td background=cid:logo style="background:url(\'cid:logo\')">';
    const content = { subject: 'a', content: 'b', html, attachments: [paper, logo] };
    const text = (await composeMessage(mail({ content }))).toString();
    const levels = [...text.matchAll(/^Content-Type: (multipart\/\w+|text\/\w+|image\/png|application\/pdf)/gm)];
    expect(levels.map((match) => match[1])).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ]);
    const parsed = await PostalMime.parse(text);
    const shown = 'cid:logo@mail.example';
    expect(parsed.html?.trim()).toBe(
      `<p>cid:logo</p><img src="${shown}"><td background=${shown} style="background:url('${shown}')">`,
    );
    expect(parsed.attachments).toMatchObject([
      { filename: 'logo.png', contentId: '<logo@mail.example>', disposition: 'inline', related: true },
      { filename: 'paper.pdf', disposition: 'attachment' },
    ]);
  });

  it('mail-notification 7: are the same bytes on every attempt', async () => {
    const logo = attached('logo.png', everyByte, { contentId: 'logo' });
    const content = { subject: 'a', content: 'b', html: '<img src="cid:logo">', attachments: [...twenty, logo] };
    const [first, second] = await Promise.all([1, 2].map(() => composeMessage(mail({ content }))));
    expect(second?.equals(first!)).toBe(true);
    expect(
      Math.max(
        ...first!
          .toString('latin1')
          .split('\r\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(998);
  });

  it('are not left out where their bytes are gone', async () => {
    const gone = { ...attached('a.bin', everyByte), content: hash('sha256', 'gone', 'base64url') };
    await expect(parse({ content: { subject: 'a', content: 'b', attachments: [gone] } })).rejects.toThrow('gone');
  });
});

describe('a mailbox', () => {
  it.each([
    ['a@x.org', 'a@x.org', null],
    ['Ada <a@x.org>', 'a@x.org', 'Ada'],
    ['"Ada, \\"the\\" <one>" <a@X.org>', 'a@x.org', 'Ada, "the" <one>'],
    ['<a@x.org>', 'a@x.org', null],
  ])('is read from %s', (text, address, name) => {
    expect(parseMailBox(text)).toEqual({ address, name });
  });

  it.each([
    'a@x.org, b@x.org',
    'a@x.org <b@x.org> <c@x.org>',
    'Ada <a@x.org',
    'a@x',
    'A\r\nBcc: b@x.org <a@x.org>',
    '',
    '"Ada <a@x.org>',
  ])('is no mailbox: %j', (text) => {
    expect(parseMailBox(text)).toBeNull();
  });
});
