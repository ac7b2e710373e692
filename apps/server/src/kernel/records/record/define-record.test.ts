// Proves what follows from the declaration of a record: values, versions, tenants, filters, pages, and types.
import type { Pageable } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { createManualClock } from '../../database/clock.ts';
import { createIds } from '../../database/ids.ts';
import type { ServiceError } from '../../request/errors.ts';
import { column } from './column.ts';
import { defineRecord } from './define-record.ts';
import { type Book, type bookSort, books, createBookDatabase, lend } from './record.fixture.ts';

const clock = createManualClock();
const ids = createIds(clock);
const north = { tenantIdentifier: 'north' };
const south = { tenantIdentifier: 'south' };
const everywhere = { tenantIdentifier: null };
const change = () => ({ by: 'İsmail', now: new Date(clock.now()) });

let test: TestDatabase;
beforeAll(async () => {
  test = await createBookDatabase();
});
afterAll(() => test.close());
beforeEach(() => test.database.withConnection((connection) => connection.script('TRUNCATE t_book, t_loan')));

type Fields = Partial<Parameters<typeof books.insert>[1]>;

const insert = (fields: Fields = {}): Promise<Book> =>
  test.database.transaction((tx) =>
    books.insert(tx, { uuid: ids.uuidV7(), tenantIdentifier: 'north', code: 'A', ...fields }, change()),
  );
const update = (row: Book, changes: Parameters<typeof books.update>[2]): Promise<Book> =>
  test.database.transaction((tx) => books.update(tx, row, changes, change()));
const remove = (row: Book): Promise<Book> => test.database.transaction((tx) => books.remove(tx, row, change()));
const page = (
  query: Parameters<typeof books.page>[2] = {},
  at: Partial<Pageable<(typeof bookSort)[number]>> = {},
  scope: Parameters<typeof books.page>[1] = north,
) => {
  const sort = { properties: ['code'], direction: 'ASC' } as const;
  return books.page(test.database, scope, query, { pageNumber: 0, pageSize: 20, sort, ...at });
};
const codes = async (query: Parameters<typeof books.page>[2]): Promise<readonly string[]> =>
  (await page(query)).rows.map(({ code }) => code);

/** Answers the error that the work ends with. */
async function refused(work: Promise<unknown>): Promise<ServiceError> {
  return work.then(
    () => Promise.reject(new Error('nothing was refused')),
    (error) => error,
  );
}

describe('a new record', () => {
  it('keeps a value of every kind as it was given', async () => {
    const given = {
      title: "Kâğıt 'ev' \\ %_",
      subtitle: '',
      shelf: -3,
      kind: 'SOUND',
      tags: ['a,b', '"{}"', 'İ', ''],
      grants: [{ role: "O'Role", permission: 'WRITE' }],
      cover: { colour: 'red' },
      pages: Number.MAX_SAFE_INTEGER,
      price: 0.1,
      published: new Date('2026-02-03T04:05:06.789Z'),
      bought: '2026-02-28',
      seriesUuid: ids.uuidV7(),
      lent: true,
      pass: 'sealed',
    } as const;
    const made = await insert(given);
    expect(made).toMatchObject({ ...given, version: 0, createdBy: 'İsmail', deleted: false, loans: 0 });
    expect(await books.get(test.database, north, { uuid: made.uuid })).toEqual(made);
  });

  it('takes the standards for what it leaves out, and null where there is none', async () => {
    expect(await insert()).toMatchObject({ title: 'A', shelf: 0, kind: 'PAPER', tags: [], grants: [], lent: false });
    expect(await insert({ code: 'B' })).toMatchObject({ subtitle: null, cover: null, pages: null, pass: null });
  });

  it('is refused by the code of the field that is taken, for one of two that come at once too', async () => {
    const outcomes = await Promise.allSettled([insert(), insert()]);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toMatchObject([
      { code: 'ROLE_ALREADY_EXISTS', options: { parameters: { code: 'A' }, errorArguments: [{ field: 'code' }] } },
    ]);
    await insert({ code: 'B', shelf: 7 });
    expect(await refused(insert({ code: 'C', shelf: 7 }))).toMatchObject({ code: 'SENDER_ALREADY_EXISTS' });
    const { uuid } = await insert({ code: 'D' });
    expect(await refused(insert({ code: 'E', uuid }))).toMatchObject({ code: 'PROVIDER_ALREADY_EXISTS' });
    expect((await page()).total).toBe(3);
  });
});

