// Proves that finished trees are made once, bounded in bytes, and never kept when making them failed.
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createMetrics } from '../../../kernel/process/metrics.ts';
import { createFinishedTrees } from './finished-trees.ts';

function start(mebibytes = 1) {
  const metrics = createMetrics();
  let size = mebibytes;
  let made = 0;
  const trees = createFinishedTrees({ metrics, sizeMebibytes: () => size });
  return {
    trees,
    made: () => made,
    resize(to: number) {
      size = to;
    },
    get: (etag: string, text = etag, encoding: 'gzip' | null = null) =>
      trees.get(etag, encoding, async () => {
        made += 1;
        return text;
      }),
    async bytes() {
      const text = await metrics.text();
      return Number(/^keelson_menu_tree_bytes (\d+)$/m.exec(text)?.[1]);
    },
    stop: () => metrics.stop(),
  };
}

it('a tree is made once, whether asked for in turn or at once, and compressed once', async () => {
  const { get, made, stop } = start();
  const [first, second] = await Promise.all([get('a', 'ağaç', 'gzip'), get('a', 'ağaç', 'gzip')]);
  expect(first).toBe(second);
  expect(await get('a', 'ağaç', 'gzip')).toBe(first);
  expect([gunzipSync(first!).toString(), made()]).toEqual(['ağaç', 1]);
  stop();
});

it('what could not be made is made again by the next one who asks', async () => {
  const { trees, get, stop } = start();
  const failing = trees.get('a', null, async () => Promise.reject(new Error('no such application')));
  await expect(failing).rejects.toThrow('no such application');
  expect(Buffer.from(await get('a')).toString()).toBe('a');
  stop();
});

it('the least used trees go beyond the bytes; one that is larger than all is answered and not kept', async () => {
  const { get, made, bytes, stop } = start();
  const half = 'x'.repeat(500_000);
  for (const etag of ['a', 'b', 'a', 'c']) await get(etag, half);
  expect([made(), await bytes()]).toEqual([3, 1_000_000]);
  await get('a', half);
  expect(made()).toBe(3);
  await get('b', half);
  expect(made()).toBe(4);
  expect(await get('huge', 'x'.repeat(2_000_000))).toHaveLength(2_000_000);
  expect(await bytes()).toBeLessThanOrEqual(1_048_576);
  stop();
});

it('another size, or a database that was read anew, begins with nothing', async () => {
  const { trees, get, made, resize, bytes, stop } = start();
  await get('a');
  resize(2);
  await get('a');
  expect(made()).toBe(2);
  trees.clear();
  expect(await bytes()).toBe(0);
  await get('a');
  expect(made()).toBe(3);
  stop();
});
