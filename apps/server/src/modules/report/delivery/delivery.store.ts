// Holds the SQL of mails about runs: queued, settled, repeated, counted and deleted.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { Delivery, DeliveryCounts, DeliveryStatus, NewDelivery } from './delivery.types.ts';

const KEPT_DAYS = 30;

const insert = sql(
  'report_delivery_insert',
  `INSERT INTO report_delivery (uuid, tenant_identifier, kind, schedule_run_id, execution_uuid, sender, recipient, is_user, content, status,
     date_created, kept_until, due_at, recipient_column)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'PENDING', $10, $10::timestamptz + interval '${KEPT_DAYS} days', $10, $11)`,
);
const find = sql(
  'report_delivery_find',
  `SELECT id, uuid, tenant_identifier AS "tenantIdentifier", kind, schedule_run_id AS "scheduleRunId",
     execution_uuid AS "executionUuid", sender, recipient, is_user AS "isUser", content, round,
     recipient_column AS "recipientColumn" FROM report_delivery WHERE id = $1`,
);
const settle = sql(
  'report_delivery_settle',
  `UPDATE report_delivery SET status = $3, mail_uuid = $4, error_code = $5, leased_by = NULL, lease_token = NULL
   WHERE id = $1 AND lease_token = $2 AND status = 'PENDING' RETURNING id`,
);
// The mail was queued, but has not arrived.
const fail = sql(
  'report_delivery_fail',
  `UPDATE report_delivery SET status = 'FAILED', error_code = $2 WHERE mail_uuid = $1 AND status = 'SENT' AND tenant_identifier = $3
   RETURNING schedule_run_id AS "scheduleRunId"`,
);
const again = sql(
  'report_delivery_again',
  `UPDATE report_delivery SET status = 'PENDING', round = round + 1, mail_uuid = NULL, error_code = NULL, due_at = $2, attempts = 0
   WHERE schedule_run_id = $1 AND kind = 'FILES' AND status = 'FAILED'`,
);
const count = sql(
  'report_delivery_count',
  `SELECT count(*) FILTER (WHERE status = 'PENDING')::int AS pending, count(*) FILTER (WHERE status IN ('SENT', 'SKIPPED'))::int AS sent,
     count(*) FILTER (WHERE status = 'FAILED')::int AS failed FROM report_delivery WHERE schedule_run_id = $1 AND kind = 'FILES'`,
);
const forget = sql(
  'report_delivery_forget',
  `DELETE FROM report_delivery WHERE id = ANY(ARRAY(
     SELECT id FROM report_delivery WHERE kept_until <= $1 AND status <> 'PENDING' ORDER BY kept_until LIMIT $2))`,
);

export async function insertDelivery(tx: Transaction, uuid: string, delivery: NewDelivery, now: Date): Promise<void> {
  const { tenantIdentifier, kind, scheduleRunId, executionUuid, sender, recipient, isUser, content, recipientColumn } =
    delivery;
  const said = JSON.stringify(content);
  const values = [uuid, tenantIdentifier, kind, scheduleRunId, executionUuid, sender, recipient, isUser, said, now];
  await tx.execute(insert, [...values, recipientColumn]);
}

export async function findDelivery(queryable: Queryable, id: number): Promise<Delivery | null> {
  const [row] = await queryable.rows<Delivery>(find, [id]);
  return row ?? null;
}

export interface Settled {
  readonly status: Exclude<DeliveryStatus, 'PENDING'>;
  readonly mailUuid: string | null;
  readonly errorCode: string | null;
}

/** Settles a delivery; false where another process has it. */
export async function settleDelivery(
  tx: Transaction,
  { id, leaseToken }: { readonly id: number; readonly leaseToken: string },
  { status, mailUuid, errorCode }: Settled,
): Promise<boolean> {
  return (await tx.rows(settle, [id, leaseToken, status, mailUuid, errorCode])).length > 0;
}

/** Marks the delivery of a mail that has not arrived, and answers the schedule's run; null for a mail of others. */
export async function failDeliveryOf(
  tx: Transaction,
  mailUuid: string,
  tenantIdentifier: string,
  errorCode: string,
): Promise<number | null> {
  const [row] = await tx.rows<{ scheduleRunId: number | null }>(fail, [mailUuid, errorCode, tenantIdentifier]);
  return row?.scheduleRunId ?? null;
}

/** Queues the failed deliveries again; answers how many. */
export function deliverAgain(tx: Transaction, scheduleRunId: number, now: Date): Promise<number> {
  return tx.execute(again, [scheduleRunId, now]);
}

export async function countDeliveries(queryable: Queryable, scheduleRunId: number): Promise<DeliveryCounts> {
  const [row] = await queryable.rows<DeliveryCounts>(count, [scheduleRunId]);
  return row!;
}

/** Deletes old deliveries; answers how many. */
export function forgetDeliveries(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(forget, [now, limit]);
}
