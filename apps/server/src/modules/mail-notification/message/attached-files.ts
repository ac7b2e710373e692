// Brings the files of a mail into its message: those that its markup shows, and those beside it.
import { Readable } from 'node:stream';
import type { ContentStore } from '../../../kernel/content/content-store.ts';
import type { MailAttachment } from './mail-content.ts';

/** Reads the bytes of attachments. */
export type FileReader = Pick<ContentStore, 'stream'>;

/** Places where markup may name a file: an attribute that loads or links, or a style. The second group is the name. */
const INLINE_PLACE =
  /((?:\s(?:src|href|background|poster)\s*=\s*["']?\s*|\burl\(\s*(?:["']|&quot;|&#39;|&#34;)?\s*)cid:)([^"'\s<>)&]+)/gi;

/** Answers which files the markup shows, by the ids that it names. */
export function inlineIdsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(INLINE_PLACE)].map((match) => match[2]!));
}

/** Replaces the `cid:` of each file by what `addressOf` answers; a file without an answer keeps it. */
export function replaceInlineFiles(html: string, addressOf: (contentId: string) => string | null): string {
  return html.replaceAll(INLINE_PLACE, (whole, before: string, contentId: string) => {
    const address = addressOf(contentId);
    return address === null ? whole : `${before.slice(0, -'cid:'.length)}${address}`;
  });
}

/** Replaces file names in markup by ids of parts (RFC 2392, without the angle brackets of the part). */
export function nameInlineFiles(html: string, attachments: readonly MailAttachment[], messageId: string): string {
  const known = new Set(attachments.map(({ contentId }) => contentId));
  if (attachments.length === 0) return html;
  return replaceInlineFiles(html, (id) => (known.has(id) ? `cid:${partId(id, messageId)}` : null));
}

/**
 * Makes the parts of files, all in base64, so that their bytes arrive unchanged. They are read in chunks while the
 * message is built, so that a large one does not hold up the others.
 */
export function attachedFiles(attachments: readonly MailAttachment[], messageId: string, files: FileReader) {
  return attachments.map(({ name, contentType, contentId, content }) => ({
    filename: name,
    contentType,
    content: Readable.from(files.stream(Buffer.from(content, 'base64url')), { objectMode: false }),
    contentTransferEncoding: 'base64' as const,
    contentDisposition: contentId === null ? ('attachment' as const) : ('inline' as const),
    ...(contentId === null ? {} : { cid: partId(contentId, messageId) }),
  }));
}

/** Makes the id of a part, unique in the world: that of the file, and the domain of the mail. */
function partId(contentId: string, messageId: string): string {
  return `${contentId}@${messageId.slice(messageId.lastIndexOf('@') + 1, -1)}`;
}
