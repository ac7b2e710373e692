// Fills tables by the million with copies of rows that the program itself has written.
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';

/** One statement writes this many; a million at once would keep all of its index changes in one transaction. */
const CHUNK_ROWS = 100_000;

/** Says which rows of a table are the originals', and in which columns a copy differs from them; all others are the same. */
export interface CopiedTable {
  readonly name: string;
  /** Is the column with the original's id. */
  readonly by: string;
  /** Holds SQL over `c`, a copy. */
  readonly own: Readonly<Record<string, string>>;
}

export interface Copies {
  readonly count: number;
  /** Is a query of the copies with these numbers, each with the id of its original as `original`. */
  readonly of: (from: number, to: number) => string;
}

const columnsOf = sql(
  'bench_columns',
  'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped',
);

export async function copyRows(
  database: Database,
  { name, by, own }: CopiedTable,
  { count, of }: Copies,
): Promise<void> {
  const columns = await database.rows<{ readonly name: string }>(columnsOf, [name]);
  const names = columns.map((column) => column.name);
  const values = names.map((column) => own[column] ?? `o.${column}`);
  await database.withConnection(async ({ script }) => {
    for (let from = 1; from <= count; from += CHUNK_ROWS) {
      await script(`INSERT INTO ${name} (${names.join(', ')}) SELECT ${values.join(', ')}
        FROM (${of(from, Math.min(count, from + CHUNK_ROWS - 1))}) c JOIN ${name} o ON o.${by} = c.original`);
    }
    await script(`VACUUM ANALYZE ${name}`);
  });
}
