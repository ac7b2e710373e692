// Proves that the spool gives back in order what it has taken, keeps to its limits and survives a full disk.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AppendAnswer, SpoolFiles } from './spool.types.ts';
import {
  EVERYTHING,
  type FileHooks,
  hookedFiles,
  leftBehind,
  PLAIN,
  systemError,
  texts,
  useSpoolFolder,
} from './spool-folder.ts';

const folder = useSpoolFolder();
const PROTECTED = { isProtected: true };

/** Fits several times into the small spools of these tests: 100 bytes with its frame. */
function recordOf(name: string | number): string {
  return String(name).padEnd(92, '.');
}

function positionOf(answer: AppendAnswer) {
  if ('refused' in answer) throw new Error(`The append was refused: ${answer.refused}.`);
  return answer.upTo;
}

it('gives back text and bytes of many segments in the order of their appends', async () => {
  const spool = folder.open({ segmentBytes: 1_000 });
  const expected: string[] = [];
  for (let round = 0; round < 50; round += 1) {
    const group = Array.from({ length: 3 }, (_, index) => `${round}:${index}:${'ğ'.repeat(round)}`);
    await spool.append([group[0]!, Buffer.from(group[1]!), group[2]!], PLAIN);
    expected.push(...group);
  }
  expect(texts(await spool.read(EVERYTHING))).toEqual(expected);
  expect(spool.records).toBe(150);
  const [directory] = readdirSync(folder.root);
  expect(readdirSync(join(folder.root, directory!)).length).toBeGreaterThan(5);
});

it('makes directories of mode 0700 and files of mode 0600, named after the process', async () => {
  const processId = randomUUID();
  await folder.open({ processId }).append(['one'], PLAIN);
  const path = join(folder.root, processId);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(readdirSync(path).map((name) => statSync(join(path, name)).mode & 0o777)).toEqual([0o600]);
});

it('writes the appends of one tick in one call', async () => {
  const sizes: number[] = [];
  const files = hookedFiles({
    write: (go, bytes) => {
      sizes.push(bytes);
      return go();
    },
  });
  const spool = folder.open({ files });
  await Promise.all(['a', 'b', 'c'].map((name) => spool.append([recordOf(name)], PLAIN)));
  expect(sizes).toEqual([300]);
});

it('forgets no append, whichever step before or after an answer it comes in', async () => {
  for (let steps = 0; steps < 30; steps += 1) {
    let second: Promise<AppendAnswer> | undefined;
    let isMade = false;
    const stat = async (path: string, options: { bigint: true }) => {
      const status = await fileSystem.stat(path, options);
      // The first call is about the new directory, the second one comes just before the answer.
      if (isMade) void appendAfter(steps);
      isMade = true;
      return status;
    };
    const appendAfter = async (count: number) => {
      for (let step = 0; step < count; step += 1) await null;
      second ??= spool.append(['second'], PLAIN);
    };
    const spool = folder.open({ files: { ...hookedFiles({}), stat: stat as SpoolFiles['stat'] } });
    await spool.append(['first'], PLAIN);
    await new Promise(setImmediate);
    expect(await second).toHaveProperty('upTo');
  }
});

it('reads no more than the limits allow, and one record in any case', async () => {
  const spool = folder.open({ segmentBytes: 300 });
  for (let index = 0; index < 9; index += 1) await spool.append([recordOf(index)], PLAIN);
  const first = await spool.read({ maxRecords: 4, maxBytes: 1_000_000 });
  expect(first).toHaveLength(4);
  expect(await spool.read({ maxRecords: 100, maxBytes: 92 * 5 + 91 })).toHaveLength(5);
  expect(await spool.read({ maxRecords: 100, maxBytes: 1 })).toHaveLength(1);
  const next = await spool.read({ ...EVERYTHING, after: first.at(-1)!.position });
  expect(texts(next)).toEqual([4, 5, 6, 7, 8].map(recordOf));
});

it('gives released records no more and deletes the segments that hold no others', async () => {
  const processId = randomUUID();
  const spool = folder.open({ processId, segmentBytes: 300 });
  const answers: AppendAnswer[] = [];
  for (let index = 0; index < 9; index += 1) answers.push(await spool.append([recordOf(index)], PLAIN));
  await spool.release(positionOf(answers[4]!));
  expect(texts(await spool.read(EVERYTHING))).toEqual([5, 6, 7, 8].map(recordOf));
  expect(spool.records).toBe(4);
  expect(spool.bytes).toBe(600);
  expect(readdirSync(join(folder.root, processId)).filter((name) => name.endsWith('.segment'))).toHaveLength(2);
  await spool.release(positionOf(answers[8]!));
  expect(spool.records).toBe(0);
  expect(spool.oldestAt).toBeNull();
  await spool.append([recordOf('last')], PLAIN);
  expect(texts(await spool.read(EVERYTHING))).toEqual([recordOf('last')]);
});

