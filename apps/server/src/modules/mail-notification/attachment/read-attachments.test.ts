// Proves which files a request can name, whoever means harm with them.
import type { SvcMailAttachment } from '@keelson/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import { readAttachments } from './read-attachments.ts';

const file = (changes: Partial<SvcMailAttachment> = {}): SvcMailAttachment => ({
  name: 'offer.pdf',
  content: 'UERG',
  ...changes,
});
function read(...given: readonly SvcMailAttachment[]) {
  const problems: ArgumentProblem[] = [];
  const files = readAttachments(given, problems);
  return { files, codes: problems.map(({ field, code }) => `${field} ${code}`) };
}
const INVALID = 'ATTACHMENT_INVALID';
const REFUSED = 'ATTACHMENT_TYPE_NOT_ALLOWED';

it('takes a file with its bytes, its name in any letters and the media type of the name', () => {
  const { files, codes } = read(
    file(),
    file({ name: 'Şırnak İlçe 年度報告書.xlsx' }),
    file({ name: 'no extension', contentType: 'Text/Plain; charset=utf-8' }),
    file({ name: 'acme.com.pdf' }),
    file({ name: 'notes', content: null, fileUuid: '019B76DA-a800-7000-8000-000000000001', contentId: 'logo' }),
  );
  expect(codes).toEqual([]);
  expect(files.map(({ contentType }) => contentType)).toEqual([
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/plain; charset=utf-8',
    'application/pdf',
    null,
  ]);
  expect(files[0]!.bytes?.toString()).toBe('PDF');
  expect(files[4]).toMatchObject({ contentId: 'logo', fileUuid: '019b76da-a800-7000-8000-000000000001', bytes: null });
});

it.each([
  'a.exe',
  'a.EXE',
  'a.pdf.exe',
  'a.exe.pdf',
  'a.exe ',
  'a.exe.',
  'a.exe. . .',
  'a.exe::$DATA',
  'a.ｅｘｅ',
  'a․exe',
  'a.e\u200bxe',
  'a.e\u00adxe',
  'a.exé',
  'a.mSİ',
  'a.msı',
  'a.js',
  'a.tar.js',
  'a.com',
  'a.lnk',
  'a.ISO',
  '.bat',
])('mail-notification 17: refuses a program, however its name is dressed up: %j', (name) => {
  expect(read(file({ name })).codes).toEqual([`attachments[0].name ${REFUSED}`]);
});

it.each([
  '../a.pdf',
  'C:\\a.pdf',
  'a\u0000.pdf',
  'a\r\nBcc: eve@mail.example.pdf',
  'fdp\u202egpj.exe',
  'a\u2066b.pdf',
  'a\u2028b.pdf',
  'a\u200fb.pdf',
  '=?utf-8?Q?a=2Eexe?=',
  '=?x?b?YS5leGU=?=.txt',
  '..',
  ' ',
  'a\ud800.pdf',
])('mail-notification 17: refuses a name that readers would take for something else: %j', (name) => {
  expect(read(file({ name })).codes).toEqual([`attachments[0].name ${INVALID}`]);
});

it.each([
  ['multipart/mixed', REFUSED],
  ['message/rfc822', REFUSED],
  ['MESSAGE/delivery-status', REFUSED],
  ['text/calendar; charset=utf-8', REFUSED],
  ['pdf', INVALID],
  ['application/pdf; name="a.exe"', INVALID],
  ['application/pdf\r\nX-Evil: 1', INVALID],
  ['a/b/c', INVALID],
])('mail-notification 17: refuses the media type %j', (contentType, code) => {
  expect(read(file({ contentType })).codes).toEqual([`attachments[0].contentType ${code}`]);
});

it('refuses by its name what would be such a type', () => {
  expect(read(file({ name: 'invite.ics' }), file({ name: 'mail.eml' })).codes).toEqual([
    `attachments[0].contentType ${REFUSED}`,
    `attachments[1].contentType ${REFUSED}`,
  ]);
});

it.each(['UERG\n', 'UER', 'UERGRg', 'UERGRh==', 'U-RG', ' UERG', 'UE=G', 'UERG====', 'ü'])(
  'mail-notification 17: refuses what is not strictly base64: %j',
  (content) => {
    expect(read(file({ content })).codes).toEqual([`attachments[0].content ${INVALID}`]);
  },
);

it('takes every base64 and nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
      const { files, codes } = read(file({ content: Buffer.from(bytes).toString('base64') }));
      expect(codes).toEqual([]);
      expect(files[0]!.bytes?.equals(bytes)).toBe(true);
    }),
  );
});

it('tells all problems at once, each at its place', () => {
  const { codes } = read(
    file({ name: 'a.exe', content: '?' }),
    file({ contentId: 'one', inline: false }),
    file({ contentId: 'one' }),
    file({ inline: true }),
  );
  expect(codes).toEqual([
    `attachments[0].name ${REFUSED}`,
    `attachments[0].content ${INVALID}`,
    `attachments[1].inline ${INVALID}`,
    'attachments[2].contentId CONTENT_ID_DUPLICATE',
    `attachments[3].inline ${INVALID}`,
  ]);
});

it('mail-notification 17: takes 5 MiB of bytes in one body, and not one more', () => {
  const content = (bytes: number) => Buffer.alloc(bytes).toString('base64');
  const half = 2.5 * 1_048_576;
  expect(read(file({ content: content(half) }), file({ content: content(half) })).codes).toEqual([]);
  expect(read(file({ content: content(half) }), file({ content: content(half + 1) })).codes).toEqual([
    `attachments ${INVALID}`,
  ]);
});
