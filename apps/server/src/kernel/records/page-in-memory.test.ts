// Proves that pages of memory have the order, the bounds and the totals of pages of the database.
import { listRowsMax } from '@keelson/contract';
import { expect, it } from 'vitest';
import { listInMemory, type MemoryOrder, pageInMemory } from './page-in-memory.ts';

interface Thing {
  readonly name: string;
  readonly size: number | null;
}

const order: MemoryOrder<Thing, 'name' | 'size'> = {
  keys: { name: ({ name }) => name, size: ({ size }) => size },
  tieBreak: ({ name }) => name,
};
const things: readonly Thing[] = [
  { name: 'c', size: 2 },
  { name: 'a', size: null },
  { name: 'd', size: 1 },
  { name: 'b', size: 2 },
];
const request = (direction: 'ASC' | 'DESC', changes: { pageNumber?: number; pageSize?: number } = {}) => ({
  pageNumber: 0,
  pageSize: 10,
  sort: { properties: ['size' as const], direction },
  ...changes,
});
const namesOf = (direction: 'ASC' | 'DESC'): string[] =>
  listInMemory(things, request(direction), order, ({ name }) => name);

it('records without a key come last in both directions, and ties follow the direction', () => {
  expect(namesOf('ASC')).toEqual(['d', 'b', 'c', 'a']);
  expect(namesOf('DESC')).toEqual(['c', 'b', 'd', 'a']);
});

it('a page holds its part of the order, the exact total, and models of its own rows alone', () => {
  const made: string[] = [];
  const page = pageInMemory(things, request('ASC', { pageNumber: 1, pageSize: 3 }), order, ({ name }) => {
    made.push(name);
    return { name };
  });
  expect(page).toEqual({
    data: [{ name: 'a' }],
    totalPages: 2,
    totalElements: 4,
    pageable: { pageNumber: 1, pageSize: 3, sort: { properties: ['size'], direction: 'ASC' } },
  });
  expect(made).toEqual(['a']);
});

it('a page past the end is empty and still tells the total', () => {
  const page = pageInMemory(things, request('ASC', { pageNumber: 9 }), order, ({ name }) => name);
  expect([page.data, page.totalElements]).toEqual([[], 4]);
});

it('a list of more records than an answer may have is refused, one of exactly as many is not', () => {
  const many = Array.from({ length: listRowsMax }, (_, size) => ({ name: `n${size}`, size }));
  expect(listInMemory(many, request('ASC'), order, ({ size }) => size)).toHaveLength(listRowsMax);
  expect(() => listInMemory([...many, things[0]!], request('ASC'), order, ({ size }) => size)).toThrow(
    expect.objectContaining({ code: 'RESULT_TOO_LARGE' }),
  );
});
