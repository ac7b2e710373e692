// Proves what follows from columns that are declared alone: whole rows are written and read as they are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { foldName } from '../../text/fold.ts';
import { column, typed } from './column.ts';
import { defineColumns } from './define-columns.ts';
import { createBookDatabase, type Grant } from './record.fixture.ts';

const books = defineColumns({
  table: 't_book',
  columns: {
    code: column.text(),
    title: column.text(),
    shelf: column.integer(),
    kind: column.choice(['PAPER', 'SOUND']),
    tags: column.textList(),
    grants: column.json(typed<readonly Grant[]>(), { column: 'grant_list' }),
    published: column.dateTime({ nullable: true }),
    lent: column.flag(),
    pass: column.text({ nullable: true, secret: true }),
  },
  folded: { title: foldName, createdBy: foldName },
});

const now = new Date('2026-02-03T04:05:06.789Z');
const book = {
  uuid: '019b76da-a800-7000-8000-000000000001',
  version: 7,
  tenantIdentifier: 'north',
  createdBy: 'Ada',
  updatedBy: 'Ada',
  dateCreated: now,
  dateUpdated: now,
  deleted: false,
  deletedDate: null,
  code: 'A',
  title: 'Kâğıt',
  shelf: 0,
  kind: 'PAPER',
  tags: ['a', 'b'],
  grants: [{ role: 'R', permission: 'READ' }],
  published: now,
  lent: false,
  pass: 'sealed',
} as const;

let test: TestDatabase;
beforeAll(async () => {
  test = await createBookDatabase();
});
afterAll(() => test.close());

const stored = async () => {
  const [row] = await test.database.rows({
    name: '',
    text: `SELECT ${books.selectAs('b')}, b.pages, b.title_folded AS folded, b.created_by_folded AS "byFolded" FROM t_book b`,
  });
  return row;
};

it('writes a new row as it is, with what the store adds, and reads it back', async () => {
  const id = await books.insert(test.database, book, { pages: 3 });
  expect(await stored()).toEqual({ ...book, id, pages: 3, folded: foldName(book.title), byFolded: 'ada' });
});

it('writes a row anew with its version, and leaves who made it as a rename has left it', async () => {
  const { id } = (await stored()) as { readonly id: number };
  await test.database.execute({ name: '', text: `UPDATE t_book SET created_by = 'Bo', created_by_folded = 'bo'` });
  const after = { ...book, id, version: 9, title: 'Defter', grants: [], deleted: true, deletedDate: now };
  await test.database.transaction((tx) => books.rewrite(tx, after, { pages: 4 }));
  expect(await stored()).toEqual({ ...after, createdBy: 'Bo', pages: 4, folded: 'defter', byFolded: 'bo' });
});

it('answers columns as JSON has them, and shows no secret', () => {
  expect(books.columnsOf(book)).toMatchObject({
    grant_list: book.grants,
    title_folded: foldName(book.title),
    version: 7,
  });
  expect(books.toModel({ ...book, id: 1 })).toMatchObject({ id: 1, published: now.toISOString(), tags: ['a', 'b'] });
  expect(books.toModel({ ...book, id: 1 })).not.toHaveProperty('pass');
});

it('leaves out what the table has no column for, keeps rows of all tenants, and reads bodies against the row', async () => {
  const rules = defineColumns({
    table: 't_rule',
    columns: { key: column.text({ readOnly: 'It never changes.' }), share: column.double({ standard: 1 }) },
    instead: { deleted: 'deleted_date IS NOT NULL' },
    tenant: typed<string | null>(),
  });
  const text = `CREATE TABLE t_rule (id bigint GENERATED ALWAYS AS IDENTITY, uuid uuid, version int, tenant_identifier text, created_by text,
    updated_by text, date_created timestamptz, date_updated timestamptz, deleted_date timestamptz, key text, share float8)`;
  await test.database.execute({ name: '', text });
  const { uuid, version, createdBy, updatedBy, dateCreated, dateUpdated, deleted, deletedDate } = book;
  const record = { uuid, version, createdBy, updatedBy, dateCreated, dateUpdated, deleted, deletedDate };
  const rule = { ...record, tenantIdentifier: null, ...rules.fieldsOf({ key: 'a' }) };
  const id = await rules.insert(test.database, rule, {});
  const row = { ...rule, id, ...rules.changesOf({ share: 0.5 }, { ...rule, id }), deletedDate: now };
  await test.database.transaction((tx) => rules.rewrite(tx, row, {}));
  const read = { name: '', text: `SELECT ${rules.selectAs('x')} FROM t_rule x` };
  expect(await test.database.rows(read)).toEqual([{ ...row, share: 0.5, deleted: true }]);
  expect(rules.changesOf({ share: null }, row)).toEqual({ share: 1 });
  const sent = { key: 'b' } as object;
  expect(() => rules.changesOf(sent, row)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
});
