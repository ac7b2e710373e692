// Holds the SQL of a live session; `lifespan.ts` computes the same in memory.

/** The SQL twin of `endsAt`: `entry` is the alias of session_entry, `lastAccess` an expression. */
export function endsSql(entry: string, lastAccess: string): string {
  return `least(${entry}.expiry, ${lastAccess} + make_interval(secs => ${entry}.idle_seconds + ${entry}.slack_seconds))`;
}

/** Makes the SQL condition that a standing order (alias of session_bulk_close) covers a session (alias of session_entry). */
export function coversSql(order: string, entry: string): string {
  return (
    `(${order}.tenant_identifier IS NULL OR ${order}.tenant_identifier = ${entry}.tenant_identifier) ` +
    `AND ${entry}.id <= ${order}.through_id AND (${order}.include_system OR NOT ${entry}.system) ` +
    `AND (NOT ${order}.system_only OR ${entry}.system) ` +
    `AND ${entry}.identifier <> ${order}.except_identifier ` +
    `AND (NOT ${order}.listed OR EXISTS (SELECT FROM session_bulk_close_member l ` +
    `WHERE l.order_id = ${order}.id AND l.session_id = ${entry}.id))`
  );
}

/** Makes the SQL condition that no standing order covers the session. */
export function uncoveredSql(entry: string): string {
  return `NOT EXISTS (SELECT FROM session_bulk_close b WHERE ${coversSql('b', entry)})`;
}

/** Makes the SQL condition of a live session: `now` is the parameter that carries the clock. */
export function liveSql(entry: string, activity: string, now: string): string {
  return `${entry}.closed_date IS NULL AND ${activity}.ends > ${now} AND ${uncoveredSql(entry)}`;
}
