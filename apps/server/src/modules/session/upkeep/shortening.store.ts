// Holds the SQL of shorter timeouts: which tenants have open sessions, and bringing those sessions under new bounds.
import { SECOND_MS } from '@keelson/time-zone/units';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { TimeoutKind } from '../session.settings.ts';

// A batch holds its row locks for tens of milliseconds.
export const SHORTENED_MAX = 5_000;

// The statement looks at the index once for each tenant, however many sessions it has.
const findTenants = sql(
  'session_shorten_tenants',
  `WITH RECURSIVE t AS (
     (SELECT tenant_identifier FROM session_activity ORDER BY tenant_identifier LIMIT 1)
     UNION ALL
     SELECT (SELECT a.tenant_identifier FROM session_activity a WHERE a.tenant_identifier > t.tenant_identifier
             ORDER BY a.tenant_identifier LIMIT 1)
     FROM t WHERE t.tenant_identifier IS NOT NULL)
   SELECT tenant_identifier AS "tenantIdentifier" FROM t WHERE tenant_identifier IS NOT NULL`,
);

const conditions: Readonly<Record<TimeoutKind, string>> = {
  PLAIN: 'NOT e.system AND NOT e.remembered',
  REMEMBERED: 'NOT e.system AND e.remembered',
  SYSTEM: 'e.system',
};

// The slack stays: uses under the old timeout may be unwritten for as long as it says. Entry and activity are locked
// together in ascending order, as a close does.
function shortenSql(kind: TimeoutKind): string {
  return `WITH target AS (
     SELECT e.id, e.slack_seconds, least(e.idle_seconds, $3::int) AS idle_seconds,
       least(e.expiry, e.created + make_interval(secs => $4::int)) AS expiry
     FROM session_entry e JOIN session_activity a ON a.session_id = e.id
     WHERE e.tenant_identifier = $1 AND ${conditions[kind]} AND e.closed_date IS NULL AND e.id > $2
       AND (e.idle_seconds > $3::int OR e.expiry > e.created + make_interval(secs => $4::int))
     ORDER BY e.id LIMIT ${SHORTENED_MAX} FOR UPDATE OF e, a),
   entry AS (
     UPDATE session_entry e SET idle_seconds = t.idle_seconds, expiry = t.expiry FROM target t WHERE e.id = t.id
     RETURNING e.id, e.identifier)
   UPDATE session_activity a
   SET ends = least(t.expiry, a.last_access + make_interval(secs => t.idle_seconds + t.slack_seconds))
   FROM target t JOIN entry ON entry.id = t.id
   WHERE a.session_id = t.id RETURNING a.session_id AS id, entry.identifier`;
}

const shortenStatements = {
  PLAIN: sql('session_shorten_plain', shortenSql('PLAIN')),
  REMEMBERED: sql('session_shorten_remembered', shortenSql('REMEMBERED')),
  SYSTEM: sql('session_shorten_system', shortenSql('SYSTEM')),
};

/** Finds the tenants with open sessions. */
export async function findTenantsOfSessions(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.rows<{ tenantIdentifier: string }>(findTenants);
  return rows.map(({ tenantIdentifier }) => tenantIdentifier);
}

/** Bounds for the sessions of one tenant and kind. */
export interface ShorterTimeouts {
  readonly tenantIdentifier: string;
  readonly kind: TimeoutKind;
  readonly idleTimeoutMs: number;
  readonly absoluteTimeoutMs: number;
}

/** Shortens at most `SHORTENED_MAX` sessions with an id above; answers them ascending by id. */
export async function shortenSessions(
  tx: Transaction,
  { tenantIdentifier, kind, idleTimeoutMs, absoluteTimeoutMs }: ShorterTimeouts,
  aboveId: number,
): Promise<{ readonly id: number; readonly identifier: string }[]> {
  const values = [tenantIdentifier, aboveId, idleTimeoutMs / SECOND_MS, absoluteTimeoutMs / SECOND_MS];
  const rows = await tx.rows<{ id: number; identifier: string }>(shortenStatements[kind], values);
  return rows.sort((one, other) => one.id - other.id);
}
