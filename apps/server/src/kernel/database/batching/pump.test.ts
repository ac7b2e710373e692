// Proves what is sent and answered in which order.
import { expect, it, vi } from 'vitest';
import { createPump } from './pump.ts';

/** Pumps by a database that answers when the test says so. */
function openSlow(halvesFrom = Number.POSITIVE_INFINITY) {
  const seen: string[] = [];
  const waiting: string[] = [];
  const pending: (() => void)[] = [];
  let answered: (() => void) | null = null;
  const run = async (most: number) => {
    const batch = waiting.splice(0, most);
    seen.push(`sent ${batch.join(' ')}`);
    await new Promise<void>((resolve) => pending.push(resolve));
    const answer = (): void => {
      seen.push(`told ${batch.join(' ')}`);
      answered?.();
      answered = null;
    };
    return { size: batch.length, answer };
  };
  const end = Promise.withResolvers<void>();
  const pump = createPump({ waiting: () => waiting.length, run, rest: end.resolve, halvesFrom });
  return {
    seen,
    waiting,
    wake: pump.wake,
    end: end.promise,
    sent: (batch: string) =>
      vi.waitFor(() => expect(seen.at(-1)).toBe(`sent ${batch}`), { timeout: 10_000, interval: 1 }),
    onTold: (action: () => void) => {
      answered = action;
    },
    finish: () => pending.shift()!(),
  };
}

it('sends what waits before it answers as many, so that the database works meanwhile', async () => {
  const { seen, waiting, wake, end, sent, finish } = openSlow();
  waiting.push('a');
  wake();
  await sent('a');
  waiting.push('b');
  finish();
  await vi.waitFor(() => expect(seen).toHaveLength(3), { timeout: 10_000 });
  expect(seen).toEqual(['sent a', 'sent b', 'told a']);
  finish();
  await end;
  expect(seen.at(-1)).toBe('told b');
});

it('answers more than wait before it sends, and takes what they do next along', async () => {
  const { seen, waiting, wake, end, sent, onTold, finish } = openSlow();
  waiting.push('a', 'b');
  wake();
  await sent('a b');
  waiting.push('c');
  onTold(() => waiting.push('d'));
  finish();
  await sent('c d');
  finish();
  await end;
  expect(seen).toEqual(['sent a b', 'told a b', 'sent c d', 'told c d']);
});

it('halves many that come together again, so that each half goes on while the other is written', async () => {
  const { seen, waiting, wake, sent, onTold, finish } = openSlow(4);
  const told = (batch: string) =>
    vi.waitFor(() => expect(seen.at(-1)).toBe(`told ${batch}`), { timeout: 10_000, interval: 1 });
  waiting.push('a', 'b', 'c', 'd', 'e');
  wake();
  await sent('a b c d e');
  finish();
  await told('a b c d e');
  waiting.push('f', 'g', 'h', 'i', 'j');
  wake();
  await sent('f g');
  onTold(() => waiting.push('k', 'l', 'm'));
  finish();
  await told('f g');
  finish();
  await told('h i j');
  expect(seen.slice(2)).toEqual(['sent f g', 'sent h i j', 'told f g', 'sent k l m', 'told h i j']);
});

it('keeps few together', async () => {
  const { seen, waiting, wake, sent, finish } = openSlow(4);
  for (const batch of [
    ['a', 'b', 'c', 'd'],
    ['e', 'f', 'g'],
    ['h', 'i', 'j', 'k'],
  ]) {
    waiting.push(...batch);
    wake();
    await sent(batch.join(' '));
    finish();
    await vi.waitFor(() => expect(seen.at(-1)).toBe(`told ${batch.join(' ')}`), { timeout: 10_000, interval: 1 });
  }
});

it('does not halve those who came while a larger batch was under way', async () => {
  const { seen, waiting, wake, end, sent, finish } = openSlow(4);
  waiting.push('a', 'b', 'c', 'd', 'e');
  wake();
  await sent('a b c d e');
  waiting.push('f', 'g', 'h', 'i');
  finish();
  await sent('f g h i');
  finish();
  await end;
  expect(seen.slice(1, 3)).toEqual(['told a b c d e', 'sent f g h i']);
});
