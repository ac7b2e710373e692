// Holds the SQL by which the own database is distinguished from those of adapters: a lock that only one transaction can
// hold.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

const lock = sql('report_own_database_lock', 'SELECT pg_try_advisory_xact_lock($1, $2) AS locked');
const stillThere = sql('report_own_database_alive', 'SELECT 1');
const readName = sql('report_own_database_name', 'SELECT current_database() AS database');
const readSystem = sql(
  'report_own_database_system',
  'SELECT system_identifier::text AS "systemIdentifier" FROM pg_control_system()',
);

/** Tries the lock until the end of the transaction; false where another transaction has it. */
export async function tryLock(tx: Transaction, lockClass: number, key: number): Promise<boolean> {
  const [row] = await tx.rows<{ locked: boolean }>(lock, [lockClass, key]);
  return row?.locked === true;
}

/** Rejects where the connection is gone, and with it the lock. */
export async function requireAlive(tx: Transaction): Promise<void> {
  await tx.execute(stillThere, []);
}

/**
 * Reads the own identity; the identifier is that of the cluster and of all its replicas; null where the role of this
 * program may not ask.
 */
export async function readOwnIdentity(
  queryable: Queryable,
): Promise<{ readonly database: string; readonly systemIdentifier: string | null }> {
  const [row] = await queryable.rows<{ database: string }>(readName);
  const systems = await queryable.rows<{ systemIdentifier: string }>(readSystem).catch(() => []);
  return { database: row!.database, systemIdentifier: systems[0]?.systemIdentifier ?? null };
}
