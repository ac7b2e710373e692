// Reads a mail that came back, within bounds: what is larger or nests deeper than any report or answer is not read at all.
import type PostalMime from 'postal-mime';

/** A report has three parts; what nests deeper, or has more, was made to be slow. */
const DEPTH_MAX = 32;
const PARTS_MAX = 200;
const HEADER_BYTES_MAX = 1_048_576;

export type ReadMessage = Awaited<ReturnType<(typeof PostalMime)['parse']>>;

/** Says whether the message has more parts, or deeper ones, than a report: told before anything is parsed. */
function isTooRich(source: string): boolean {
  const boundaries = new Set<string>();
  for (const [, quoted, plain] of source.matchAll(/boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/gi)) {
    boundaries.add((quoted ?? plain)!);
    if (boundaries.size > DEPTH_MAX) return true;
  }
  let parts = 0;
  for (const [, delimiter] of source.matchAll(/^--([^\r\n]{1,70}?)[ \t]*\r?$/gm)) {
    if (boundaries.has(delimiter!)) parts += 1;
    if (parts > PARTS_MAX) return true;
  }
  return false;
}

/** Answers null for what cannot be read. */
export async function readMessage(bytes: Uint8Array): Promise<ReadMessage | null> {
  if (isTooRich(Buffer.from(bytes).toString('latin1'))) return null;
  // It is needed only where mails come back.
  const { default: PostalMime } = await import('postal-mime');
  const limits = { maxNestingDepth: DEPTH_MAX, maxHeadersSize: HEADER_BYTES_MAX };
  return PostalMime.parse(bytes, {
    ...limits,
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  }).catch(() => null);
}

/** Answers the texts of the parts of these types. */
export function partsOf({ attachments }: ReadMessage, mimeTypes: readonly string[]): readonly string[] {
  return attachments.filter(({ mimeType }) => mimeTypes.includes(mimeType)).map(({ content }) => String(content));
}
