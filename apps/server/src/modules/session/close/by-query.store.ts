// Holds the SQL of closing by a query: the sessions that it matches, and storing them with a standing order.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { uncoveredSql } from '../record/live.store.ts';
import { DESCENDANT_DEPTH_MAX } from '../record/session.types.ts';
import { ENTRY_JOIN, filtersOf } from '../search/open-sessions.store.ts';
import type { SessionQuery } from '../search/query.types.ts';

/** Finds the identifiers of live sessions, `max` at most, in the order of their begin. */
export async function findMatchingSessions(
  queryable: Queryable,
  query: SessionQuery,
  nowMs: number,
  max: number,
): Promise<string[]> {
  const { entry, activity, values, parameter } = filtersOf(query, nowMs);
  const text = `SELECT e.identifier FROM ${ENTRY_JOIN}
    WHERE ${entry} AND ${activity} AND a.ends > $1 AND ${uncoveredSql('e')} ORDER BY e.id LIMIT ${parameter(max)}`;
  const rows = await queryable.rows<{ identifier: string }>({ name: '', text }, values);
  return rows.map(({ identifier }) => identifier);
}

/** Stores with an order the sessions that the query matches now, with all their descendants. */
export async function saveMatchingMembers(
  tx: Transaction,
  orderId: number,
  query: SessionQuery,
  nowMs: number,
): Promise<void> {
  const { entry, activity, values, parameter } = filtersOf(query, nowMs);
  const order = parameter(orderId);
  const text = `
    WITH RECURSIVE family AS (
      SELECT e.id, e.identifier, 0 AS depth FROM ${ENTRY_JOIN} WHERE ${entry} AND ${activity} AND a.ends > $1
      UNION ALL
      SELECT c.id, c.identifier, f.depth + 1 FROM session_entry c JOIN family f ON c.parent_identifier = f.identifier
      WHERE f.depth < ${DESCENDANT_DEPTH_MAX} AND c.closed_date IS NULL)
    INSERT INTO session_bulk_close_member (order_id, session_id) SELECT DISTINCT ${order}::bigint, id FROM family
    ON CONFLICT DO NOTHING`;
  await tx.execute({ name: '', text }, values);
}

const describeMembers = sql(
  'session_bulk_close_members',
  `SELECT count(*)::int AS count, array_agg(DISTINCT e.tenant_identifier) AS tenants
   FROM session_bulk_close_member m JOIN session_entry e ON e.id = m.session_id WHERE m.order_id = $1`,
);

/** Answers how many sessions are stored with an order, and their tenants. */
export async function findMembersOf(
  tx: Transaction,
  orderId: number,
): Promise<{ readonly count: number; readonly tenants: readonly string[] }> {
  const [row] = await tx.rows<{ count: number; tenants: string[] | null }>(describeMembers, [orderId]);
  return { count: row?.count ?? 0, tenants: row?.tenants ?? [] };
}
