// Answers files that are written while they are read: whole, in part, not at all where the client has them, or as base64.
import type { Download, KnownDownload, ReplySpec } from '@keelson/contract';
import { fail } from '../../request/errors.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import { type HttpResponse, streamingResponse } from '../exchange/http-message.ts';
import {
  fileHeaders,
  type HeaderSets,
  type ReplyHeaders,
  send,
  sendNotModified,
  setHeaders,
} from '../exchange/reply.ts';
import type { Downloads } from '../streams/downloads.ts';
import type { AnswerSender } from './answer-sender.ts';
import { type ByteRange, partOf, readByteRange } from './byte-range.ts';
import { isKnownTag } from './entity-tag.ts';
import { envelopeOf } from './envelope.ts';

const JSON_TYPE = 'application/json';

interface FileAnswerParts {
  readonly sets: HeaderSets;
  readonly downloads: Downloads;
}

function isKnown(download: Download): download is KnownDownload {
  return 'etag' in download;
}

/** Reads the file as base64; a file above the bound is refused before an answer has begun. */
async function base64Of(download: Download, bytesMax: number): Promise<string> {
  if (isKnown(download) && download.size > bytesMax) fail('NOT_ACCEPTABLE');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of download.chunks) {
    const part = Buffer.from(chunk as Uint8Array);
    bytes += part.byteLength;
    if (bytes > bytesMax) fail('NOT_ACCEPTABLE');
    parts.push(part);
  }
  return Buffer.concat(parts, bytes).toString('base64');
}

/**
 * The part of a file that is sent; the whole where the file has changed since the client got its part (RFC 9110,
 * 13.1.5).
 */
function rangeOf({ headers }: HttpContext['request'], { size, etag }: KnownDownload): ByteRange | null {
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== `"${etag}"`) return null;
  const range = readByteRange(headers.range, size);
  if (range === 'UNSATISFIABLE') fail('RANGE_NOT_SATISFIABLE', { parameters: { size } });
  return range;
}

/** Makes the headers of a file whose size is known, and decides which part of it is sent. */
function knownAnswer(download: KnownDownload, context: HttpContext, headers: ReplyHeaders) {
  headers.push('etag', `"${download.etag}"`, 'accept-ranges', 'bytes');
  const range = rangeOf(context.request, download);
  if (range === null) {
    headers.push('content-length', String(download.size));
    return { status: 200, download };
  }
  const { first, last } = range;
  headers.push('content-length', String(last - first + 1), 'content-range', `bytes ${first}-${last}/${download.size}`);
  return { status: 206, download: { ...download, chunks: partOf(download.chunks, range) } };
}

export function createFileAnswer(
  { mediaTypes, base64Max }: Extract<ReplySpec, { kind: 'download' }>,
  { sets, downloads }: FileAnswerParts,
): AnswerSender {
  const offered = base64Max === undefined ? mediaTypes : [...mediaTypes, JSON_TYPE];

  const writeFile = (given: Download, context: HttpContext, response: HttpResponse, extra: ReplyHeaders): number => {
    const { requestId } = context;
    if (isKnown(given) && isKnownTag(context.request.headers['if-none-match'], `"${given.etag}"`)) {
      sendNotModified(response, [...sets.empty, 'etag', `"${given.etag}"`, ...extra]);
      return 304;
    }
    const headers = [...fileHeaders(sets, given), ...extra];
    const { status, download } = isKnown(given)
      ? knownAnswer(given, context, headers)
      : { status: 200, download: given };
    downloads.send(download, { status, response: streamingResponse(response), headers, requestId });
    return status;
  };

  return {
    negotiate(context) {
      const chosen = context.negotiate(offered);
      if (chosen === null) fail('NOT_ACCEPTABLE');
      context.acceptedBytes = base64Max !== undefined && chosen === JSON_TYPE ? null : chosen;
    },
    write(answer, context, response, extra) {
      const headers = ['x-request-id', context.requestId, ...(extra ?? [])];
      setHeaders(headers, (answer as Download).headers ?? {});
      if (base64Max === undefined) return writeFile(answer as Download, context, response, headers);
      headers.push('vary', 'Accept');
      if (context.acceptedBytes !== null) return writeFile(answer as Download, context, response, headers);
      return base64Of(answer as Download, base64Max).then((text) => {
        send(response, 200, [...sets.json, ...headers], envelopeOf(JSON.stringify(text)));
        return 200;
      });
    },
  };
}
