// Holds the SQL of the own attributes of a session.
import { sql, type Transaction } from '../../../kernel/database/database.ts';

const lockAttributesRow = sql(
  'session_attributes_lock',
  'SELECT attributes FROM session_entry WHERE identifier = $1 AND closed_date IS NULL FOR UPDATE',
);

const saveAttributesRow = sql(
  'session_attributes_save',
  'UPDATE session_entry SET attributes = $2 WHERE identifier = $1',
);

/** Locks the session until the end of the transaction; null when it is closed. */
export async function lockAttributes(tx: Transaction, identifier: string): Promise<Record<string, unknown> | null> {
  const [row] = await tx.rows<{ attributes: Record<string, unknown> }>(lockAttributesRow, [identifier]);
  return row?.attributes ?? null;
}

export async function saveAttributes(
  tx: Transaction,
  identifier: string,
  attributes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(saveAttributesRow, [identifier, JSON.stringify(attributes)]);
}
