// Proves that messages are found wherever the network has cut them, and that what is none is refused.
import { describe, expect, it } from 'vitest';
import { createMessageReader } from './message-reader.ts';

function message(code: string, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(5);
  head.write(code, 'latin1');
  head.writeInt32BE(4 + bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function readAll(chunks: readonly Buffer[]): string[] {
  const heard: string[] = [];
  const read = createMessageReader((code, bytes, start, end) => {
    heard.push(`${String.fromCharCode(code)} ${bytes.toString('utf8', start, end)}`);
  });
  for (const chunk of chunks) read(chunk);
  return heard;
}

describe('a reader of messages', () => {
  const sent = Buffer.concat([
    message('1', ''),
    message('D', 'ağaç 😀'),
    message('C', 'SELECT 1\0'),
    message('Z', 'I'),
  ]);
  const expected = ['1 ', 'D ağaç 😀', 'C SELECT 1\0', 'Z I'];

  it('finds the same messages wherever they are cut in two or in three', () => {
    for (let first = 0; first <= sent.length; first += 1) {
      for (let second = first; second <= sent.length; second += 1) {
        const parts = [sent.subarray(0, first), sent.subarray(first, second), sent.subarray(second)];
        expect(readAll(parts)).toEqual(expected);
      }
    }
  });

  it('finds them in single bytes, and in what is longer than any buffer that it keeps', () => {
    expect(readAll([...sent].map((byte) => Buffer.from([byte])))).toEqual(expected);
    const long = message('D', 'x'.repeat(3_000_000));
    const chunks: Buffer[] = [];
    const all = Buffer.concat([sent, long, sent]);
    for (let at = 0; at < all.length; at += 65_536) chunks.push(all.subarray(at, at + 65_536));
    expect(readAll(chunks)).toEqual([...expected, `D ${'x'.repeat(3_000_000)}`, ...expected]);
  });

  it('does not change a message while it is heard, when the chunk that it came in is written over', () => {
    const chunk = Buffer.from(sent.subarray(0, 12));
    const heard: string[] = [];
    const read = createMessageReader((_, bytes, start, end) => heard.push(bytes.toString('utf8', start, end)));
    read(chunk);
    chunk.fill(0);
    read(sent.subarray(12));
    expect(heard[1]).toBe('ağaç 😀');
  });

  it('refuses lengths that none can have', () => {
    for (const length of [-1, 0, 3, 0x40000000]) {
      const head = Buffer.from('Z1234');
      head.writeInt32BE(length, 1);
      expect(() => readAll([head])).toThrow(`a message of ${length} bytes`);
    }
  });
});
