// Holds the SQL of standing orders: giving one, and what it covers; the rows are closed by `upkeep/`.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import type { CloseReason } from '../api.ts';

/** Sessions that an order is about. */
export interface BulkCloseScope {
  /** Tenant; null stands for every tenant. */
  readonly tenantIdentifier: string | null;
  readonly includeSystem: boolean;
  /** Covers sessions of services alone; `includeSystem` is set too. */
  readonly systemOnly: boolean;
  readonly exceptIdentifier: string | null;
}

/** A standing order: the sessions that it covers are invalid from the commit on. */
export interface BulkClose extends BulkCloseScope {
  /** True where it covers only the sessions that are stored with it. */
  readonly listed: boolean;
  readonly reason: CloseReason;
  readonly closedBy: string;
  readonly nowMs: number;
}

const insertOrder = sql(
  'session_bulk_close_insert',
  `INSERT INTO session_bulk_close
     (created, tenant_identifier, through_id, include_system, except_identifier, system_only, reason, closed_by, listed)
   VALUES ($1, $2, nextval(pg_get_serial_sequence('session_entry', 'id')), $3, $4, $5, $6, $7, $8) RETURNING id`,
);

// The ledger is asked: counting a million rows would take longer than the order itself. Sessions that an older order
// covers and that are not closed yet are counted once more.
const countScope = sql(
  'session_bulk_close_count',
  `SELECT ((SELECT coalesce(sum(delta), 0) FROM session_count_delta d
       WHERE ($2::text IS NULL OR d.tenant_identifier = $2) AND ($3::boolean OR NOT d.system) AND (NOT $4::boolean OR d.system)) -
     (SELECT count(*) FROM session_activity a
       WHERE a.ends <= $1 AND ($2::text IS NULL OR a.tenant_identifier = $2) AND ($3::boolean OR NOT a.system)
         AND (NOT $4::boolean OR a.system)) -
     (SELECT count(*) FROM session_entry e JOIN session_activity a ON a.session_id = e.id
       WHERE e.identifier = $5 AND a.ends > $1))::int AS count`,
);

/** Saves an order and answers its id; the caller holds the locks of its tenant, or of all. */
export async function saveBulkClose(tx: Transaction, order: BulkClose): Promise<number> {
  const { tenantIdentifier, includeSystem, exceptIdentifier, systemOnly, listed, nowMs } = order;
  const scope = [tenantIdentifier, includeSystem, exceptIdentifier ?? '', systemOnly];
  const values = [new Date(nowMs), ...scope, order.reason, order.closedBy, listed];
  const [row] = await tx.rows<{ id: number }>(insertOrder, values);
  return row!.id;
}

/** Counts the live sessions that an order with this scope would cover now. */
export async function countBulkClose(tx: Transaction, order: BulkCloseScope, nowMs: number): Promise<number> {
  const { tenantIdentifier, includeSystem, systemOnly, exceptIdentifier } = order;
  const values = [new Date(nowMs), tenantIdentifier, includeSystem, systemOnly, exceptIdentifier ?? ''];
  const [row] = await tx.rows<{ count: number }>(countScope, values);
  return row?.count ?? 0;
}
