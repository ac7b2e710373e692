// Makes the SQL by which a change of statuses is written into the change feed in the same statement.

/*
 * A trigger would cost a call for each row, and run for each lease that is taken; a statement writes those of its rows at once.
 *
 * Readers follow the feed by transaction and id. A transaction that began early may change a mail after one that began late, and is
 * read before it: so the change of a mail stands at the place of the latest transaction that has written one. That place is never
 * lower than the own one, so a reader that has come up to it has missed nothing.
 */

/** Part of SET, where the mail is `m`; its row is locked by then, so that the values are those of the last change. */
export const STATUS_CHANGE = 'status_before = m.status, feed_xid = GREATEST(m.feed_xid, pg_current_xact_id())';

/** Columns that the UPDATE returns for `insertChanges`. */
export const CHANGED_COLUMNS = 'm.id, m.feed_xid, m.status_before, m.status';

/**
 * Makes the part of a WITH that writes the changes of another part into the feed; `at` is SQL of the time, with the
 * changed mail as `c`.
 */
export function insertChanges(changed: string, at: string): string {
  return `INSERT INTO mail_event (xid, at, mail_id, status_before, status)
     SELECT c.feed_xid, ${at}, c.id, c.status_before, c.status FROM ${changed} c WHERE c.status <> c.status_before`;
}
