// Keeps the place up to which other modules have got the changes.
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

const takeTurn = sql(
  'mail_event_delivery_take_turn',
  'SELECT xid::text AS xid, event_id::text AS "order" FROM mail_telling FOR UPDATE SKIP LOCKED',
);
const keepPlace = sql('mail_event_delivery_keep_place', 'UPDATE mail_telling SET xid = $1::xid8, event_id = $2');
const beginAnew = sql(
  'mail_event_delivery_begin_anew',
  'UPDATE mail_telling SET xid = NULL, event_id = NULL WHERE xid IS NOT NULL',
);

/** Takes the turn; null while another process delivers. `place` null: nothing was delivered yet. */
export async function takeDeliveryTurn(tx: Transaction): Promise<{ readonly place: Cursor | null } | null> {
  const [row] = await tx.rows<{ xid: string | null; order: string | null }>(takeTurn);
  if (row === undefined) return null;
  return { place: row.xid === null || row.order === null ? null : { xid: row.xid, order: row.order } };
}

export async function keepDeliveryPlace(tx: Transaction, { xid, order }: Cursor): Promise<void> {
  await tx.execute(keepPlace, [xid, order]);
}

/** Forgets the place where no handler is registered: a later one gets the changes from then on. */
export async function forgetDeliveryPlace(queryable: Queryable): Promise<void> {
  await queryable.execute(beginAnew);
}
