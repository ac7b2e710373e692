// Proves what is sent and told in which order.
import { expect, it, vi } from 'vitest';
import { createPump } from './pump.ts';

/** Pumps by a database that answers when it is told to. */
function openSlow() {
  const seen: string[] = [];
  const waiting: string[] = [];
  const pending: (() => void)[] = [];
  let told: (() => void) | null = null;
  const run = async () => {
    const batch = waiting.splice(0);
    seen.push(`sent ${batch.join(' ')}`);
    await new Promise<void>((resolve) => pending.push(resolve));
    const tell = (): void => {
      seen.push(`told ${batch.join(' ')}`);
      told?.();
      told = null;
    };
    return { size: batch.length, tell };
  };
  const end = Promise.withResolvers<void>();
  const pump = createPump(() => waiting.length, run, end.resolve);
  return {
    seen,
    waiting,
    wake: pump.wake,
    end: end.promise,
    sent: (batch: string) => vi.waitFor(() => expect(seen.at(-1)).toBe(`sent ${batch}`), { interval: 1 }),
    onTold: (action: () => void) => {
      told = action;
    },
    finish: () => pending.shift()!(),
  };
}

it('sends what waits before it tells as many, so that the database works meanwhile', async () => {
  const { seen, waiting, wake, end, sent, finish } = openSlow();
  waiting.push('a');
  wake();
  await sent('a');
  waiting.push('b');
  finish();
  await vi.waitFor(() => expect(seen).toHaveLength(3));
  expect(seen).toEqual(['sent a', 'sent b', 'told a']);
  finish();
  await end;
  expect(seen.at(-1)).toBe('told b');
});

it('tells more than wait before it sends, and takes what they do next along', async () => {
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
