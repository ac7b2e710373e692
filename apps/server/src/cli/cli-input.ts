// Reads what a command is given on standard input; a secret that a person types is not shown.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** No value is as large: the largest, a JSON object, has 64 KiB. */
const INPUT_BYTES_MAX = 1_048_576;

async function readPiped(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > INPUT_BYTES_MAX) throw new Error(`Standard input has more than ${INPUT_BYTES_MAX} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

async function readTyped(hidden: boolean): Promise<string> {
  process.stderr.write('Value: ');
  // The terminal echoes nothing by itself while lines are edited here.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stderr, terminal: true });
  const closed = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new Error('Nothing was given.')));
  });
  try {
    return await Promise.race([lines.question(''), closed]);
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}

/** Reads without the last line end. `hidden`: on a terminal what is typed is not shown. */
export function readStandardInput(hidden: boolean): Promise<string> {
  return process.stdin.isTTY ? readTyped(hidden) : readPiped(process.stdin);
}
