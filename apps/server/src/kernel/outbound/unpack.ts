// Reads the body of an answer and unpacks it, both within one bound: a small answer may hide a large one.
import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Encodings that may be nested; no known server uses more than two. */
const ENCODINGS_MAX = 2;

/** Unpacks the answer; throws `OutboundError`, or the error of the connection. */
export async function unpack(answer: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const stages = unpackersOf(answer);
  const source = bounded(answer, bytesMax);
  const chunks: Buffer[] = [];
  if (stages.length === 0) {
    for await (const chunk of source) chunks.push(chunk);
  } else {
    const last = stages.at(-1)!;
    // An error of any stage reaches the last one, and with it the loop below.
    pipeline([Readable.from(source), ...stages], () => undefined);
    for await (const chunk of bounded(last, bytesMax)) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* bounded(stream: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new OutboundError('ANSWER_TOO_LARGE', `the answer is larger than ${bytesMax} bytes`);
    yield chunk;
  }
}

function unpackersOf(answer: IncomingMessage): Transform[] {
  const names = (answer.headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const makers = names.flatMap((name) => (Object.hasOwn(UNPACKERS, name) ? [UNPACKERS[name]!] : []));
  if (makers.length === names.length && makers.length <= ENCODINGS_MAX) return makers.reverse().map((make) => make());
  answer.destroy();
  throw new OutboundError('ANSWER_UNREADABLE', 'the answer is packed in a way that is not read');
}
