// Holds the SQL that ends other connections of this program.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

const cancel = sql('report_backend_cancel', 'SELECT pg_cancel_backend($1)');
const terminate = sql('report_backend_terminate', 'SELECT pg_terminate_backend($1)');

export async function cancelStatement(queryable: Queryable, pid: number): Promise<void> {
  await queryable.rows(cancel, [pid]);
}

export async function terminateBackend(queryable: Queryable, pid: number): Promise<void> {
  await queryable.rows(terminate, [pid]);
}