describe('a change', () => {
  it('writes its own columns alone, the folded one along, and raises the version', async () => {
    const made = await insert({ title: 'Old', subtitle: 'Kept', pass: 'sealed' });
    clock.advance(1_000);
    const changed = await update(made, { title: 'IŞIK' });
    expect(changed).toEqual({ ...made, title: 'IŞIK', version: 1, dateUpdated: new Date(clock.now()) });
    expect(await codes({ searchText: 'ışık' })).toEqual(['A']);
    expect(await codes({ searchText: 'old' })).toEqual([]);
  });

  it('of two that come at once is refused for the second one, with the current version', async () => {
    const made = await insert();
    const outcomes = await Promise.allSettled([update(made, { shelf: 1 }), update(made, { shelf: 2 })]);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    const stale = { index: 0, identifier: made.uuid, version: 1 };
    expect(refusals).toMatchObject([{ code: 'VERSION_CONFLICT', options: { errorArguments: [stale] } }]);
  });

  it('of two that lock and read before writing loses nothing of the other one', async () => {
    const { uuid } = await insert();
    const lendOnce = () =>
      test.database.transaction(async (tx) => {
        const row = await books.lock(tx, north, { uuid });
        return books.update(tx, row, { shelf: row.shelf + 1, tags: [...row.tags, `${row.version}`] }, change());
      });
    await Promise.all(Array.from({ length: 8 }, lendOnce));
    const found = await books.get(test.database, north, { uuid });
    expect(found).toMatchObject({ shelf: 8, version: 8, tags: ['0', '1', '2', '3', '4', '5', '6', '7'] });
  });

  it('to a taken code is refused, and to its own one is not', async () => {
    const made = await insert({ code: 'A', shelf: 1 });
    await insert({ code: 'B', shelf: 2 });
    expect(await refused(update(made, { code: 'B' }))).toMatchObject({ options: { parameters: { code: 'B' } } });
    expect(await update(made, { code: 'A' })).toMatchObject({ version: 1 });
  });
});

describe('a lock', () => {
  const lock = (
    key: Parameters<typeof books.lock>[2],
    version?: number,
    scope: typeof everywhere | typeof north = north,
  ) => test.database.transaction((tx) => books.lock(tx, scope, key, version));

  it('finds by each unique field, and compares the version', async () => {
    const made = await insert({ shelf: 5 });
    expect(await lock({ uuid: made.uuid.toUpperCase() })).toEqual(made);
    expect(await lock({ id: made.id }, 0)).toEqual(made);
    expect(await lock({ code: 'A' }, 0)).toEqual(made);
    expect(await refused(lock({ code: 'A' }, 4))).toMatchObject({ code: 'VERSION_CONFLICT' });
    expect(await refused(lock({ code: 'Z' }))).toMatchObject({ code: 'ROLE_NOT_FOUND' });
  });

  it('sees what the holder before it has written to other tables', async () => {
    const { id, uuid } = await insert();
    let seen: Promise<Book> | undefined;
    await test.database.transaction(async (tx) => {
      await books.lock(tx, north, { uuid });
      seen = lock({ uuid });
      await tx.execute(lend, [id, 'Ada']);
    });
    expect((await seen)?.loans).toBe(1);
  });

  it('of several tells all that is missing, then all that is stale, and answers in the order asked for', async () => {
    const [a, b] = [await insert(), await insert({ code: 'B' })];
    const elsewhere = await insert({ tenantIdentifier: 'south' });
    const lockAll = (...wanted: readonly (Pick<Book, 'uuid'> & { readonly version: number })[]) =>
      test.database.transaction((tx) => books.lockAll(tx, north, wanted));
    expect(await lockAll(b, a)).toEqual([b, a]);
    const missing = await refused(lockAll({ ...a, version: 9 }, elsewhere, { uuid: ids.uuidV7(), version: 0 }));
    expect(missing).toMatchObject({
      code: 'ROLE_NOT_FOUND',
      options: { errorArguments: [{ index: 1 }, { index: 2 }] },
    });
    const stale = await refused(lockAll({ ...a, version: 3 }, b, { ...a, version: 4 }));
    expect(stale.options.errorArguments).toEqual([0, 2].map((index) => ({ index, identifier: a.uuid, version: 0 })));
  });
});

describe('a removed record', () => {
  it('is not there any more, but for whoever asks for deleted ones; its code is free', async () => {
    const made = await insert();
    const removed = await remove(made);
    expect(removed).toMatchObject({ deleted: true, deletedDate: new Date(clock.now()), version: 1 });
    expect(await refused(update(removed, { shelf: 1 }))).toMatchObject({ code: 'ROLE_NOT_FOUND' });
    for (const key of [{ uuid: made.uuid }, { id: made.id }, { code: 'A' }])
      expect(await books.find(test.database, north, key)).toBeNull();
    expect(await refused(update(made, { shelf: 1 }))).toMatchObject({ code: 'ROLE_NOT_FOUND' });
    expect(await refused(remove(made))).toMatchObject({ code: 'ROLE_NOT_FOUND' });
    const again = await insert();
    expect((await page()).rows).toEqual([again]);
    expect((await page({}, {}, { ...north, deleted: true })).total).toBe(2);
    expect(await books.find(test.database, { ...north, deleted: true }, { uuid: made.uuid })).toMatchObject({
      deleted: true,
    });
  });
});

