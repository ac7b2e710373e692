// Recognises that the database has no room left on its disk.
import { sqlState } from '../../../kernel/database/database-errors.ts';

const DISK_FULL = '53100';

/**
 * Says whether an error means a full disk: the kernel makes it a 503 with the cause, other connections give it as it
 * is.
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return sqlState(error) === DISK_FULL || sqlState(error.cause) === DISK_FULL;
}
