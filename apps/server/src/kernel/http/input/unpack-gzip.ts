// Unpacks the body of a request within a bound: a small one may hide a large one.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { fail } from '../../request/errors.ts';

const run = promisify(gunzip);
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';

/**
 * Unpacks, and stops as soon as the bound is passed: 413 PAYLOAD_TOO_LARGE; 400 MALFORMED_BODY where it is no gzip, or
 * is cut off.
 */
export async function unpackGzip(bytes: Buffer, unpackedBytes: number): Promise<Buffer> {
  try {
    return await run(bytes, { maxOutputLength: unpackedBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === TOO_LARGE)
      fail('PAYLOAD_TOO_LARGE', { parameters: { limit: unpackedBytes } });
    return fail('MALFORMED_BODY', { errorArguments: [{ message: 'Is no gzip (RFC 1952).' }] });
  }
}
