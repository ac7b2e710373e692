// Holds the SQL of what a stream of events tells of sessions beside the events themselves.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

/** Holds what a stream tells of a session. */
export interface SessionBrief {
  readonly identifier: string;
  readonly username: string;
  readonly system: boolean;
}

const findBriefs = sql(
  'session_briefs_find',
  'SELECT identifier, username, system FROM session_entry WHERE identifier = ANY($1::text[])',
);

/** Finds those that are still in the history, by identifier. */
export async function findSessionBriefs(
  queryable: Queryable,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, SessionBrief>> {
  const rows = await queryable.rows<SessionBrief>(findBriefs, [identifiers]);
  return new Map(rows.map((row) => [row.identifier, row]));
}
