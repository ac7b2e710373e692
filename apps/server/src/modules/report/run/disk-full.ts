// Tells that the database has no room left on its disk.
import { sqlState } from '../../../kernel/database/database-errors.ts';

const DISK_FULL = '53100';

/** The kernel tells it as 503 with the cause kept; on a connection of one's own it comes as it is. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return sqlState(error) === DISK_FULL || sqlState(error.cause) === DISK_FULL;
}
