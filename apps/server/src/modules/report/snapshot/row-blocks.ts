// Passes lines on in blocks of whole lines; the next block is gathered while one is written.
import type { Readable } from 'node:stream';

export interface BlockBounds {
  /** Bytes of a block, approximately. */
  readonly blockBytes: number;
  /** Bytes of a line, and of all together, at most. */
  readonly lineBytesMax: number;
  readonly bytesMax: number;
  /** Time after which whole lines become a block, however few, so that they can be read. */
  readonly waitMs: number;
}

export type BlockProblem = 'LINE_TOO_LONG' | 'TOO_MANY_BYTES';

/** Thrown where the lines exceed the bounds. */
export class BlockOverrun extends Error {
  readonly problem: BlockProblem;

  constructor(problem: BlockProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Thrown where a block could not be written; the cause says why. */
export class WriteFailure extends Error {
  constructor(cause: unknown) {
    super('a block could not be written', { cause });
  }
}

const NEWLINE = 0x0a;

/** Gathers chunks, and keeps the end of the last whole line. */
class Gathered {
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Bytes after the last line break. */
  #open = 0;

  get wholeBytes(): number {
    return this.#bytes - this.#open;
  }

  get openBytes(): number {
    return this.#open;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE);
    this.#open = end === -1 ? this.#open + chunk.length : chunk.length - end - 1;
  }

  /** Takes the whole lines. */
  take(): Buffer[] {
    const taken = this.#chunks;
    const all = this.#open === 0 ? null : Buffer.concat(taken.slice(this.#firstOpen()));
    const cut = all === null ? 0 : all.length - this.#open;
    const whole = all === null ? taken : [...taken.slice(0, this.#firstOpen()), all.subarray(0, cut)];
    this.#chunks = all === null ? [] : [all.subarray(cut)];
    this.#bytes = this.#open;
    return whole;
  }

  /** Answers the index of the chunk in which the incomplete line begins. */
  #firstOpen(): number {
    let left = this.#open;
    let index = this.#chunks.length;
    while (left > 0) {
      index -= 1;
      left -= this.#chunks[index]!.length;
    }
    return index;
  }
}

/**
 * Writes the lines and resolves when every block was written; rejects with the error of the lines, or a `WriteFailure`.
 */
export async function writeInBlocks(
  lines: Readable,
  write: (block: readonly Buffer[]) => Promise<void>,
  { blockBytes, lineBytesMax, bytesMax, waitMs }: BlockBounds,
): Promise<void> {
  const gathered = new Gathered();
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  let bytes = 0;
  const begin = (): void => {
    isWriting = true;
    writing = write(gathered.take()).then(
      () => {
        isWriting = false;
      },
      (cause: unknown) => {
        throw new WriteFailure(cause);
      },
    );
    // The wait for the next chunk ends with this error at once.
    writing.catch((error: Error) => lines.destroy(error));
  };
  const flush = async (): Promise<void> => {
    while (isWriting) await writing;
    begin();
  };
  const timer = setInterval(() => {
    if (!isWriting && gathered.wholeBytes > 0) begin();
  }, waitMs);
  try {
    await handOn();
  } finally {
    clearInterval(timer);
  }

  async function handOn(): Promise<void> {
    for await (const chunk of lines) {
      bytes += (chunk as Buffer).length;
      gathered.add(chunk as Buffer);
      if (bytes > bytesMax) throw new BlockOverrun('TOO_MANY_BYTES');
      if (gathered.openBytes > lineBytesMax) throw new BlockOverrun('LINE_TOO_LONG');
      if (gathered.wholeBytes >= blockBytes) await flush();
    }
    await flush();
    await writing;
  }
}