it('says how old the oldest record is that waits', async () => {
  const spool = folder.open();
  const first = await spool.append(['a'], PLAIN);
  folder.now += 5_000;
  const second = await spool.append(['b'], PLAIN);
  expect(spool.oldestAt).toBe(1_000_000);
  await spool.release(positionOf(first));
  await spool.release(positionOf(second));
  folder.now += 5_000;
  await spool.append(['c'], PLAIN);
  expect(spool.oldestAt).toBe(1_010_000);
});

it('logger-producer 3: with an interval of 0 the file and its name are synced before the answer', async () => {
  const happened: string[] = [];
  const hooks: FileHooks = {
    write: async (go) => {
      const written = await go();
      happened.push('write');
      return written;
    },
    datasync: async (go) => {
      await go();
      happened.push('sync');
    },
    sync: async (go) => {
      await go();
      happened.push('name');
    },
  };
  const spool = folder.open({ files: hookedFiles(hooks), fsyncIntervalMs: () => 0 });
  for (let index = 0; index < 3; index += 1) {
    await spool.append([recordOf(index)], PLAIN);
    happened.push('answer');
  }
  const later = ['write', 'sync', 'answer'];
  // The first two are the directory of the process and the one above it.
  expect(happened).toEqual(['name', 'name', 'write', 'sync', 'name', 'answer', ...later, ...later]);
});

it('syncs once in an interval, and a failure goes to a new segment and to whoever listens', async () => {
  const timers: (() => void)[] = [];
  let syncs = 0;
  let isBroken = false;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const files = hookedFiles({
    datasync: async (go) => {
      syncs += 1;
      if (isBroken) throw systemError('EIO');
      await go();
    },
  });
  const processId = randomUUID();
  const after = (_: number, work: () => void) => void timers.push(work);
  const spool = folder.open({ processId, files, after, onSyncFailed: resolve });
  await spool.append(['a'], PLAIN);
  await spool.append(['b'], PLAIN);
  expect(syncs).toBe(0);
  expect(timers).toHaveLength(1);
  isBroken = true;
  timers.shift()!();
  expect(await promise).toMatchObject({ code: 'EIO' });
  expect(syncs).toBe(1);
  await spool.append(['c'], PLAIN);
  expect(readdirSync(join(folder.root, processId))).toHaveLength(2);
  expect(texts(await spool.read(EVERYTHING))).toEqual(['a', 'b', 'c']);
});

it('logger-producer 7: a full spool refuses, still takes protected records in its reserve, and loses none', async () => {
  const spool = folder.open({ segmentBytes: 300, maxBytes: 1_000 });
  const answers: AppendAnswer[] = [];
  // All at once: what waits counts as well.
  answers.push(
    ...(await Promise.all(Array.from({ length: 12 }, (_, index) => spool.append([recordOf(index)], PLAIN)))),
  );
  expect(answers.slice(9)).toEqual(Array(3).fill({ refused: 'full' }));
  expect(answers.slice(0, 9).every((answer) => 'upTo' in answer)).toBe(true);
  expect(await spool.append([recordOf('audit')], PROTECTED)).toHaveProperty('upTo');
  expect(await spool.append([recordOf('audit too')], PROTECTED)).toEqual({ refused: 'full' });
  expect(texts(await spool.read(EVERYTHING))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 'audit'].map(recordOf));
  await spool.release((await spool.read({ ...EVERYTHING, maxRecords: 6 })).at(-1)!.position);
  expect(await spool.append([recordOf('later')], PLAIN)).toHaveProperty('upTo');
});

it('takes records again when all that fills its only segment is released', async () => {
  const spool = folder.open({ segmentBytes: 10_000, maxBytes: 1_000 });
  for (let round = 0; round < 5; round += 1) {
    const answer = await spool.append(Array.from({ length: 9 }, recordOf), PLAIN);
    expect(await spool.append([recordOf('more')], PLAIN)).toEqual({ refused: 'full' });
    expect(spool.bytes).toBe(900);
    await spool.release(positionOf(answer));
  }
});

