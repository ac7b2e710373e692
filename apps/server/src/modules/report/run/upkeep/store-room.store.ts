// Holds the SQL of the disk space of reports.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';

const used = sql(
  'report_room_used',
  `SELECT ((SELECT COALESCE(sum(byte_count), 0) FROM report_snapshot)
     + (SELECT COALESCE(sum(x.byte_count), 0) FROM (SELECT DISTINCT content, byte_count FROM report_export WHERE content IS NOT NULL) x))::bigint
     AS bytes`,
);
/** Condition of runs whose recipients' files are still to be made from the rows. */
const DELIVERED = `(e.source = 'BURST' AND EXISTS (
  SELECT FROM report_schedule_run d WHERE d.execution_uuid = e.uuid AND d.status IN ('RUNNING', 'DELIVERING')))`;
const findSpare = sql(
  'report_room_spare',
  `SELECT id FROM (
     SELECT s.id, sum(s.byte_count) OVER (ORDER BY r.finished_date, s.id) - s.byte_count AS before
     FROM report_snapshot s CROSS JOIN LATERAL (
       SELECT COALESCE(max(e.finished_date), s.date_created) AS finished_date, bool_and(e.status = 'SUCCEEDED' AND NOT ${DELIVERED}) AS "isSpare"
       FROM report_execution e WHERE e.snapshot_id = s.id AND e.status IN ('RUNNING', 'RENDERING', 'CANCELLING', 'SUCCEEDED')
     ) r WHERE COALESCE(r."isSpare", s.cache_key IS NOT NULL)
   ) freed WHERE before <= $1`,
);

/** Counts the bytes of snapshots and of files, equal ones once. */
export async function usedBytes(queryable: Queryable): Promise<number> {
  const [row] = await queryable.rows<{ bytes: number }>(used);
  return row!.bytes;
}

/**
 * Finds snapshots to drop, those of the oldest runs first, until so many bytes are free: all of their runs have a file,
 * or none is left although others may share them.
 */
export async function findSpareSnapshots(queryable: Queryable, bytes: number): Promise<readonly number[]> {
  return (await queryable.rows<{ id: number }>(findSpare, [bytes])).map(({ id }) => id);
}
