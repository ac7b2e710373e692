// Reads activities from the rows of the history: the SQL that reports and pages of them share.

/** Time by which a row is written after the first of what it holds, at most: `BURST_WALL_MS`, a step, and some more. */
export const FLUSH_LAG = '1 hour';

/** Writes the version by which an instance `h` (of `bpm_hi_instance`) ran when the row of this revision of its history was written. */
export const versionAt = (revision: string): string =>
  `CASE WHEN h.migrated THEN bpm_definition_at(h.id, ${revision}) ELSE h.definition_id END`;
/** Version by which the instance of a row `e` of the history ran. */
export const VERSION_OF_ROW = versionAt('e.revision');

// An activity stands in the row of its beginning. Its end is in the same row, or in the first later one that names it: only rows that
// may name it are read, and what was read is looked at exactly. One that was undone later ended when it had completed.
/**
 * Joins the activities that begin in a row `e` of the history, as `a`, with their times as `w`; `a.node` is null of those that began before.
 * The end that stands in a later row is `z`, and `u` says whether it was undone.
 */
export const ACTIVITIES = `CROSS JOIN LATERAL bpm_history_activities(e.record) a
  LEFT JOIN LATERAL (
    SELECT coalesce(to_timestamp(s.ended / 1000.0), l.at) AS at, l.closed_tasks, s.state
    FROM bpm_history_event l CROSS JOIN LATERAL bpm_history_activities(l.record) s
    WHERE a.state IS NULL AND l.instance_id = e.instance_id AND l.revision > e.revision
      AND l.record ~ ('"[ck]",' || a.number || '[],]') AND s.number = a.number AND s.state IS NOT NULL
    ORDER BY l.revision LIMIT 1
  ) z ON true
  CROSS JOIN LATERAL (
    SELECT EXISTS (
      SELECT FROM bpm_history_event l CROSS JOIN LATERAL bpm_history_activities(l.record) s
      WHERE l.instance_id = e.instance_id AND l.revision > e.revision AND strpos(l.record, ',"COMPENSATED"') > 0
        AND l.record ~ ('"k",' || a.number || ',"COMPENSATED"') AND s.number = a.number AND s.state = 'COMPENSATED'
    ) AS undone
  ) u
  CROSS JOIN LATERAL (
    SELECT coalesce(to_timestamp(a.began / 1000.0), e.at) AS began_at,
      CASE WHEN a.state IS NULL THEN z.at ELSE coalesce(to_timestamp(a.ended / 1000.0), e.at) END AS ended_at
  ) w
  LEFT JOIN bpm_task t ON t.instance_id = e.instance_id AND t.number = a.task`;

export const ACTIVITY_STATE = "CASE WHEN u.undone THEN 'COMPENSATED' ELSE coalesce(a.state, z.state, 'ACTIVE') END";
/** Assignee of an activity: that of its task, open or closed. */
export const ACTIVITY_ASSIGNEE = `coalesce(t.assignee, (SELECT c.task->>7 FROM jsonb_array_elements(z.closed_tasks::jsonb) c(task)
  WHERE (c.task->>0)::integer = a.task))`;
