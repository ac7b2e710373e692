// Reads an inbound mail within bounds: one larger or deeper than any report or answer is not read at all.
import type PostalMime from 'postal-mime';

/**
 * Levels of parts: a report has three parts; deeper or wider mails are made to be slow. Messages in messages nest, too.
 */
const DEPTH_MAX = 32;
const PARTS_MAX = 200;
/** Lines of headers: some hundred where many servers have passed the mail on, and one for each recipient. */
const HEADER_LINES_MAX = 2_000;
const HEADER_BYTES_MAX = 262_144;
/**
 * Lines of a mail: one of 10 MiB in lines of 76 characters has 140,000; each line takes the reader some microseconds.
 */
const LINES_MAX = 200_000;
/** Bytes of the machine-readable parts: some hundred for each recipient of one mail. */
const REPORT_BYTES_MAX = 262_144;
const REPORT_GROUPS_MAX = 200;

/** What a mail has too much of. */
export type Excess = 'LINES' | 'HEADER_LINES' | 'DEPTH' | 'PARTS' | 'REPORT_BYTES' | 'REPORT_GROUPS';

export type ReadMessage = Awaited<ReturnType<(typeof PostalMime)['parse']>>;

function countOf(source: string, pattern: RegExp, max: number): number {
  let count = 0;
  for (const _ of source.matchAll(pattern)) {
    count += 1;
    if (count > max) break;
  }
  return count;
}

function boundariesOf(source: string): ReadonlySet<string> {
  const boundaries = new Set<string>();
  for (const [, quoted, plain] of source.matchAll(/boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/gi)) {
    boundaries.add((quoted ?? plain)!);
    if (boundaries.size > DEPTH_MAX) break;
  }
  return boundaries;
}

function hasManyParts(source: string, boundaries: ReadonlySet<string>): boolean {
  let parts = 0;
  for (const [, delimiter] of source.matchAll(/^--([^\r\n]{1,70}?)[ \t]*\r?$/gm)) {
    if (boundaries.has(delimiter!)) parts += 1;
    if (parts > PARTS_MAX) return true;
  }
  return false;
}

/** Yields the texts that may be machine-readable parts: up to the next line that may end a part. */
function* machineReadableIn(source: string): Generator<string> {
  for (const { index } of source.matchAll(
    /^content-type:\s*message\/(?:(?:global-)?delivery-status|feedback-report)/gim,
  )) {
    const end = source.indexOf('\n--', index);
    yield source.slice(index, end < 0 ? source.length : end);
  }
}

function excessOfReportText(text: string): Excess | null {
  if (text.length > REPORT_BYTES_MAX) return 'REPORT_BYTES';
  return countOf(text, /\n[ \t\r]*\n/g, REPORT_GROUPS_MAX) > REPORT_GROUPS_MAX ? 'REPORT_GROUPS' : null;
}

function firstExcess(texts: Iterable<string>): Excess | null {
  for (const text of texts) {
    const excess = excessOfReportText(text);
    if (excess !== null) return excess;
  }
  return null;
}

/** Finds an excess in the bytes, before anything is parsed; null: there is none. */
export function excessOf(bytes: Uint8Array): Excess | null {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (countOf(source, /\n/g, LINES_MAX) > LINES_MAX) return 'LINES';
  const end = source.search(/\n\r?\n/);
  const header = end < 0 ? source : source.slice(0, end);
  if (countOf(header, /\n/g, HEADER_LINES_MAX) > HEADER_LINES_MAX) return 'HEADER_LINES';
  const boundaries = boundariesOf(source);
  const isNested = countOf(source, /^content-type:\s*message\//gim, DEPTH_MAX) > DEPTH_MAX;
  if (isNested || boundaries.size > DEPTH_MAX) return 'DEPTH';
  if (hasManyParts(source, boundaries)) return 'PARTS';
  return firstExcess(machineReadableIn(source));
}

/** Finds an excess in the parsed parts, whose encoding hid it. */
export function excessOfRead(message: ReadMessage): Excess | null {
  return firstExcess(partsOf(message, [...DELIVERY_STATUS, ...FEEDBACK]));
}

/** Parses a mail; null for one that cannot be read. */
export async function readMessage(bytes: Uint8Array): Promise<ReadMessage | null> {
  // The library is needed only where mails come back.
  const { default: PostalMime } = await import('postal-mime');
  const limits = { maxNestingDepth: DEPTH_MAX, maxHeadersSize: HEADER_BYTES_MAX };
  return PostalMime.parse(bytes, {
    ...limits,
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  }).catch(() => null);
}

export const DELIVERY_STATUS = ['message/delivery-status', 'message/global-delivery-status'];
export const FEEDBACK = ['message/feedback-report'];

/** Answers the texts of the parts of these types. */
export function partsOf({ attachments }: ReadMessage, mimeTypes: readonly string[]): readonly string[] {
  return attachments.filter(({ mimeType }) => mimeTypes.includes(mimeType)).map(({ content }) => String(content));
}