describe('a scope', () => {
  it('keeps the records of other tenants out of every look-up', async () => {
    const made = await insert();
    for (const key of [{ uuid: made.uuid }, { id: made.id }, { code: 'A' }]) {
      expect(await books.find(test.database, south, key)).toBeNull();
      expect(await refused(books.get(test.database, south, key))).toMatchObject({ code: 'ROLE_NOT_FOUND' });
      expect(await refused(test.database.transaction((tx) => books.lock(tx, south, key)))).toMatchObject({
        code: 'ROLE_NOT_FOUND',
      });
      expect(await books.find(test.database, everywhere, key)).toEqual(made);
    }
    expect(await page({ ids: [made.id] }, {}, south)).toEqual({ rows: [], total: 0 });
    expect((await page({}, {}, everywhere)).total).toBe(1);
  });

  it('shows every tenant what belongs to none, and lets nobody change it', async () => {
    const shipped = await insert({ tenantIdentifier: null });
    expect(await books.get(test.database, south, { code: 'A' })).toEqual(shipped);
    expect((await page({}, {}, south)).rows).toEqual([shipped]);
    const refusal = { code: 'ROLE_SYSTEM', options: { parameters: { code: 'A' } } };
    await test.database.transaction(async (tx) => {
      expect(await refused(books.lock(tx, everywhere, { code: 'A' }))).toMatchObject(refusal);
      expect(await refused(books.lockAll(tx, north, [shipped]))).toMatchObject(refusal);
    });
  });
});

describe('a filter', () => {
  it('takes the wildcards of a text literally, whatever it holds', async () => {
    const texts = ['100%', 'a_b', 'a\\b', "'; DROP TABLE t_book; --", '$1', '$?', 'axb', '"', '{}', '\u{1F600}'];
    for (const [index, subtitle] of texts.entries()) await insert({ code: `C${index}`, subtitle, title: subtitle });
    for (const [index, text] of texts.entries()) {
      expect(await codes({ subtitle: text }), text).toEqual([`C${index}`]);
      expect(await codes({ searchText: text }), text).toContain(`C${index}`);
    }
    expect(await codes({ searchText: '%' })).toEqual(['C0']);
    expect(await codes({ searchText: '_' })).toEqual(['C1', 'C3']);
    expect(await codes({ searchText: '\\' })).toEqual(['C2']);
    expect(await codes({ code: '%' })).toEqual([]);
  });

  it('finds folded texts and names under a Turkish and an English keyboard alike', async () => {
    await insert({ title: 'DİYARBAKIR' });
    for (const text of ['diyarbakır', 'DIYARBAKIR', 'Dıyarbakir', 'iyarbakı'])
      expect(await codes({ searchText: text }), text).toEqual(['A']);
    for (const name of ['ismail', 'ISMAIL', 'İSMA']) expect(await codes({ author: name }), name).toEqual(['A']);
  });

  it('takes the first moment of a range and leaves out the last', async () => {
    const moments = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    for (const [index, at] of moments.entries()) await insert({ code: `${index}`, published: new Date(at) });
    await insert({ code: 'none' });
    expect(await codes({ publishedFrom: moments[0]!, publishedTo: new Date(moments[1]!) })).toEqual(['0']);
    expect(await codes({ publishedFrom: '2026-01-02T01:00:00+01:00' })).toEqual(['1']);
    expect(await codes({ publishedFrom: moments[1]!, publishedTo: moments[0]! })).toEqual([]);
  });

  it('compares values, lists and conditions of the store, all of them together', async () => {
    const a = await insert({ tags: ['x', 'y'], kind: 'SOUND' });
    const b = await insert({ code: 'B', tags: ['x'], lent: true });
    await test.database.execute(lend, [b.id, "O'Brien"]);
    expect(await codes({ tags: 'x' })).toEqual(['A', 'B']);
    expect(await codes({ tags: ['x', 'y'] })).toEqual(['A']);
    expect(await codes({ ids: [b.id, 99] })).toEqual(['B']);
    expect(await codes({ ids: [] })).toEqual([]);
    expect(await codes({ kind: 'SOUND' })).toEqual(['A']);
    expect(await codes({ lent: false })).toEqual(['A']);
    expect(await codes({ reader: "O'Brien" })).toEqual(['B']);
    expect(await codes({ reader: "O'Brien", ids: [a.id] })).toEqual([]);
    expect(await codes({ reader: null, tags: undefined, code: null })).toEqual(['A', 'B']);
  });
});

