// Proves that what processes leave behind is adopted whole and once, torn and damaged files among it.
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SpoolOptions } from './spool.types.ts';
import { EVERYTHING, type FileHooks, hookedFiles, leftBehind, PLAIN, texts, useSpoolFolder } from './spool-folder.ts';

const folder = useSpoolFolder();
const FIRST = '00000001.segment';
const HEADER = 8;

/** Leaves these records as a process that died, each in a write of its own; answers the path of its directory. */
async function leave(records: readonly string[], changes: Partial<SpoolOptions> = {}): Promise<string> {
  const processId = randomUUID();
  const spool = folder.open({ processId, ...changes });
  for (const record of records) await spool.append([record], PLAIN);
  return join(folder.root, processId);
}

function flip(path: string, offset: number, bit = 0x10): void {
  const bytes = readFileSync(path);
  bytes[offset]! ^= bit;
  writeFileSync(path, bytes);
}

it.each([1, HEADER, HEADER + 3])(
  'logger-producer 8: a tail of %i bytes that is no whole record is cut off',
  async (left) => {
    const path = await leave(['one', 'two', 'three!']);
    truncateSync(join(path, FIRST), 2 * (HEADER + 3) + left);
    expect(await leftBehind(folder)).toEqual(['one', 'two']);
    expect(folder.damaged.map(({ reason }) => reason)).toEqual(['torn']);
    const [name] = readdirSync(folder.root);
    expect(statSync(join(folder.root, name!, FIRST)).size).toBe(2 * (HEADER + 3));
  },
);

it('cuts off the zeros that a power cut leaves behind the last record', async () => {
  const path = await leave(['one']);
  truncateSync(join(path, FIRST), 5_000);
  expect(await leftBehind(folder)).toEqual(['one']);
  expect(folder.damaged).toEqual([{ text: '\0'.repeat(5_000 - HEADER - 3), reason: 'torn' }]);
});

it('logger-producer 8: a flipped byte in the middle costs its record alone, which is handed over', async () => {
  const path = await leave(['one', 'two', 'three', 'four']);
  flip(join(path, FIRST), HEADER + 3 + HEADER + 1);
  expect(await leftBehind(folder)).toEqual(['one', 'three', 'four']);
  expect(folder.damaged).toEqual([{ text: 'tgo', reason: 'checksum' }]);
});

it('hands the last record over when it is whole and its checksum is wrong', async () => {
  const path = await leave(['one', 'two']);
  flip(join(path, FIRST), HEADER + 3 + HEADER + 1);
  expect(await leftBehind(folder)).toEqual(['one']);
  expect(folder.damaged).toEqual([{ text: 'tgo', reason: 'checksum' }]);
});

it.each([0, 1, 2, 3])('finds the next record behind a length whose byte %i is wrong', async (byte) => {
  const path = await leave(['one', 'two', 'three', 'four']);
  flip(join(path, FIRST), HEADER + 3 + byte);
  expect(await leftBehind(folder)).toEqual(['one', 'three', 'four']);
  expect(folder.damaged.map(({ text, reason }) => [text.slice(HEADER), reason])).toEqual([['two', 'unreadable']]);
});

it('finds the next record behind damage that is longer than what is read at once', async () => {
  const large = 'x'.repeat(900_000);
  const path = await leave(['one', large, large, large, 'two']);
  for (const offset of [0, 1, 2]) {
    flip(join(path, FIRST), HEADER + 3 + offset * (HEADER + large.length) + 2);
    flip(join(path, FIRST), HEADER + 3 + offset * (HEADER + large.length) + HEADER);
  }
  expect(await leftBehind(folder)).toEqual(['one', 'two']);
  expect(folder.damaged).toHaveLength(1);
  expect(folder.damaged[0]!.text).toHaveLength(3 * (HEADER + large.length));
});

it('hands damage over once, also when a living process finds it in its own files and reads them twice', async () => {
  const processId = randomUUID();
  const spool = folder.open({ processId });
  for (const record of ['one', 'two', 'three']) await spool.append([record], PLAIN);
  flip(join(folder.root, processId, FIRST), HEADER + 3 + HEADER);
  for (const _ of [1, 2]) expect(texts(await spool.read(EVERYTHING))).toEqual(['one', 'three']);
  expect(folder.damaged).toEqual([{ text: 'dwo', reason: 'checksum' }]);
});

