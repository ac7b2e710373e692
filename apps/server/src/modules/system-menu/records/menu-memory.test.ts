// Proves whose view a revision changes, and that a database that was restored replaces what was in memory.
import { expect, it } from 'vitest';
import type { LoadedRows } from './menu-data.store.ts';
import { type ConcernedTenants, createMenuMemory } from './menu-memory.ts';

const loaded = (revision: number, changed: readonly (readonly [string | null, number])[]): LoadedRows => {
  return { revision, rows: {}, changed: new Map(changed) };
};

function start() {
  const forgotten: ConcernedTenants[] = [];
  const told: (readonly [ConcernedTenants, boolean])[] = [];
  const memory = createMenuMemory((concerned) => forgotten.push(concerned));
  memory.onChange((...change) => told.push(change));
  const take = (rows: LoadedRows, whole = false): void => {
    const changes = memory.changesOf(rows, whole);
    changes.apply();
    changes.announce?.();
  };
  return { memory, forgotten, told, take };
}

it('a change of a tenant is one of its view alone, a shared one of all', () => {
  const { memory, forgotten, told, take } = start();
  take(loaded(5, [[null, 3]]), true);
  take(loaded(6, [['north', 6]]));
  const revisions = () => ['north', 'south', null].map(memory.viewRevisionOf);
  expect(revisions()).toEqual([6, 3, 3]);
  take(loaded(7, [[null, 7]]));
  expect(revisions()).toEqual([7, 7, 7]);
  const north = new Set(['north']);
  expect(forgotten).toEqual([null, north, null]);
  expect(told).toEqual([
    [null, true],
    [north, false],
    [null, false],
  ]);
});

it('a revision that holds nothing new is no news', () => {
  const { memory, forgotten, told, take } = start();
  take(loaded(5, [[null, 5]]), true);
  take(loaded(5, []));
  take(loaded(6, []));
  expect([memory.viewRevisionOf('north'), memory.data().revision, told.length]).toEqual([5, 6, 1]);
  expect(forgotten.at(-1)).toEqual(new Set());
});

it('what is read anew takes the place of everything, also of later revisions', () => {
  const { memory, told, take } = start();
  take(
    loaded(9, [
      [null, 2],
      ['north', 9],
    ]),
    true,
  );
  take(loaded(4, [[null, 2]]), true);
  expect([memory.viewRevisionOf('north'), memory.data().revision]).toEqual([2, 4]);
  expect(told.at(-1)).toEqual([null, true]);
});
