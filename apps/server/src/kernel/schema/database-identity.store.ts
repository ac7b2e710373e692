// Reads which database this is, whatever address leads to it; a restored one is still the same.
import { type Queryable, sql } from '../database/database.ts';

const READ = sql('kernel_database_id', 'SELECT id FROM kernel_database');

export async function readDatabaseId(queryable: Queryable): Promise<string> {
  const [row] = await queryable.rows<{ id: string }>(READ);
  if (row === undefined) throw new Error('The database has no identity.');
  return row.id;
}
