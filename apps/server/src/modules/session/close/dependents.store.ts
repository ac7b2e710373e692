// Holds the SQL of dependent sessions: children of a session, and the end of those of an API key.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

const findChildrenOf = sql(
  'session_children_find',
  'SELECT identifier FROM session_entry WHERE parent_identifier = $1 AND closed_date IS NULL',
);

// Entry and activity are locked together in ascending order, as a close does.
const shortenKey = sql(
  'session_shorten_key',
  `WITH target AS (
     SELECT e.id FROM session_entry e JOIN session_activity a ON a.session_id = e.id
     WHERE e.key_uuid = $1 AND e.closed_date IS NULL AND e.expiry > $2 ORDER BY e.id FOR UPDATE OF e, a),
   entry AS (UPDATE session_entry e SET expiry = $2 FROM target t WHERE e.id = t.id)
   UPDATE session_activity a SET ends = least(a.ends, $2) FROM target t WHERE a.session_id = t.id`,
);

/** Finds the open sessions that hang on this one directly. */
export async function findChildren(queryable: Queryable, identifier: string): Promise<string[]> {
  const rows = await queryable.rows<{ identifier: string }>(findChildrenOf, [identifier]);
  return rows.map((row) => row.identifier);
}

/** Lets open sessions of an API key end no later than this. */
export async function shortenSessionsOfKey(tx: Transaction, keyUuid: string, expiryMs: number): Promise<void> {
  await tx.execute(shortenKey, [keyUuid, new Date(expiryMs)]);
}