it('keeps damage for the next time when it could not be handed over', async () => {
  const path = await leave(['one', 'two', 'three']);
  flip(join(path, FIRST), HEADER + 3 + HEADER);
  let isAway = true;
  const taken: string[] = [];
  const spool = folder.open({
    onDamaged: async (bytes) => {
      if (isAway) throw new Error('away');
      taken.push(bytes.toString());
    },
  });
  await expect(spool.adoptOrphans({ isDead: () => true })).rejects.toThrow('cannot be read');
  isAway = false;
  const [orphan] = await spool.adoptOrphans({ isDead: () => true });
  expect(taken).toEqual(['dwo']);
  expect(texts(await orphan!.read(EVERYTHING))).toEqual(['one', 'three']);
});

it('gives back all segments of a dead process in order and removes its directory once they are released', async () => {
  const records = Array.from({ length: 40 }, (_, index) => `record ${index}`);
  await leave(records, { segmentBytes: 100 });
  const spool = folder.open();
  const [orphan] = await spool.adoptOrphans({ isDead: () => true });
  expect([orphan!.records, spool.records]).toEqual([40, 40]);
  expect(orphan!.oldestAt).toBeGreaterThan(0);
  const got: string[] = [];
  while (spool.adopted.length > 0) {
    const batch = await orphan!.read({ maxRecords: 7, maxBytes: 1_000 });
    got.push(...texts(batch));
    await orphan!.release(batch.at(-1)!.position);
  }
  expect(got).toEqual(records);
  expect(spool.bytes).toBe(0);
  expect(readdirSync(folder.root)).toEqual([]);
});

it('goes on where the dead process says it had released, and from the start where that is unreadable', async () => {
  const spoolOf = async () => {
    const processId = randomUUID();
    const spool = folder.open({ processId });
    for (const record of ['one', 'two', 'three']) await spool.append([record], PLAIN);
    await spool.release((await spool.read({ ...EVERYTHING, maxRecords: 2 })).at(-1)!.position);
    return join(folder.root, processId);
  };
  await spoolOf();
  expect(await leftBehind(folder)).toEqual(['three']);
  const hint = join(await spoolOf(), 'position');
  // The number would be another one, within the segment.
  flip(hint, readFileSync(hint, 'utf8').indexOf('"offset":') + '"offset":'.length, 0x01);
  const left = await leftBehind(folder);
  expect(left.sort()).toEqual(['one', 'three', 'three', 'two']);
});

it('takes nothing of a living process and nothing that is no directory of a spool', async () => {
  const processId = randomUUID();
  const living = folder.open({ processId });
  await living.append(['mine'], PLAIN);
  mkdirSync(join(folder.root, 'something'));
  const other = folder.open();
  expect(await other.adoptOrphans({ isDead: (id) => id !== processId })).toEqual([]);
  expect(readdirSync(folder.root).sort()).toEqual([processId, 'something'].sort());
  expect(await living.adoptOrphans({ isDead: () => true })).toEqual([]);
});

it('logger-producer 8: of many adopters of one directory at once one gets it, and nothing is lost', async () => {
  for (let round = 0; round < 20; round += 1) {
    const records = [`${round}:one`, `${round}:two`];
    await leave(records);
    const isDead = (id: string) => ids.every((each) => each !== id);
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const adopters = ids.map((processId) => folder.open({ processId }));
    const adopted = (await Promise.all(adopters.map((adopter) => adopter.adoptOrphans({ isDead })))).flat();
    expect(adopted).toHaveLength(1);
    const batch = await adopted[0]!.read(EVERYTHING);
    expect(texts(batch)).toEqual(records);
    await adopted[0]!.release(batch.at(-1)!.position);
  }
});

