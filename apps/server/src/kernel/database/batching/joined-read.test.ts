// Proves that parallel reads share statements, get their own rows and fail together but not for ever.
import { describe, expect, it } from 'vitest';
import { createJoinedRead } from './joined-read.ts';

interface Row {
  readonly key: string;
  readonly value: number;
}

/** A source in the test's hand: each statement waits until it is answered. */
function createSource() {
  const calls: { keys: string[]; answer: (rows: Row[]) => void; break: (error: Error) => void }[] = [];
  const read = (keys: string[]): Promise<Row[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    calls.push({ keys, answer: resolve, break: reject });
    return promise;
  };
  return { calls, read };
}

/** Waits until a statement has begun: for the turn in which its callers came and one that brought nobody. */
async function begun(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

const keyOf = (row: Row): string => row.key;

describe('joined read', () => {
  it('reads what is asked in one turn with one statement, each key once, and gives each caller its rows', async () => {
    const { calls, read } = createSource();
    const find = createJoinedRead({ read, keyOf });
    const answers = Promise.all([find('a'), find('b'), find('a'), find('none')]);
    await begun();
    expect(calls.map((call) => call.keys)).toEqual([['a', 'b', 'none']]);
    const rows = [
      { key: 'b', value: 1 },
      { key: 'a', value: 2 },
      { key: 'b', value: 3 },
    ];
    calls[0]!.answer(rows);
    expect(await answers).toEqual([[rows[1]], [rows[0], rows[2]], [rows[1]], []]);
  });

  it('does not answer a caller from a statement that began before his call', async () => {
    const { calls, read } = createSource();
    const find = createJoinedRead({ read, keyOf });
    const early = find('a');
    await begun();
    const late = find('a');
    calls[0]!.answer([{ key: 'a', value: 1 }]);
    expect(await early).toEqual([{ key: 'a', value: 1 }]);
    await begun();
    calls[1]!.answer([{ key: 'a', value: 2 }]);
    expect(await late).toEqual([{ key: 'a', value: 2 }]);
  });

  it('keeps to the maximum of keys and has one statement in flight', async () => {
    const { calls, read } = createSource();
    const find = createJoinedRead({ read, keyOf, maximum: 2 });
    const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(find));
    for (const keys of [['a', 'b'], ['c', 'd'], ['e']]) {
      await begun();
      expect(calls.at(-1)!.keys).toEqual(keys);
      calls.at(-1)!.answer([]);
    }
    expect(await answers).toEqual([[], [], [], [], []]);
    expect(calls).toHaveLength(3);
  });

  it('fails the callers of a failed statement only', async () => {
    const { calls, read } = createSource();
    const find = createJoinedRead({ read, keyOf });
    const failing = Promise.allSettled([find('a'), find('b')]);
    await begun();
    const next = find('a');
    calls[0]!.break(new Error('gone'));
    expect((await failing).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    await begun();
    calls[1]!.answer([{ key: 'a', value: 1 }]);
    expect(await next).toEqual([{ key: 'a', value: 1 }]);
  });
});
