// Holds the SQL of last access: many touches in one statement.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { endsSql } from '../record/live.store.ts';

/** A last access that is due to be written. */
export interface Touch {
  readonly sessionId: number;
  readonly lastAccessMs: number;
}

// A touch never revives: the session was alive when it was used, which may be some seconds before this is written. And
// it never goes back, since another process may have written a later one. Rows are locked in ascending order, as a
// close does.
const writeTouches = sql(
  'session_touch',
  `WITH touch AS (SELECT * FROM unnest($1::int8[], $2::timestamptz[]) AS t (session_id, last_access)),
   target AS (
     SELECT a.session_id, t.last_access FROM session_activity a JOIN touch t ON t.session_id = a.session_id
     WHERE a.ends > t.last_access AND a.last_access < t.last_access ORDER BY a.session_id FOR UPDATE OF a)
   UPDATE session_activity a SET last_access = t.last_access, ends = ${endsSql('e', 't.last_access')}
   FROM target t JOIN session_entry e ON e.id = t.session_id WHERE a.session_id = t.session_id
   RETURNING a.session_id AS "sessionId", a.last_access AS "lastAccess"`,
);

/** Writes touches and answers those that were written; a session that had ended takes none. */
export async function saveTouches(queryable: Queryable, touches: readonly Touch[]): Promise<Touch[]> {
  const rows = await queryable.rows<{ sessionId: number; lastAccess: Date }>(writeTouches, [
    touches.map(({ sessionId }) => sessionId),
    touches.map(({ lastAccessMs }) => new Date(lastAccessMs)),
  ]);
  return rows.map(({ sessionId, lastAccess }) => ({ sessionId, lastAccessMs: lastAccess.getTime() }));
}
