// Hands events on with the name of whoever invited.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';

export interface OwnerRename {
  readonly tenantIdentifier: string;
  readonly previousFolded: string;
  readonly username: string;
  readonly usernameFolded: string;
}

// Whoever changes several events in one transaction locks them by their uids, and so does this. Told twice, nothing is left to rename.
const renameOwner = sql(
  'mail_calendar_rename',
  `WITH own AS MATERIALIZED (
     SELECT id FROM mail_calendar_event WHERE tenant_identifier = $1 AND created_by_folded = $2
     ORDER BY uid, recurrence_id FOR NO KEY UPDATE)
   UPDATE mail_calendar_event e SET created_by = $3, created_by_folded = $4 FROM own WHERE e.id = own.id`,
);

export async function renameEventOwner(
  tx: Transaction,
  { tenantIdentifier, previousFolded, username, usernameFolded }: OwnerRename,
): Promise<void> {
  await tx.execute(renameOwner, [tenantIdentifier, previousFolded, username, usernameFolded]);
}
