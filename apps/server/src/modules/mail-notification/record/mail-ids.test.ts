// Proves that no id is given twice, however many take some while a block is on its way.
import { expect, it } from 'vitest';
import type { Queryable } from '../../../kernel/database/database.ts';
import { createMailIds } from './mail-ids.ts';

/** Answers blocks from a sequence, each when the test says so. */
function createSequence() {
  let last = 0;
  const answers: (() => void)[] = [];
  const rows = (_statement: unknown, [count]: readonly unknown[] = []) => {
    const block = Array.from({ length: Number(count) }, () => ({ id: ++last }));
    const { promise, resolve } = Promise.withResolvers<typeof block>();
    answers.push(() => resolve(block));
    return promise;
  };
  return { queryable: { rows } as unknown as Queryable, answers };
}

it('ids of mails are given once each, also where some are taken while blocks are on their way', async () => {
  const { queryable, answers } = createSequence();
  const take = createMailIds();
  const first = take(queryable, 30);
  answers.shift()?.();
  const taken = [...(await first)];
  // 70 are left: more than that needs another block, and fewer are given meanwhile.
  const large = [take(queryable, 80), take(queryable, 90)];
  const small = take(queryable, 60);
  for (const answer of answers.splice(0).reverse()) answer();
  for (const ids of await Promise.all([small, ...large])) taken.push(...ids);
  expect(taken).toHaveLength(30 + 80 + 90 + 60);
  expect(new Set(taken).size).toBe(taken.length);
});
