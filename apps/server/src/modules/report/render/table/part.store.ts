// Holds the SQL of those rows of a snapshot alone that have a value in a column.
import type pg from 'pg';
import type { Snapshot, SnapshotPart } from '../../report.types.ts';

const COLUMN = /^c[1-9][0-9]*$/;
/** Holds the value while the transaction lasts: COPY takes no values. */
const SETTING = 'keelson.part';

/** Is what is compared of a column. */
export function partText(column: string): string {
  if (!COLUMN.test(column)) throw new Error(`"${column}" is no column of a snapshot`);
  return `${column}::text`;
}

/** Is what an index is made of: values may be longer than it takes. */
export function partHash(text: string): string {
  return `hashtextextended(${text}, 0)`;
}

/**
 * Answers the snapshot as if it held the rows of the part alone, in their order and counted anew: whatever reads it, totals and charts
 * among it, knows of no others. It does so until the transaction ends, which has begun, and which writes nothing.
 */
export async function readPart(
  client: pg.ClientBase,
  snapshot: Snapshot,
  { column, value }: SnapshotPart,
): Promise<Snapshot> {
  const { table, columns } = snapshot;
  await client.query('SELECT set_config($1, $2, true)', [SETTING, value]);
  const names = columns.map((one) => one.column).join(', ');
  const [own, wanted] = [partText(column), `current_setting('${SETTING}')`];
  const relation = `(SELECT row_number() OVER (ORDER BY row_number) AS row_number, ${names} FROM ${table}
    WHERE ${partHash(own)} = ${partHash(wanted)} AND ${own} = ${wanted} ORDER BY 1)`;
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${relation} s`);
  return { ...snapshot, relation, rowCount: rows[0]!.count };
}
