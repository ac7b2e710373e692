// Holds the SQL of session data that a stream sends beside the events themselves.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

/** Data of a session in a stream. */
export interface SessionBrief {
  readonly identifier: string;
  readonly username: string;
  readonly system: boolean;
}

const findBriefs = sql(
  'session_briefs_find',
  'SELECT identifier, username, system FROM session_entry WHERE identifier = ANY($1::text[])',
);

/** Finds the sessions that are still in the history, by identifier. */
export async function findSessionBriefs(
  queryable: Queryable,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, SessionBrief>> {
  const rows = await queryable.rows<SessionBrief>(findBriefs, [identifiers]);
  return new Map(rows.map((row) => [row.identifier, row]));
}
