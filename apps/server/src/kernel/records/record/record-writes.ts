// Writes records: inserted, changed against the version that was read, and removed so that their row stays.
import type { Transaction } from '../../database/database.types.ts';
import { sql } from '../../database/database-client.ts';
import { isUniqueViolation } from '../../database/database-errors.ts';
import { fail } from '../../request/errors.ts';
import { failNotFound } from '../../request/not-found.ts';
import { failStale } from '../version.ts';
import { standardOf } from './column.ts';
import type { AnyRow, Columns, RecordChange, Thing, Uniques, Values } from './record.types.ts';
import type { RecordLayout } from './record-layout.ts';

export interface WriteOptions {
  readonly columns: Columns;
  readonly thing: Thing;
  readonly unique: Uniques;
}

/** Takes the standard of each column that is left out. */
function whole(columns: Columns, record: Values): Values {
  const values: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(columns)) {
    if (column.computed !== undefined) continue;
    values[field] = record[field] ?? standardOf(column, { ...record, ...values }) ?? null;
  }
  return values;
}

export function createRecordWrites(layout: RecordLayout, { columns, thing, unique }: WriteOptions) {
  const { table, select, joins, isStored, readAs } = layout;
  const taken = Object.entries(unique).flatMap(([field, declared]) => {
    if (declared === undefined) return [];
    const [code, index] = typeof declared === 'string' ? [declared, `${table}_${layout.nameOf(field)}`] : declared;
    layout.columnOf(field);
    return [{ field, code, index }];
  });
  const selectOf = (field: 'id' | 'uuid') =>
    sql(`${table}_record_written_${field}`, `SELECT ${select} FROM ${table} r ${joins} WHERE r.${field} = $1`);
  const [byId, byUuid] = [selectOf('id'), selectOf('uuid')];
  const removeRow = sql(`${table}_record_remove`, `DELETE FROM ${table} WHERE id = $1`);

  /** Leaves out fields of every record that the table has no column for. */
  const stored = (fields: Values): Values =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => isStored(field)));

  /** Runs a write; the unique index decides whether a value is taken, also between two parallel writes. */
  async function refusingTaken<T>(values: Values, write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      const found = taken.find(({ index }) => isUniqueViolation(error, index));
      if (found === undefined) throw error;
      const { field, code } = found;
      return fail(code, { parameters: { [field]: String(values[field]) }, errorArguments: [{ field }] });
    }
  }

  async function update(tx: Transaction, row: AnyRow, changes: Values, { by, now }: RecordChange): Promise<AnyRow> {
    const written = layout.written({ ...changes, ...stored({ updatedBy: by, dateUpdated: now }) });
    const set = written.map(([column], index) => `${column} = $${index + 3}`).join(', ');
    // Not kept prepared: there are as many texts as sets of fields that a body may name.
    const raised = isStored('version') ? 'version = r.version + 1, ' : '';
    const text = `UPDATE ${table} r SET ${raised}${set} WHERE r.id = $1 AND ${readAs('version')} = $2 AND NOT ${readAs('deleted')}`;
    const values = [row.id, row.version, ...written.map(([, value]) => value)];
    const work = Promise.all([tx.execute({ name: '', text }, values), tx.rows<AnyRow>(byId, [row.id])]);
    const [count, [found]] = await refusingTaken({ ...row, ...changes }, work);
    if (count > 0) return found!;
    if (found === undefined || found.deleted) return failNotFound(`${thing}_NOT_FOUND`, { uuid: row.uuid });
    return failStale([{ index: 0, identifier: found.uuid, version: found.version }]);
  }

  return {
    update,

    async insert(tx: Transaction, record: Values, { by, now }: RecordChange): Promise<AnyRow> {
      const { uuid, tenantIdentifier } = record;
      const fields = {
        uuid,
        tenantIdentifier,
        version: 0,
        createdBy: by,
        updatedBy: by,
        dateCreated: now,
        dateUpdated: now,
        deleted: false,
        deletedDate: null,
      };
      const written = layout.written({ ...stored(fields), ...whole(columns, record) });
      const names = written.map(([column]) => column).join(', ');
      const parameters = written.map((_, index) => `$${index + 1}`).join(', ');
      const statement = sql(`${table}_record_insert`, `INSERT INTO ${table} (${names}) VALUES (${parameters})`);
      const values = written.map(([, value]) => value);
      const work = Promise.all([tx.execute(statement, values), tx.rows<AnyRow>(byUuid, [uuid])]);
      const [, [row]] = await refusingTaken(record, work);
      return row!;
    },

    /** The row stays, marked as deleted, where the table has a column for that; what is unique among the living is free. */
    async remove(tx: Transaction, row: AnyRow, change: RecordChange, changes: Values = {}): Promise<AnyRow> {
      if (isStored('deleted')) return update(tx, row, { ...changes, deleted: true, deletedDate: change.now }, change);
      if ((await tx.execute(removeRow, [row.id])) === 0) return failNotFound(`${thing}_NOT_FOUND`, { uuid: row.uuid });
      return row;
    },
  };
}
