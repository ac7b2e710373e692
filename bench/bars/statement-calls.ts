// Counts how often each statement of a database was run, by its text.
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import type { BenchPostgres } from '../postgres.ts';

export interface StatementCalls {
  /** White space is one blank each. */
  readonly query: string;
  readonly calls: number;
  /** Counts the rows read, or written where the statement writes. */
  readonly rows: number;
  readonly milliseconds: number;
}

const readRows = sql(
  'bench_statement_calls',
  `SELECT regexp_replace(s.query, '\\s+', ' ', 'g') AS query, sum(s.calls)::int8 AS calls, sum(s.rows)::int8 AS rows,
     sum(s.total_exec_time)::float8 AS milliseconds
   FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = $1 GROUP BY 1`,
);

export async function readStatements(
  postgres: BenchPostgres,
  databaseName: string,
): Promise<readonly StatementCalls[]> {
  return postgres.superuser.rows<StatementCalls>(readRows, [databaseName]);
}

/** Lists what was run between two readings, the most often run first. */
export function statementsBetween(
  before: readonly StatementCalls[],
  after: readonly StatementCalls[],
): readonly StatementCalls[] {
  const earlier = new Map(before.map((row) => [row.query, row]));
  return after
    .map((row) => {
      const { calls = 0, rows = 0, milliseconds = 0 } = earlier.get(row.query) ?? {};
      return {
        query: row.query,
        calls: row.calls - calls,
        rows: row.rows - rows,
        milliseconds: row.milliseconds - milliseconds,
      };
    })
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls);
}
