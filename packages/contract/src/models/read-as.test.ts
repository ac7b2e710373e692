// The further ways of reading a field lead to what is declared, and never to a choice between two.
import { expect, it } from 'vitest';
import { modules } from '../modules.ts';
import { pageable } from './paging.ts';
import { queryModel, type Reading, readAsKeyword, readingInWords } from './read-as.ts';
import { choice, list, optional, text } from './schema.ts';

const read = (reading: Reading, value: object) => {
  expect(readAsKeyword.validate(reading, value)).toBe(true);
  return value;
};

it('one is a list of one where a list is meant, and null stays what it is', () => {
  const reading = { to: { list: 'all' } } as const;
  expect(read(reading, { to: 'a@x' })).toEqual({ to: ['a@x'] });
  expect(read(reading, { to: { address: 'a@x' } })).toEqual({ to: [{ address: 'a@x' }] });
  expect(read(reading, { to: ['a', 'b'] })).toEqual({ to: ['a', 'b'] });
  expect(read(reading, { to: null })).toEqual({ to: null });
  expect(read(reading, {})).toEqual({});
});

it('a list of one is what it holds where one is meant; more than one is left to be refused', () => {
  const reading = { by: { list: 'one' } } as const;
  expect(read(reading, { by: [1] })).toEqual({ by: 1 });
  expect(read(reading, { by: [1, 2] })).toEqual({ by: [1, 2] });
  expect(read(reading, { by: [] })).toEqual({ by: [] });
});

it.each([
  ['a@x', { address: 'a@x' }],
  ['  Ada <a@x> ', { address: 'a@x', name: 'Ada' }],
  ['"Lovelace, Ada \\"A\\"" <a@x>', { address: 'a@x', name: 'Lovelace, Ada "A"' }],
  ['<a@x>', { address: 'a@x' }],
  ['', { address: '' }],
  ['Ada <a@x', { address: 'Ada <a@x' }],
])('a mailbox may be written as the text %j', (value, mailbox) => {
  const reading = { people: { list: 'all', mailbox: true } } as const;
  expect(read(reading, { people: [value, { address: 'b' }, 7] })).toEqual({ people: [mailbox, { address: 'b' }, 7] });
  expect(read({ by: { mailbox: true } }, { by: value })).toEqual({ by: mailbox });
});

it('a long text without an end is read in no time', () => {
  const value = ` ${'<'.repeat(500_000)}${' '.repeat(500_000)}`;
  expect(read({ by: { mailbox: true } }, { by: value })).toEqual({ by: { address: value.trim() } });
});

it('a filter is read under its singular and its list name, and under one of them alone', () => {
  const filters = queryModel(
    {
      pageable: pageable(['name'], { properties: ['name'], direction: 'ASC' }),
      states: optional(list(choice(['A', 'B'], 'State.'), 'States.')),
      statusList: optional(list(text('Status.'), 'Status.')),
      codes: optional(list(text('Code.'), 'Codes.')),
      code: optional(text('Code.')),
    },
    'Filters',
  );
  const reading = (filters as unknown as { readonly 'x-read-as': Reading })['x-read-as'];
  expect(Object.keys(reading)).toEqual(['states', 'statusList', 'codes']);
  expect(read(reading, { state: 'A' })).toEqual({ states: ['A'] });
  expect(read(reading, { stateList: ['A', 'B'], status: 'x' })).toEqual({ states: ['A', 'B'], statusList: ['x'] });
  expect(read(reading, { code: 'x', codeList: 'y' })).toEqual({ code: 'x', codes: ['y'] });
  expect(read(reading, { state: 'A', states: ['B'] })).toEqual({ state: 'A', states: ['B'] });
  expect(read(reading, { state: 'A', stateList: ['B'] })).toEqual({ state: 'A', stateList: ['B'] });
  expect(readingInWords(reading.states!)).toBe('Also read as state or stateList. One alone needs no list.');
});

/** Are queries of data, whose lists are their parts. */
const NO_FILTERS = ['SvcRToolReportQueryModel', 'SvcRToolReportOptionQueryModel', 'SvcRToolReportFilterModel'];

function modelsIn(node: unknown, found: Map<string, Record<string, unknown>>): void {
  if (typeof node !== 'object' || node === null) return;
  const { title } = node as { readonly title?: unknown };
  if (typeof title === 'string') found.set(title, node as Record<string, unknown>);
  for (const inner of Object.values(node)) modelsIn(inner, found);
}

it('every list among the filters of every module is read so', () => {
  const found = new Map<string, Record<string, unknown>>();
  for (const { operations } of modules) {
    for (const operation of Object.values(operations)) if ('body' in operation) modelsIn(operation.body, found);
  }
  const filters = [...found].filter(([title]) => /(Query|Filter)(Model)?$/.test(title) && !NO_FILTERS.includes(title));
  expect(filters.length).toBeGreaterThan(40);
  for (const [title, model] of filters) {
    const lists = Object.entries(model.properties as Record<string, { readonly type?: unknown }>)
      .filter(([name, { type }]) => [type].flat().includes('array') && !['or', 'withVariables'].includes(name))
      .map(([name]) => name);
    expect(Object.keys((model['x-read-as'] as Reading | undefined) ?? {}), title).toEqual(lists);
  }
});
