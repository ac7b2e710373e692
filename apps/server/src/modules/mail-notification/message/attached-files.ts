// Brings the files of a mail into its message: those that its markup shows, and those beside it.
import { Readable } from 'node:stream';
import type { ContentStore } from '../../../kernel/content/content-store.ts';
import type { MailAttachment } from './mail-content.ts';

/** Reads the bytes of attachments. */
export type FileReader = Pick<ContentStore, 'stream'>;

/** Where markup may name a file: the value of an attribute that loads or links, or of a style. The second group is the name. */
const INLINE_PLACE =
  /((?:\s(?:src|href|background|poster)\s*=\s*["']?\s*|\burl\(\s*(?:["']|&quot;|&#39;|&#34;)?\s*)cid:)([^"'\s<>)&]+)/gi;

/** Answers which files the markup shows, by the ids that it names. */
export function inlineIdsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(INLINE_PLACE)].map((match) => match[2]!));
}

/** Puts what `addressOf` says in the place of the `cid:` of each file; what it has no word for stays. */
export function replaceInlineFiles(html: string, addressOf: (contentId: string) => string | null): string {
  return html.replaceAll(INLINE_PLACE, (whole, before: string, contentId: string) => {
    const address = addressOf(contentId);
    return address === null ? whole : `${before.slice(0, -'cid:'.length)}${address}`;
  });
}

/** Says in markup which parts of the message are meant: RFC 2392, the id of the part without its angle brackets. */
export function nameInlineFiles(html: string, attachments: readonly MailAttachment[], messageId: string): string {
  const known = new Set(attachments.map(({ contentId }) => contentId));
  if (attachments.length === 0) return html;
  return replaceInlineFiles(html, (id) => (known.has(id) ? `cid:${partId(id, messageId)}` : null));
}

/**
 * Answers the files as they are composed: base64 whatever they are, so that their bytes arrive as they were given. They are
 * read while the message is built, a chunk at a time, so that a large one holds up nobody for long.
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

/** Ids of parts are unique in the world: that of the file, and the domain of the mail. */
function partId(contentId: string, messageId: string): string {
  return `${contentId}@${messageId.slice(messageId.lastIndexOf('@') + 1, -1)}`;
}
