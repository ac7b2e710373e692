// Proves what plain fields of bodies come to, what answers and events show of a record, and what is told of its fields.
import { closed, integer, list, optional, text } from '@keelson/contract';
import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../request/errors.ts';
import { type Book, books } from './record.fixture.ts';

const book = {
  id: 1,
  uuid: '0197f3b0-0000-7000-8000-000000000001',
  version: 3,
  tenantIdentifier: 'north',
  createdBy: 'ada',
  updatedBy: 'ada',
  dateCreated: new Date('2026-01-01T00:00:00Z'),
  dateUpdated: new Date('2026-01-02T00:00:00Z'),
  deletedDate: null,
  deleted: false,
  code: 'A',
  title: 'Title',
  subtitle: 'Sub',
  shelf: 4,
  kind: 'SOUND',
  tags: ['x'],
  grants: [],
  cover: { colour: 'red' },
  pages: 10,
  price: null,
  published: new Date('2026-01-03T00:00:00Z'),
  bought: '2026-01-04',
  seriesUuid: null,
  lent: true,
  pass: 'sealed-1',
  loans: 2,
} satisfies Book;

function problemsOf(work: () => unknown): readonly unknown[] {
  try {
    work();
  } catch (error) {
    return ((error as ServiceError).options.errorArguments as { field: string; code: string }[]).map(
      ({ field, code }) => `${field} ${code}`,
    );
  }
  return [];
}

describe('the body of a new record', () => {
  it('has the standards for what is left out or null, and dates as moments', () => {
    const fields = books.fieldsOf({ code: 'A', shelf: null, published: '2026-01-03T01:00:00+01:00' });
    expect(fields).toEqual({
      code: 'A',
      title: 'A',
      subtitle: null,
      shelf: 0,
      kind: 'PAPER',
      tags: [],
      grants: [],
      cover: null,
      pages: null,
      price: null,
      published: new Date('2026-01-03T00:00:00Z'),
      bought: null,
      seriesUuid: null,
    });
  });

  it('is refused without a field that has no standard, and brings nothing of the server', () => {
    expect(problemsOf(() => books.fieldsOf({} as never))).toEqual(['code REQUIRED', 'title REQUIRED']);
    expect(books.fieldsOf({ code: 'A', lent: true, pass: 'x', loans: 9 } as never)).not.toHaveProperty('lent');
  });
});

describe('the body of a change', () => {
  it('leaves what is missing, clears what is null, and gives back the standard where nothing can be cleared', () => {
    expect(books.changesOf({}, book)).toEqual({});
    expect(books.changesOf({ title: undefined }, book)).toEqual({});
    const cleared = books.changesOf({ title: null, subtitle: null, shelf: null, tags: null, published: null }, book);
    expect(cleared).toEqual({ title: 'A', subtitle: null, shelf: 0, tags: [], published: null });
  });

  it('may hold the record as it was answered, and is refused with all that it may not alter', () => {
    expect(books.changesOf(books.toModel(book), book)).not.toHaveProperty('code');
    const body = { ...books.toModel(book), code: 'B', tenantIdentifier: 'south' };
    expect(problemsOf(() => books.changesOf(body, book))).toEqual([
      'code FIELD_READ_ONLY',
      'tenantIdentifier FIELD_READ_ONLY',
    ]);
  });
});

describe('an answer', () => {
  it('shows dates as text and nothing that is hidden or secret', () => {
    const model = books.toModel(book);
    expect(model).toMatchObject({ published: '2026-01-03T00:00:00.000Z', deletedDate: null, lent: true, loans: 2 });
    expect(Object.keys(model)).not.toEqual(expect.arrayContaining(['cover']));
    expect(JSON.stringify(model)).not.toMatch(/sealed|red/);
  });
});

describe('the detail of an event', () => {
  it('tells what differs, a secret as changed and never as it is', () => {
    const after = { ...book, version: 4, title: 'New', pass: 'sealed-2', loans: 3, lent: true };
    expect(books.detail(book, after)).toEqual({
      uuid: book.uuid,
      version: 4,
      old: { title: 'Title', pass: '***', loans: 2 },
      new: { title: 'New', pass: '***', loans: 3 },
    });
    expect(books.detail(book, { ...book, pass: null })).toMatchObject({ old: { pass: '***' }, new: { pass: null } });
  });

  it('tells all of a new and of a removed record', () => {
    expect(books.detail(null, book)).toMatchObject({ old: null, new: { code: 'A', cover: { colour: 'red' } } });
    expect(books.detail(null, book)).not.toHaveProperty('new.price');
    expect(books.detail(book, null)).toMatchObject({
      version: 3,
      old: { code: 'A', published: '2026-01-03T00:00:00.000Z' },
    });
  });
});

describe('the description of a record', () => {
  const bounds = closed({
    title: optional(text('Title.', { maxLength: 200 })),
    shelf: optional(integer('Shelf.', { maximum: 99 })),
    tags: optional(list(text('Tag.'), 'Tags.', { maxItems: 20 })),
  });
  const fields = new Map(books.describe(bounds).map((field) => [field.name, field]));

  it('has label, kind, bound, order and filters of each field that answers show', () => {
    expect(fields.get('title')).toEqual({
      name: 'title',
      label: 'role.title',
      kind: 'TEXT',
      choices: null,
      nullable: false,
      writable: 'ALWAYS',
      sortable: true,
      filters: ['searchText'],
      bound: 200,
    });
    expect(fields.get('kind')).toMatchObject({
      kind: 'CHOICE',
      choices: ['PAPER', 'SOUND'],
      bound: null,
      filters: ['kind'],
    });
    expect(fields.get('published')).toMatchObject({ nullable: true, filters: ['publishedFrom', 'publishedTo'] });
    expect([...fields.values()].filter(({ writable }) => writable !== 'ALWAYS').map(({ name }) => name)).toEqual([
      'code',
      'lent',
      'loans',
    ]);
    expect([fields.get('shelf')?.bound, fields.get('tags')?.bound]).toEqual([99, 20]);
    expect(fields.has('pass') || fields.has('cover')).toBe(false);
    expect(JSON.parse(JSON.stringify([...fields.values()]))).toEqual([...fields.values()]);
  });
});
