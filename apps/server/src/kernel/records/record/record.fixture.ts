// Declares a record with a column of every kind, for the tests of what a declaration comes to.
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { sql } from '../../database/database.ts';
import { foldName } from '../../text/fold.ts';
import { foldText } from '../../text/fold-text.ts';
import { column, typed } from './column.ts';
import { defineRecord, type RowOf } from './define-record.ts';

export interface Grant {
  readonly role: string;
  readonly permission: 'READ' | 'WRITE';
}

const BOOK_TABLES = `
  CREATE TABLE t_book (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, uuid uuid NOT NULL, version int NOT NULL, tenant_identifier text,
    created_by text NOT NULL, created_by_folded text NOT NULL, updated_by text NOT NULL, date_created timestamptz NOT NULL,
    date_updated timestamptz NOT NULL, deleted_date timestamptz, deleted boolean NOT NULL,
    code text NOT NULL, title text NOT NULL, title_folded text NOT NULL, subtitle text, shelf int NOT NULL, kind text NOT NULL,
    tags text[] NOT NULL, grant_list jsonb NOT NULL, cover jsonb, pages bigint, price float8, lent boolean NOT NULL,
    published timestamptz, bought date, series_uuid uuid, pass text);
  CREATE UNIQUE INDEX t_book_uuid ON t_book (uuid);
  CREATE UNIQUE INDEX t_book_code ON t_book (coalesce(tenant_identifier, ''), code) WHERE NOT deleted;
  CREATE UNIQUE INDEX t_book_of_shelf ON t_book (tenant_identifier, shelf) WHERE shelf > 0 AND NOT deleted;
  CREATE TABLE t_loan (book_id bigint NOT NULL, reader text NOT NULL)`;

export const bookSort = ['code', 'title', 'pages', 'dateCreated', 'loans'] as const;

/** Borrows error codes that the catalogue has. */
export const books = defineRecord({
  table: 't_book',
  thing: 'ROLE',
  columns: {
    code: column.text({ readOnly: 'Fixed when the book is made.', order: 'r.code COLLATE "C"' }),
    title: column.text({ standardOf: 'code' }),
    subtitle: column.text({ nullable: true }),
    shelf: column.integer({ standard: 0 }),
    kind: column.choice(['PAPER', 'SOUND'], { standard: 'PAPER' }),
    tags: column.textList({ standard: [] }),
    grants: column.json(typed<readonly Grant[]>(), { standard: [], column: 'grant_list' }),
    cover: column.json(typed<{ readonly colour: string }>(), { nullable: true, hidden: true }),
    pages: column.long({ nullable: true }),
    price: column.double({ nullable: true }),
    published: column.dateTime({ nullable: true }),
    bought: column.day({ nullable: true }),
    seriesUuid: column.uuid({ nullable: true }),
    lent: column.flag({ server: true, standard: false }),
    pass: column.text({ nullable: true, server: true, secret: true }),
    loans: column.computed(column.integer(), 'SELECT count(*)::int FROM t_loan l WHERE l.book_id = r.id'),
  },
  folded: { title: foldText, createdBy: foldName },
  filters: {
    ids: { anyOf: 'id' },
    code: { equals: 'code' },
    kind: { equals: 'kind' },
    lent: { equals: 'lent' },
    subtitle: { contains: ['subtitle'] },
    searchText: { contains: ['code', 'title', 'subtitle'] },
    author: { contains: ['createdBy'] },
    tags: { holds: 'tags' },
    publishedFrom: { from: 'published' },
    publishedTo: { before: 'published' },
    reader: { where: 'EXISTS (SELECT FROM t_loan l WHERE l.book_id = r.id AND l.reader = $?)', of: typed<string>() },
  },
  sort: { properties: bookSort, standard: { properties: ['code'], direction: 'ASC' } },
  unique: {
    code: 'ROLE_ALREADY_EXISTS',
    uuid: 'PROVIDER_ALREADY_EXISTS',
    shelf: ['SENDER_ALREADY_EXISTS', 't_book_of_shelf'],
  },
  shared: 'ROLE_SYSTEM',
  audited: ['loans'],
  subject: 'code',
});

export type Book = RowOf<typeof books>;

export async function createBookDatabase(): Promise<TestDatabase> {
  const test = await createTestDatabase();
  await test.database.withConnection((connection) => connection.script(BOOK_TABLES));
  return test;
}

export const lend = sql('t_book_lend', 'INSERT INTO t_loan (book_id, reader) VALUES ($1, $2)');