describe('a page', () => {
  it('is sorted by each property with the number as the last tie-break, nulls last, and has the exact total', async () => {
    const fields = [{ code: 'b', pages: 2 }, { code: 'B' }, { code: 'a', pages: 2 }, { code: 'ç', pages: 1 }];
    const made: Book[] = [];
    for (const one of fields) made.push(await insert(one));
    await test.database.execute(lend, [made[3]!.id, 'Ada']);
    const sorted = async (property: (typeof bookSort)[number], direction: 'ASC' | 'DESC') => {
      const sort = { properties: [property], direction };
      const whole = (await page({}, { sort })).rows.map(({ code }) => code);
      const [first, second] = [
        await page({}, { sort, pageSize: 3 }),
        await page({}, { sort, pageSize: 3, pageNumber: 1 }),
      ];
      expect([...first.rows, ...second.rows].map(({ code }) => code)).toEqual(whole);
      expect([first.total, second.total]).toEqual([4, 4]);
      return whole.join('');
    };
    expect(await sorted('code', 'ASC')).toBe('Babç');
    expect(await sorted('pages', 'ASC')).toBe('çbaB');
    expect(await sorted('pages', 'DESC')).toBe('abçB');
    expect(await sorted('dateCreated', 'ASC')).toBe('bBaç');
    expect(await sorted('loans', 'DESC')).toBe('çaBb');
    expect(await page({}, { pageNumber: 2_147_483_647, pageSize: 200 })).toEqual({ rows: [], total: 4 });
  });

  it('of more rows than a list may have is refused as a list', async () => {
    await test.database.transaction(async (tx) => {
      for (let number = 0; number < 1_000; number++) {
        const record = { uuid: ids.uuidV7(), tenantIdentifier: 'north', code: `${number}` };
        await books.insert(tx, record, change());
      }
    });
    const list = () =>
      books.list(
        test.database,
        north,
        {},
        { pageNumber: 3, pageSize: 1, sort: { properties: ['code'], direction: 'ASC' } },
      );
    expect(await list()).toHaveLength(1_000);
    await insert();
    expect(await refused(list())).toMatchObject({
      code: 'RESULT_TOO_LARGE',
      options: { parameters: { limit: 1_000 } },
    });
  });
});

describe('a declaration', () => {
  it('that names a field which is not there is refused, at the compiler and at the start', () => {
    const columns = { code: column.text() };
    const rest = { table: 't', thing: 'ROLE', filters: {}, unique: {}, subject: 'code' } as const;
    const sort = { properties: ['code'], standard: { properties: ['code'], direction: 'ASC' } } as const;
    // @ts-expect-error: no such field to sort by
    const bySort = () => defineRecord({ ...rest, columns, sort: { ...sort, properties: ['name'] } });
    // @ts-expect-error: no such field to tell of
    const byAudit = () => defineRecord({ ...rest, columns, sort, audited: ['name'] });
    expect(bySort).toThrow('t has no field name');
    expect(byAudit).toThrow('t has no field name');
    // @ts-expect-error: no such field to compare
    defineRecord({ ...rest, columns, sort, filters: { name: { equals: 'name' } } });
    // @ts-expect-error: no code begins so
    defineRecord({ ...rest, columns, sort, thing: 'BOOK' });
  });

  it('types rows, records, changes, queries and keys', () => {
    expectTypeOf<Book['kind']>().toEqualTypeOf<'PAPER' | 'SOUND'>();
    expectTypeOf<Book['published']>().toEqualTypeOf<Date | null>();
    expectTypeOf<Book['tenantIdentifier']>().toEqualTypeOf<string | null>();
    expectTypeOf<Awaited<ReturnType<typeof books.page>>['rows'][number]['loans']>().toEqualTypeOf<number>();
    expectTypeOf<ReturnType<typeof books.toModel>['published']>().toEqualTypeOf<string | null>();
    expectTypeOf<ReturnType<typeof books.toModel>>().not.toHaveProperty('pass');
    const works = () => {
      // @ts-expect-error: a column is missing
      void insertOf({ uuid: '', tenantIdentifier: '' });
      // @ts-expect-error: no such column
      void insertOf({ uuid: '', tenantIdentifier: '', code: '', author: '' });
      // @ts-expect-error: nobody writes what is computed
      void insertOf({ uuid: '', tenantIdentifier: '', code: '', loans: 1 });
      // @ts-expect-error: the choice has no such value
      void page({ kind: 'FILM' });
      // @ts-expect-error: a shelf is taken beside its tenant alone
      void books.find(test.database, north, { shelf: 1 });
      // @ts-expect-error: no two books share a code, many share a title
      void books.find(test.database, north, { title: 'A' });
    };
    const insertOf = (record: Parameters<typeof books.insert>[1]) => record;
    expect(works).toBeTypeOf('function');
  });
});
