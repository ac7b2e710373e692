// Proves that lines are handed on whole and in order, in blocks that are bounded, and that whoever writes them can stop them.
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BlockOverrun, WriteFailure, writeInBlocks } from './row-blocks.ts';

const bounds = { blockBytes: 16, lineBytesMax: 64, bytesMax: 1_000_000, waitMs: 60_000 };

async function blocksOf(chunks: readonly string[], changes: Partial<typeof bounds> = {}): Promise<string[]> {
  const blocks: string[] = [];
  const write = async (block: readonly Buffer[]): Promise<void> => {
    blocks.push(Buffer.concat(block).toString());
  };
  await writeInBlocks(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), write, { ...bounds, ...changes });
  return blocks;
}

it('hands on whole lines, all of them, wherever they were cut on the way', async () => {
  const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'ğ', '\\n', '\t'), maxLength: 12 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: 1, max: 30 }), async (list, size) => {
      const text = list.map((line) => `${line}\n`).join('');
      const bytes = Buffer.from(text);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const blocks: Buffer[] = [];
      const write = async (block: readonly Buffer[]): Promise<void> => void blocks.push(Buffer.concat(block));
      await writeInBlocks(Readable.from(chunks), write, bounds);
      expect(Buffer.concat(blocks).toString()).toBe(text);
      for (const block of blocks.slice(0, -1)) {
        expect(block.at(-1)).toBe(0x0a);
        expect(block.length).toBeGreaterThanOrEqual(bounds.blockBytes);
        expect(block.length).toBeLessThanOrEqual(bounds.blockBytes + 30 + size);
      }
    }),
    { numRuns: 200 },
  );
});

it('ends where a line or all of them are larger than they may be', async () => {
  await expect(blocksOf(['x'.repeat(65)])).rejects.toMatchObject({ problem: 'LINE_TOO_LONG' });
  await expect(blocksOf(['a\nb\n', 'c\n'], { bytesMax: 5 })).rejects.toBeInstanceOf(BlockOverrun);
  expect(await blocksOf(['a\nb\n', 'c\n'], { bytesMax: 6 })).toEqual(['a\nb\nc\n']);
});

it('stops the lines as soon as a block cannot be written, also while none comes', async () => {
  const endless = new Readable({ read: () => undefined });
  endless.push(Buffer.from(`${'x'.repeat(20)}\n`));
  const refused = new Error('no room');
  const written = writeInBlocks(endless, () => Promise.reject(refused), bounds);
  await expect(written).rejects.toMatchObject({ cause: refused });
  await expect(written).rejects.toBeInstanceOf(WriteFailure);
  expect(endless.destroyed).toBe(true);
});

it('gathers one block while another one is written, and no more', async () => {
  let asked = 0;
  const lines = new Readable({
    highWaterMark: 1,
    read() {
      asked += 1;
      this.push(asked > 100 ? null : Buffer.from(`${'x'.repeat(20)}\n`));
    },
  });
  const slow = Promise.withResolvers<void>();
  const written = writeInBlocks(lines, () => slow.promise, bounds);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBeLessThan(6);
  slow.resolve();
  await written;
  expect(asked).toBe(101);
});

it('hands on the whole lines that are there while no more come', async () => {
  const blocks: string[] = [];
  const first = Promise.withResolvers<void>();
  const write = async (block: readonly Buffer[]): Promise<void> => {
    blocks.push(Buffer.concat(block).toString());
    first.resolve();
  };
  async function* stalling() {
    yield Buffer.from('a\nb\nc');
    await first.promise;
    yield Buffer.from('d\n');
  }
  await writeInBlocks(Readable.from(stalling()), write, { ...bounds, waitMs: 5 });
  expect(blocks.filter((block) => block !== '')).toEqual(['a\nb\n', 'cd\n']);
});
