// Holds the SQL of marks and audiences of renamed persons, and of deactivated tenants.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import { handOverRows } from '../../../kernel/database/hand-over-rows.ts';
import type { RenamedPerson } from '../../../kernel/directory/directory-event.ts';
import type { Announcement, Audience } from '../record/announcement.types.ts';

const lockStates = sql(
  'polling_user_state_lock_both',
  `SELECT username_folded AS name, read_seq AS "readSeq" FROM polling_user_state
   WHERE tenant_identifier = $1 AND username_folded = ANY ($2::text[]) ORDER BY username_folded FOR UPDATE`,
);
// A person may use the new name before the event is handled: then rows of both names are joined. A read-all under one
// of them holds, and the earlier first visit counts. Repeated, nothing is left to rename.
const renameState = handOverRows('polling_user_state_rename_user', {
  table: 'polling_user_state',
  met: {
    read_seq: 'greatest(mine.read_seq, EXCLUDED.read_seq)',
    baseline_seq: 'least(mine.baseline_seq, EXCLUDED.baseline_seq)',
    change_seq: 'greatest(mine.change_seq, EXCLUDED.change_seq)',
  },
});
// Streams that have followed the changes under the new name read the pages again, since rows came without single
// events.
const joinState = sql(
  'polling_user_state_join',
  `UPDATE polling_user_state SET change_seq = change_seq + 1, joined_own = change_seq + 1
   WHERE tenant_identifier = $1 AND username_folded = $2`,
);
// A receipt of an earlier number is void beside one of a later. Of the same number that of the new name is the later
// one.
const ofReceipt = (column: string, ofSame: string) =>
  `CASE WHEN mine.publish_seq > EXCLUDED.publish_seq THEN mine.${column}
     WHEN mine.publish_seq < EXCLUDED.publish_seq THEN EXCLUDED.${column} ELSE ${ofSame} END`;
const first = (column: string) => ofReceipt(column, `least(mine.${column}, EXCLUDED.${column})`);
const renameReceipts = handOverRows('polling_receipt_rename_user', {
  table: 'polling_receipt',
  key: ['announcement_id'],
  // A read-all removes explicit unread marks, those of the other name, too.
  changed: { read: '(gone.old).read OR (gone.old).publish_seq <= $4::bigint' },
  met: {
    read: ofReceipt('read', 'mine.read'),
    read_date: ofReceipt('read_date', 'CASE WHEN mine.read THEN least(mine.read_date, EXCLUDED.read_date) END'),
    archived_date: first('archived_date'),
    dismissed_date: first('dismissed_date'),
    acknowledged_date: first('acknowledged_date'),
    unarchived: ofReceipt('unarchived', 'mine.unarchived OR EXCLUDED.unarchived'),
    publish_seq: 'greatest(mine.publish_seq, EXCLUDED.publish_seq)',
  },
});
const selectNaming = sql(
  'polling_announcement_naming',
  `SELECT id, audience FROM polling_announcement
   WHERE tenant_identifier = $1 AND NOT deleted AND status IN ('DRAFT', 'SCHEDULED', 'PUBLISHED')
     AND (jsonb_typeof(audience -> 'users') = 'array' OR jsonb_typeof(audience -> 'excludeUsers') = 'array')`,
);
const saveAudience = sql(
  'polling_announcement_save_audience',
  'UPDATE polling_announcement SET audience = $2, change_seq = $3 WHERE id = $1',
);
const disableTenant = sql('polling_head_disable', 'UPDATE polling_head SET disabled = $2 WHERE tenant_identifier = $1');
/** Hands over what a person has read; the tables say what becomes of the other rows. */
export async function renameStates(
  tx: Transaction,
  { tenantIdentifier, previousFolded, usernameFolded }: RenamedPerson,
): Promise<void> {
  const names = [tenantIdentifier, previousFolded, usernameFolded];
  const states = await tx.rows<{ name: string; readSeq: number }>(lockStates, [tenantIdentifier, names.slice(1)]);
  const readSeq = states.find(({ name }) => name === usernameFolded)?.readSeq ?? 0;
  await tx.execute(renameState, names);
  await tx.execute(joinState, [tenantIdentifier, usernameFolded]);
  await tx.execute(renameReceipts, [...names, readSeq]);
}

/** Lists announcements that name users and are not over. */
export function listNaming(
  tx: Transaction,
  tenantIdentifier: string,
): Promise<readonly (Pick<Announcement, 'id'> & { readonly audience: Audience })[]> {
  return tx.rows(selectNaming, [tenantIdentifier]);
}

export async function changeAudience(
  tx: Transaction,
  id: number,
  audience: Audience,
  changeSeq: number,
): Promise<void> {
  await tx.execute(saveAudience, [id, audience, changeSeq]);
}

/** Marks a deactivated tenant, which the publisher skips. */
export async function markTenant(tx: Transaction, tenantIdentifier: string, disabled: boolean): Promise<void> {
  await tx.execute(disableTenant, [tenantIdentifier, disabled]);
}