it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])(
  'logger-producer 7: a write cut off by %s is refused, loses nothing and is cured without a restart',
  async (code) => {
    const hooks: FileHooks = {};
    const processId = randomUUID();
    const spool = folder.open({ processId, files: hookedFiles(hooks) });
    await spool.append(['before'], PLAIN);
    let isFirst = true;
    hooks.write = async (go) => {
      if (!isFirst) throw systemError(code);
      isFirst = false;
      return await go(57);
    };
    expect(await spool.append([recordOf('half'), recordOf('none')], PLAIN)).toEqual({ refused: 'disk' });
    expect(await spool.append(['still none'], PLAIN)).toEqual({ refused: 'disk' });
    expect(statSync(join(folder.root, processId, '00000001.segment')).size).toBe(8 + 'before'.length);
    delete hooks.write;
    expect(await spool.append(['after'], PLAIN)).toHaveProperty('upTo');
    expect(texts(await spool.read(EVERYTHING))).toEqual(['before', 'after']);
    expect(await leftBehind(folder)).toEqual(['before', 'after']);
    expect(folder.damaged).toEqual([]);
  },
);

it('takes the rest of a write that the disk took in parts', async () => {
  const files = hookedFiles({ write: (go, bytes) => go(Math.min(bytes, 33)) });
  const spool = folder.open({ files });
  expect(await spool.append([recordOf(1), recordOf(2)], PLAIN)).toHaveProperty('upTo');
  expect(await leftBehind(folder)).toEqual([1, 2].map(recordOf));
});

it('writes to a new segment when the half-written end cannot be cut off', async () => {
  const hooks: FileHooks = {};
  const spool = folder.open({ files: hookedFiles(hooks) });
  await spool.append(['before'], PLAIN);
  hooks.write = async (go) => {
    await go(30);
    throw systemError('ENOSPC');
  };
  hooks.truncate = () => Promise.reject(systemError('EIO'));
  expect(await spool.append([recordOf('half')], PLAIN)).toEqual({ refused: 'disk' });
  delete hooks.write;
  await spool.append(['after'], PLAIN);
  expect(texts(await spool.read(EVERYTHING))).toEqual(['before', 'after']);
  expect(await leftBehind(folder)).toEqual(['before', 'after']);
});

it('answers an unexpected failure as one, and takes nothing of what failed', async () => {
  const hooks: FileHooks = { datasync: () => Promise.reject(systemError('EIO')) };
  const spool = folder.open({ files: hookedFiles(hooks), fsyncIntervalMs: () => 0 });
  await expect(spool.append(['unsynced'], PLAIN)).rejects.toThrow('EIO');
  expect(await spool.read(EVERYTHING)).toEqual([]);
  delete hooks.datasync;
  await spool.append(['synced'], PLAIN);
  expect(await leftBehind(folder)).toEqual(['synced']);
});

it('refuses an empty record and one above the limit', async () => {
  const spool = folder.open();
  await expect(spool.append([''], PLAIN)).rejects.toThrow(RangeError);
  await expect(spool.append([Buffer.alloc(1024 * 1024 + 1)], PLAIN)).rejects.toThrow(RangeError);
  await expect(spool.append([], PLAIN)).rejects.toThrow(RangeError);
  expect(await spool.append([Buffer.alloc(1024 * 1024)], PLAIN)).toHaveProperty('upTo');
});

it('logger-producer 25: closing writes and syncs what was appended, and the next start finds it', async () => {
  let syncs = 0;
  const files = hookedFiles({
    datasync: async (go) => {
      await go();
      syncs += 1;
    },
  });
  const spool = folder.open({ files });
  const answers = Promise.all([1, 2, 3].map((name) => spool.append([recordOf(name)], PLAIN)));
  await spool.close();
  expect(syncs).toBe(1);
  expect((await answers).every((answer) => 'upTo' in answer)).toBe(true);
  await expect(spool.append(['late'], PLAIN)).rejects.toThrow('closed');
  expect(await leftBehind(folder)).toEqual([1, 2, 3].map(recordOf));
});

it('leaves no directory when everything was released', async () => {
  const processId = randomUUID();
  const spool = folder.open({ processId });
  await spool.release(positionOf(await spool.append(['one'], PLAIN)));
  await spool.close();
  expect(existsSync(join(folder.root, processId))).toBe(false);
});
