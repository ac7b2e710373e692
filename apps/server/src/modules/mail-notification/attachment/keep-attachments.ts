// Keeps the bytes of the files that a send names, before its mails are stored, and sees to it that they can be sent.
import { attachmentsBytesMax } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { inlineIdsOf } from '../message/attached-files.ts';
import type { MailAttachment, MailContent } from '../message/mail-content.ts';
import type { FoundFile } from './file.store.ts';
import type { FileOwner, FindFiles } from './find-files.ts';
import type { GivenAttachment } from './read-attachments.ts';

/** Largest message: 25 MiB is the bound of the large services. */
const MAIL_BYTES_MAX = 25 * 1_048_576;
/** Growth of a text in quoted-printable, which makes three characters of one byte at most, and breaks lines of 76. */
const TEXT_GROWTH = 3.13;
/** Bytes around a part: its headers with both forms of a long name. */
const PART_BYTES = 4_096;
/** Characters of a line in quoted-printable at least, which does not break within the bytes of one letter. */
const QUOTED_LINE = 73;

export function createKeepAttachments({ contents }: Pick<Kernel, 'contents'>, findFiles: FindFiles) {
  /** Marks the contents as used again; 404 where one was removed since it was found. */
  async function keepAgain(given: readonly GivenAttachment[]): Promise<void> {
    const kept = given.flatMap((one) => (one.kept === null ? [] : [one.kept.content]));
    if (kept.length > 0 && !(await contents.touch(kept))) failNotFound('ATTACHMENT_NOT_FOUND', {});
  }

  /**
   * Keeps files in short transactions of their own: in the caller's, two mails with one logo would wait for each other.
   * 404 ATTACHMENT_NOT_FOUND, also for files of others; 413 MAIL_TOO_LARGE.
   */
  return async function keep(by: FileOwner, given: readonly GivenAttachment[]): Promise<readonly MailAttachment[]> {
    if (given.length === 0) return [];
    const files = await findFiles(by, given, true);
    const fileOf = ({ fileUuid }: GivenAttachment): FoundFile | null =>
      fileUuid === null ? null : files.get(fileUuid)!;
    const sizes = given.map((one) => one.kept?.size ?? one.bytes?.byteLength ?? fileOf(one)!.size);
    if (sizes.reduce((sum, size) => sum + size, 0) > attachmentsBytesMax) fail('MAIL_TOO_LARGE');
    const stored = await contents.put(given.flatMap(({ bytes }) => (bytes === null ? [] : [bytes])));
    await keepAgain(given);
    let next = 0;
    return given.map((one, index) => {
      const file = fileOf(one);
      const { name, contentId, kept } = one;
      const hash = kept?.content ?? file?.content ?? stored[next++]!;
      const contentType = one.contentType ?? file!.contentType;
      return { name, contentType, contentId, size: sizes[index]!, content: hash.toString('base64url') };
    });
  };
}

export type KeepAttachments = ReturnType<typeof createKeepAttachments>;

/** Ends the request with 422 INLINE_ATTACHMENT_MISMATCH unless the markup shows each inline file, and nothing else. */
export function requireInlineMatch({ html, attachments = [] }: MailContent): void {
  const shown = html?.includes('cid:') === true || attachments.length > 0 ? inlineIdsOf(html ?? '') : new Set<string>();
  const inline = new Set(attachments.flatMap(({ contentId }) => (contentId === null ? [] : [contentId])));
  const missing = [...shown].filter((id) => !inline.has(id)).map((contentId) => ({ contentId, attached: false }));
  const unused = [...inline].filter((id) => !shown.has(id)).map((contentId) => ({ contentId, attached: true }));
  const errorArguments = [...missing, ...unused];
  if (errorArguments.length === 0) return;
  throw new ServiceError('INLINE_ATTACHMENT_MISMATCH', {
    parameters: { contentId: errorArguments[0]!.contentId },
    errorArguments,
  });
}

/**
 * Ends the request with 413 MAIL_TOO_LARGE where the message exceeds the common bound of mail servers, or surely that
 * of the tenant's servers: `sizeMax` in bytes, null where none is known.
 */
export function requireSendable({ content, html = '', attachments = [] }: MailContent, sizeMax: number | null): void {
  const texts = Buffer.byteLength(content) + Buffer.byteLength(html);
  const files = attachments.reduce((sum, { size }) => sum + base64Bytes(size), 0);
  if (sizeMax !== null && texts + files > sizeMax) fail('MAIL_TOO_LARGE');
  const around = attachments.length * PART_BYTES;
  // Most mails are so small that their letters need not be looked at.
  if (texts * TEXT_GROWTH + files + around <= MAIL_BYTES_MAX) return;
  if (quotedBytes(content) + quotedBytes(html) + files + around > MAIL_BYTES_MAX) fail('MAIL_TOO_LARGE');
}

/** Answers the most bytes that quoted-printable makes of a text. */
export function quotedBytes(text: string): number {
  let plain = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || (code >= BLANK && code <= TILDE && code !== EQUALS_SIGN)) plain += 1;
  }
  const characters = plain + 3 * (Buffer.byteLength(text) - plain);
  // Each line of the text may end with a further broken line, and with a CR.
  const lines = text.split('\n').length;
  return characters + 3 * Math.ceil(characters / QUOTED_LINE) + lines;
}

const LINE_FEED = 0x0a;
const BLANK = 0x20;
const EQUALS_SIGN = 0x3d;
const TILDE = 0x7e;

/** Answers the size in base64, in lines of 76 characters with their CRLF (RFC 2045 6.8). */
function base64Bytes(size: number): number {
  const characters = 4 * Math.ceil(size / 3);
  return characters + 2 * Math.ceil(characters / 76);
}
