// Keeps the answers of attendees; the caller holds the lock of the event.
import { sql, type Transaction } from '../../../kernel/database/database.ts';

const selectSequence = sql(
  'mail_calendar_notified_sequence',
  'SELECT told_sequence AS sequence FROM mail_calendar_event WHERE id = $1',
);
const saveStamp = sql(
  'mail_calendar_reply_save',
  `INSERT INTO mail_calendar_reply AS r (event_id, address_folded, stamp) VALUES ($1, $2, $3)
   ON CONFLICT (event_id, address_folded) DO UPDATE SET stamp = excluded.stamp WHERE r.stamp < excluded.stamp`,
);
const updateStatus = sql(
  'mail_calendar_participation',
  'UPDATE mail_calendar_attendee SET participation_status = $3 WHERE event_id = $1 AND address = $2',
);
const touchEvent = sql(
  'mail_calendar_answered',
  'UPDATE mail_calendar_event SET version = version + 1, updated_by = $2, date_updated = $3 WHERE id = $1',
);

/** Answers the last sequence of invitations to the event: a series counts the changes of its instances as well. */
export async function findNotifiedSequence(tx: Transaction, eventId: number): Promise<number> {
  const [row] = await tx.rows<{ sequence: number }>(selectSequence, [eventId]);
  return row!.sequence;
}

/** Saves an answer; false where the attendee has answered later, or the same already. */
export async function saveReplyStamp(
  tx: Transaction,
  eventId: number,
  addressFolded: string,
  stamp: Date,
): Promise<boolean> {
  return (await tx.execute(saveStamp, [eventId, addressFolded, stamp])) === 1;
}

export async function saveParticipation(
  tx: Transaction,
  eventId: number,
  {
    address,
    status,
    by,
    now,
  }: { readonly address: string; readonly status: string; readonly by: string; readonly now: Date },
): Promise<void> {
  await tx.execute(updateStatus, [eventId, address, status]);
  await tx.execute(touchEvent, [eventId, by, now]);
}
