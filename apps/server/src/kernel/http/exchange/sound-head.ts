// Refuses a request whose head others may read differently: one that names two hosts, or codes its body in a way that is not read.
import { echo } from '../../request/echo.ts';
import { fail, invalid } from '../../request/errors.ts';
import type { HttpRequest } from './http-message.ts';

const CHUNKED = 'chunked';
const ENDS_CHUNKED = /(?:^|[ \t,])chunked[ \t]*$/i;

export function requireSoundHead({ rawHeaders, headers }: HttpRequest): void {
  requireOneHost(rawHeaders);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== CHUNKED) refuseCoding(coding);
}

/**
 * Requires one Host: node keeps the first of two silently, and a proxy before this program may have chosen the other
 * one.
 */
function requireOneHost(rawHeaders: readonly string[]): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) invalid({ field: 'Host', code: 'DUPLICATE', message: 'Must be given once.' });
}

/**
 * Refuses a transfer coding other than chunked: where chunks are not the last coding, the length of the body is unknown
 * (RFC 9112, 6.1 and 6.3).
 */
function refuseCoding(coding: string): never {
  if (ENDS_CHUNKED.test(coding)) fail('TRANSFER_CODING_NOT_SUPPORTED', { parameters: { coding: echo(coding) } });
  return invalid({ field: 'Transfer-Encoding', code: 'FORMAT', message: 'Must be chunked.' });
}
