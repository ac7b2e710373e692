// Holds the SQL of the ledger of open sessions: reading a total, folding what was added, and counting anew. A trigger writes
// it.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

/**
 * SQL of the number of live sessions of a tenant and kind, exact while no order stands: the sum of the ledger without
 * sessions that have run out and no sweep has closed. The arguments are parameters.
 */
export function ledgerTotalSql(tenant: string, system: string, now: string): string {
  return `(
    (SELECT coalesce(sum(d.delta), 0) FROM session_count_delta d
     WHERE d.tenant_identifier = ${tenant} AND d.system = ${system}) -
    (SELECT count(*) FROM session_activity x
     WHERE x.ends <= ${now} AND x.tenant_identifier = ${tenant} AND x.system = ${system}))`;
}

// One statement: a parallel read sees either the rows or their sum.
const foldDeltas = sql(
  'session_count_fold',
  `WITH gone AS (
     DELETE FROM session_count_delta d USING (
       SELECT tenant_identifier, system FROM session_count_delta GROUP BY 1, 2 HAVING count(*) > 1 OR sum(delta) = 0) k
     WHERE d.tenant_identifier = k.tenant_identifier AND d.system = k.system
     RETURNING d.tenant_identifier, d.system, d.delta)
   INSERT INTO session_count_delta (tenant_identifier, system, delta)
   SELECT tenant_identifier, system, sum(delta) FROM gone GROUP BY 1, 2 HAVING sum(delta) <> 0`,
);

// The statement reads one snapshot, so that parallel begins and ends are in both sides or in none.
const recount = sql(
  'session_count_recount',
  `WITH counted AS (SELECT tenant_identifier, system, count(*) AS number FROM session_activity GROUP BY 1, 2),
   kept AS (SELECT tenant_identifier, system, sum(delta) AS number FROM session_count_delta GROUP BY 1, 2),
   differing AS (
     SELECT tenant_identifier, system, coalesce(c.number, 0) - coalesce(k.number, 0) AS delta
     FROM counted c FULL JOIN kept k USING (tenant_identifier, system)
     WHERE coalesce(c.number, 0) <> coalesce(k.number, 0)),
   repaired AS (
     INSERT INTO session_count_delta (tenant_identifier, system, delta)
     SELECT tenant_identifier, system, delta FROM differing)
   SELECT coalesce(sum(abs(delta)), 0)::int AS drift FROM differing`,
);

/** Makes one row of all rows of a tenant and kind. */
export async function foldCounts(queryable: Queryable): Promise<void> {
  await queryable.execute(foldDeltas);
}

/** Counts anew and corrects the ledger; answers by how many sessions it was wrong. */
export async function recountSessions(queryable: Queryable): Promise<number> {
  const [row] = await queryable.rows<{ drift: number }>(recount);
  return row?.drift ?? 0;
}

const countOpen = sql(
  'session_count_open',
  `SELECT (SELECT coalesce(sum(delta), 0) FROM session_count_delta WHERE NOT system)::int -
     (SELECT count(*) FROM session_activity WHERE ends <= $1 AND NOT system)::int AS number`,
);

/** Counts live sessions of people, of all tenants. */
export async function countOpenSessions(queryable: Queryable, nowMs: number): Promise<number> {
  const [row] = await queryable.rows<{ number: number }>(countOpen, [new Date(nowMs)]);
  return row?.number ?? 0;
}