it('logger-producer 27: what an adopter did not release is adopted from it in its turn', async () => {
  await leave(['one', 'two']);
  const first = folder.open();
  const [orphan] = await first.adoptOrphans({ isDead: () => true });
  await orphan!.release((await orphan!.read({ ...EVERYTHING, maxRecords: 1 }))[0]!.position);
  expect(await leftBehind(folder)).toEqual(['two']);
  expect(await orphan!.read(EVERYTHING)).toEqual([]);
  expect(first.adopted).toEqual([]);
});

it('logger-producer 8: a living writer whose directory is taken away answers only what can be found', async () => {
  const processId = randomUUID();
  const hooks: FileHooks = {};
  const writer = folder.open({ processId, segmentBytes: 200, files: hookedFiles(hooks) });
  const answered: string[] = [];
  const adopted: string[] = [];
  let writes = 0;
  hooks.write = async (go) => {
    writes += 1;
    if (writes % 5 !== 0) return await go();
    // Whoever adopts it reads it before this write, or with a part of it.
    if (writes % 2 === 0) await go(9);
    adopted.push(...(await leftBehind(folder)));
    return await go();
  };
  for (let index = 0; index < 60; index += 1) {
    await writer.append([`record ${index}`], PLAIN);
    answered.push(`record ${index}`);
  }
  const own = texts(await writer.read(EVERYTHING));
  expect(adopted.length).toBeGreaterThan(20);
  expect([...new Set([...adopted, ...own])].sort()).toEqual(answered.sort());
  await writer.close();
});

it('loses nothing of a living writer that is taken for dead at any moment, and keeps its order', async () => {
  const processId = randomUUID();
  const writer = folder.open({ processId, segmentBytes: 500 });
  const answered: string[] = [];
  let isWriting = true;
  let adoptions = 0;
  const writing = (async () => {
    // A slow disk gives the adopter fewer turns: then more is written.
    for (let index = 0; index < 600 || (adoptions <= 3 && index < 20_000); index += 1) {
      await writer.append([`record ${index}`], PLAIN);
      answered.push(`record ${index}`);
    }
  })().finally(() => {
    isWriting = false;
  });
  const adopted: string[] = [];
  let nextAt = 0;
  while (isWriting) {
    await new Promise(setImmediate);
    // One that is taken away more often than it can write is refused in the end.
    if (answered.length < nextAt) continue;
    nextAt = answered.length + 7;
    const adopter = folder.open({ onDamaged: () => undefined });
    for (const orphan of await adopter.adoptOrphans({ isDead: (id) => id === processId })) {
      const batch = await orphan.read(EVERYTHING);
      adopted.push(...texts(batch).filter((text) => !adopted.includes(text)));
      await orphan.release(batch.at(-1)!.position);
      adoptions += 1;
    }
  }
  await writing;
  const own = texts(await writer.read(EVERYTHING)).filter((text) => !adopted.includes(text));
  expect(adoptions).toBeGreaterThan(3);
  expect([...adopted, ...own]).toEqual(answered);
});

it('goes on behind a segment that somebody deleted', async () => {
  const processId = randomUUID();
  const spool = folder.open({ processId, segmentBytes: 20 });
  for (const record of ['one', 'two', 'three', 'four']) await spool.append([record], PLAIN);
  rmSync(join(folder.root, processId, '00000002.segment'));
  expect(texts(await spool.read(EVERYTHING))).toEqual(['one', 'three', 'four']);
});

it('goes on in a new directory when the old one was renamed between two writes, with places that stay ahead', async () => {
  const processId = randomUUID();
  const writer = folder.open({ processId });
  const before = await writer.append(['before'], PLAIN);
  renameSync(join(folder.root, processId), join(folder.root, `${randomUUID()}~${randomUUID()}`));
  expect(await writer.read(EVERYTHING)).toEqual([]);
  await writer.append(['after'], PLAIN);
  if ('refused' in before) throw new Error('The append was refused.');
  // The place is one of the old directory.
  await writer.release(before.upTo);
  expect(texts(await writer.read(EVERYTHING))).toEqual(['after']);
  expect(existsSync(join(folder.root, processId))).toBe(true);
  expect((await leftBehind(folder)).sort()).toEqual(['after', 'before']);
});
