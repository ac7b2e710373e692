// Holds the SQL of the rows of a snapshot with one value in a column.
import type pg from 'pg';
import type { Snapshot, SnapshotPart } from '../../report.types.ts';

const COLUMN = /^c[1-9][0-9]*$/;
/** Setting with the value while the transaction lasts, as COPY takes no parameters. */
const SETTING = 'keelson.part';

/** Expression of a column that is compared. */
export function partText(column: string): string {
  if (!COLUMN.test(column)) throw new Error(`"${column}" is no column of a snapshot`);
  return `${column}::text`;
}

/** Expression of the index, a hash: values may be longer than an index takes. */
export function partHash(text: string): string {
  return `hashtextextended(${text}, 0)`;
}

/**
 * Answers the snapshot as if it held only the rows of the part, in their order and renumbered, also for totals and
 * charts. Valid until the end of the transaction, which has begun and writes nothing.
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
