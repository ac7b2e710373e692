// Declares the columns of records with a concurrency of their own: select list, whole rows, bodies and the wire follow, and nothing else.
import type { Queryable, Transaction } from '../../database/database.types.ts';
import { sql } from '../../database/database-client.ts';
import type { Typed } from './column.ts';
import type { BodyValues, ChangeBody, Changes, Columns, NewBody, RecordFields, Row, RowModel } from './record.types.ts';
import { createRecordBodies } from './record-body.ts';
import { layOutRecord } from './record-layout.ts';

/** Fields that a rewrite leaves as they are in the row; a rename of the creator meanwhile is kept. */
const FIXED = ['uuid', 'tenantIdentifier', 'createdBy', 'dateCreated'];

/** Values of further columns that a store writes, by the names of the columns. */
type More = Readonly<Record<string, unknown>>;

export interface DefinedColumns<C extends Columns, N extends null = never> {
  /** Answers the select list of a row of the table under this name. */
  selectAs(alias: string): string;
  /** Answers the values of a row by column, in the form of JSON. */
  columnsOf(row: Omit<Row<C, N>, 'id'>): More;
  /** Writes every column of a new row, the version too; answers its number. */
  insert(queryable: Queryable, row: Omit<Row<C, N>, 'id'>, more: More): Promise<number>;
  /** Writes every column that can change, the version too; the caller holds the lock of the row. */
  rewrite(tx: Transaction, row: Row<C, N>, more: More): Promise<void>;
  /** Answers the row as the interface shows it. */
  toModel(row: Row<C, N>): RowModel<C, N>;
  /** Answers every plain field of a new row, the standards filled in; 400 with all that is missing. */
  fieldsOf(body: NewBody<C>): BodyValues<C>;
  /** Answers what a body changes: a missing field leaves the value, null clears it; 400 with all that does not fit. */
  changesOf(body: ChangeBody<C>, row: Row<C, N>): Changes<C>;
}

export function defineColumns<const C extends Columns, T extends string | null = string>(declared: {
  readonly table: string;
  readonly columns: C;
  readonly folded?: { readonly [F in (keyof C & string) | 'createdBy']?: (text: string) => string };
  /**
   * SQL of fields of every record for which the table has no column, written over its own columns. They are not
   * written.
   */
  readonly instead?: { readonly [F in keyof RecordFields]?: string };
  /** Type of the tenant where rows without one exist for all tenants. */
  readonly tenant?: Typed<T>;
}): DefinedColumns<C, Extract<T, null>> {
  const { table, columns } = declared;
  const layout = layOutRecord(declared);
  const { toModel, fieldsOf, changesOf } = createRecordBodies(columns, [], true);
  const fields = layout.fields.filter((field) => field !== 'id' && layout.isStored(field));
  const changing = fields.filter((field) => !FIXED.includes(field));
  const pick = (row: More, of: readonly string[]): More => Object.fromEntries(of.map((field) => [field, row[field]]));
  const parametersOf = (values: More, more: More): More => ({ ...Object.fromEntries(layout.written(values)), ...more });

  const defined = {
    selectAs: (alias: string) =>
      layout.fields
        .map((field) => `${layout.columnOf(field).computed ?? `${alias}.${layout.nameOf(field)}`} AS "${field}"`)
        .join(', '),
    columnsOf: (row: More) => Object.fromEntries(layout.written(pick(row, fields), (value) => value)),
    async insert(queryable: Queryable, row: More, more: More): Promise<number> {
      const values = parametersOf(pick(row, fields), more);
      const names = Object.keys(values);
      const places = names.map((_, index) => `$${index + 1}`).join(', ');
      const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places}) RETURNING id`;
      const [made] = await queryable.rows<{ id: number }>(sql(`${table}_row_insert`, text), Object.values(values));
      return made!.id;
    },
    async rewrite(tx: Transaction, row: More, more: More): Promise<void> {
      const values = parametersOf(pick(row, changing), more);
      const set = Object.keys(values).map((name, index) => `${name} = $${index + 2}`);
      const statement = sql(`${table}_row_rewrite`, `UPDATE ${table} SET ${set.join(', ')} WHERE id = $1`);
      await tx.execute(statement, [row.id, ...Object.values(values)]);
    },
    toModel,
    fieldsOf,
    changesOf,
  };
  // The types follow from the declaration alone; the code at run time knows fields by their names.
  return defined as unknown as DefinedColumns<C, Extract<T, null>>;
}
