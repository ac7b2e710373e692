// Compresses answers for clients that take it: long ones, in a thread, so that no other request waits for it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsCoding } from './accept.ts';
import type { HttpResponse } from './http-message.ts';
import { type ReplyHeaders, send } from './reply.ts';

export type Coding = 'br' | 'gzip';

/**
 * Size from which an answer is compressed; a shorter one fits a few packets. Answers with tokens, links and keys are
 * far shorter, so that the length of compressed bytes betrays none of them (BREACH).
 */
export const COMPRESSED_FROM_BYTES = 16_384;
/** Level of Brotli that takes about as long as gzip does at its usual level, and leaves a fifth less. */
const BROTLI_QUALITY = 5;

const pressBrotli = promisify(brotliCompress);
const pressGzip = promisify(gzip);

/** Answers the shortest coding that a client names; null where it names none. */
export function chooseCoding(acceptEncoding: string | string[] | undefined): Coding | null {
  const named = Array.isArray(acceptEncoding) ? acceptEncoding.join(',') : acceptEncoding;
  if (acceptsCoding(named, 'br')) return 'br';
  return acceptsCoding(named, 'gzip') ? 'gzip' : null;
}

export function compress(bytes: string | Uint8Array, coding: Coding): Promise<Uint8Array> {
  if (coding === 'gzip') return pressGzip(bytes);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return pressBrotli(bytes, { params });
}

/** Says that the answer depends on a header of the request, beside what it depends on already. */
export function addVary(headers: ReplyHeaders, name: string): void {
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at] !== 'vary') continue;
    headers[at + 1] += `, ${name}`;
    return;
  }
  headers.push('vary', name);
}

/**
 * Makes a tag weak, since it no longer stands for the very bytes; it is compared weakly in any case (RFC 9110,
 * 8.8.3.3).
 */
function weakenTag(headers: ReplyHeaders): void {
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at] === 'etag' && headers[at + 1]?.startsWith('"')) headers[at + 1] = `W/${headers[at + 1]}`;
  }
}

async function sendCompressed(
  response: HttpResponse,
  status: number,
  headers: ReplyHeaders,
  text: string,
  coding: Coding,
): Promise<number> {
  const bytes = await compress(text, coding);
  weakenTag(headers);
  headers.push('content-encoding', coding);
  send(response, status, headers, bytes);
  return status;
}

/** Sends a text whole; answers a promise only where a long one is compressed for a client that takes that. */
export function sendText(
  response: HttpResponse,
  status: number,
  headers: ReplyHeaders,
  text: string,
  acceptEncoding: string | string[] | undefined,
): number | Promise<number> {
  if (text.length >= COMPRESSED_FROM_BYTES && !headers.includes('set-cookie')) {
    addVary(headers, 'Accept-Encoding');
    const coding = chooseCoding(acceptEncoding);
    if (coding !== null) return sendCompressed(response, status, headers, text, coding);
  }
  send(response, status, headers, text);
  return status;
}
