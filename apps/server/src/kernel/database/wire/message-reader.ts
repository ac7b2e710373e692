// Cuts what PostgreSQL sends into its messages, wherever the network has cut it.
import { ProtocolFault } from './backend-messages.ts';

/** Hears of one whole message; its content lies from `start` to `end` until the call returns. */
export type HearMessage = (code: number, bytes: Buffer, start: number, end: number) => void;

/** Each message begins with its code and an int32 that counts itself and the content. */
const CODE_BYTES = 1;
const LENGTH_BYTES = 4;
const HEADER_BYTES = CODE_BYTES + LENGTH_BYTES;
/** PostgreSQL allocates no message beyond it. */
const MESSAGE_BYTES_MAX = 0x3fffffff;
const INITIAL_BYTES = 64 * 1024;
/** A larger buffer is given back: one huge row must not hold memory for ever. */
const KEPT_BYTES_MAX = 1024 * 1024;

/** Answers the function that takes what arrives. It throws where a length cannot be one, and whatever the listener throws. */
export function createMessageReader(hear: HearMessage): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let held = 0;

  /** Appends to what is held; a message that is announced gets its room at once, so that each byte is copied once. */
  const hold = (chunk: Buffer): void => {
    const needed = held + chunk.length;
    if (needed > rest.length) {
      const announced = held >= HEADER_BYTES ? CODE_BYTES + rest.readInt32BE(CODE_BYTES) : 0;
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, announced, rest.length * 2, INITIAL_BYTES));
      rest.copy(larger, 0, 0, held);
      rest = larger;
    }
    chunk.copy(rest, held);
    held = needed;
  };

  return (chunk) => {
    if (held > 0) hold(chunk);
    const bytes = held > 0 ? rest.subarray(0, held) : chunk;
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES) {
      const length = bytes.readInt32BE(at + CODE_BYTES);
      if (length < LENGTH_BYTES || length > MESSAGE_BYTES_MAX) {
        throw new ProtocolFault(`a message of ${length} bytes with the code ${bytes[at]}`);
      }
      const end = at + CODE_BYTES + length;
      if (end > bytes.length) break;
      hear(bytes[at]!, bytes, at + HEADER_BYTES, end);
      at = end;
    }
    if (at === 0 && held > 0) return;
    const left = bytes.subarray(at);
    held = 0;
    if (rest.length > KEPT_BYTES_MAX) rest = Buffer.alloc(0);
    if (left.length > 0) hold(left);
  };
}
