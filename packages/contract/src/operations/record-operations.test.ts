// Describes what the operations of a record have in common, and what each may say itself.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { pageable } from '../models/paging.ts';
import { recordFields } from '../models/records.ts';
import { closed, flag, integer, optional, text } from '../models/schema.ts';
import { authority, fresh } from './access.ts';
import { defineModule } from './define.ts';
import type { AnswerOf, BodyOf, Handlers, PreparedJson } from './handlers.ts';
import { recordOperations } from './record-operations.ts';

const SvcBook = closed({ ...recordFields, name: text('Name.') }, 'SvcBook');
const SvcBookInput = closed({ name: text('Name.') }, 'SvcBookInput');
const SvcBookUpdate = closed({ version: integer('Version.'), name: optional(text('Name.')) }, 'SvcBookUpdate');
const SvcBookQuery = closed({
  pageable: pageable(['name'], { properties: ['name'], direction: 'ASC' }),
  name: optional(text('Name.')),
});
const read = authority('BOOK_VIEW');
const write = authority('BOOK_EDIT');
const kind = { thing: 'ROLE', one: 'a book', many: 'books', path: '/books', model: SvcBook, read, write } as const;
const book = recordOperations(kind);
const description = 'Says more.';

const library = defineModule({
  name: 'books',
  title: 'Books',
  prefixes: [],
  authorities: [],
  operations: {
    book_getByUuid: book.get({ description }),
    save: book.save(SvcBookInput, { description, errors: ['ROLE_ALREADY_EXISTS'] }),
    update: book.update(SvcBookUpdate, { description }),
    delete: book.delete({ description, errors: ['ROLE_IN_USE'] }),
    activate: book.activate({ description }),
    deactivate: book.deactivate({ description, access: fresh(write), reply: { kind: 'void' } }),
    lend: book.perform('lend', { description, summary: 'Lends a book' }),
    queryPage: book.page(SvcBookQuery, { description, summary: 'Browses' }),
    queryList: book.list(SvcBookQuery, { description }),
  },
});
const { operations } = library;
type Book = Handlers<typeof library, null, null>;

describe('the operations of a record', () => {
  it('they have their method, address and summary from the record, and their name from the key', () => {
    const lines = Object.values(operations).map(({ name, method, path, summary }) => [name, method, path, summary]);
    expect(lines.map((line) => line.join(' '))).toEqual([
      'getByUuid GET /books/by-uuid/{uuid} Gets a book',
      'save POST /books Creates a book',
      'update PUT /books Changes a book',
      'delete DELETE /books/by-uuid/{uuid} Deletes a book',
      'activate POST /books/activate/by-uuid/{uuid} Enables a book',
      'deactivate POST /books/deactivate/by-uuid/{uuid} Disables a book',
      'lend POST /books/lend/by-uuid/{uuid} Lends a book',
      'queryPage POST /books/data/page Browses',
      'queryList POST /books/data/list Lists books',
    ]);
  });

  it('they answer the common codes of their kind, and their own beside them', () => {
    const codes = Object.values(operations).map(({ name, errors }) => [name, ...errors].join(' '));
    expect(codes).toEqual([
      'getByUuid ROLE_NOT_FOUND',
      'save ROLE_ALREADY_EXISTS',
      'update ROLE_NOT_FOUND VERSION_CONFLICT',
      'delete ROLE_NOT_FOUND ROLE_IN_USE',
      'activate ROLE_NOT_FOUND',
      'deactivate ROLE_NOT_FOUND',
      'lend ROLE_NOT_FOUND',
      'queryPage',
      'queryList RESULT_TOO_LARGE',
    ]);
  });

  it('they are reads and writes by the two accesses, unless one says another', () => {
    const reads = Object.values(operations).filter(({ effect }) => effect === 'read');
    expect(reads.map(({ name, access }) => [name, access])).toEqual(
      ['getByUuid', 'queryPage', 'queryList'].map((name) => [name, read]),
    );
    expect(operations.activate.access).toEqual(write);
    expect(operations.deactivate.access).toEqual(fresh(write));
  });

  it('they are saved once for one Idempotency-Key', () => {
    expect(operations.save.idempotent).toBe(true);
    expect('idempotent' in operations.update).toBe(false);
  });

  it('they tell handlers exactly what comes and goes', () => {
    type Answer<K extends keyof Book> = Exclude<Awaited<ReturnType<Book[K]>>, PreparedJson>;
    expectTypeOf<Answer<'book_getByUuid'>>().toEqualTypeOf<Answer<'save'>>();
    expectTypeOf<Answer<'lend'>>().toEqualTypeOf<Answer<'save'>>();
    expectTypeOf<Answer<'save'>['name']>().toEqualTypeOf<string>();
    expectTypeOf<Answer<'queryPage'>['data'][number]['version']>().toEqualTypeOf<number>();
    expectTypeOf<Answer<'queryList'>[number]['uuid']>().toEqualTypeOf<string>();
    expectTypeOf<Answer<'delete'>>().toEqualTypeOf<undefined>();
    expectTypeOf<Answer<'deactivate'>>().toEqualTypeOf<undefined>();
    expectTypeOf<Parameters<Book['activate']>[0]['params']>().toEqualTypeOf<{ uuid: string }>();
    expectTypeOf<BodyOf<(typeof operations)['update']>['version']>().toEqualTypeOf<number>();
    expectTypeOf<BodyOf<(typeof operations)['activate']>>().toEqualTypeOf<undefined>();
  });

  it('they carry the headers of writes in every answer to a write, and in no other', () => {
    const told = recordOperations({ ...kind, writeHeaders: { 'x-revision': 'Revision.' } });
    const [saved, deleted, got] = [
      told.save(SvcBookInput, { description }),
      told.delete({ description }),
      told.get({ description }),
    ];
    expect([saved.reply, deleted.reply].map(({ headers }) => Object.keys(headers))).toEqual([
      ['x-revision'],
      ['x-revision'],
    ]);
    expect('headers' in got.reply).toBe(false);
    type Headers = AnswerOf<typeof deleted>['headers'];
    expectTypeOf<Headers>().toEqualTypeOf<Readonly<Partial<Record<'x-revision', string>>>>();
  });

  it('they do not compile without a version to compare, an order to page by, or a code of the catalogue', () => {
    // @ts-expect-error: the model of a change has no version
    book.update(SvcBookInput, { description });
    // @ts-expect-error: the model of a query has no pageable
    book.page(SvcBookInput, { description });
    // @ts-expect-error: the address is that of the record
    book.get({ description, path: '/elsewhere' });
    // @ts-expect-error: no code begins so
    recordOperations({ ...kind, thing: 'BOOK' });
    // @ts-expect-error: a record has a version
    recordOperations({ ...kind, model: closed({ name: flag('None.') }) });
    expect(book.get({ description }).path).toBe('/books/by-uuid/{uuid}');
  });
});
