// Lets readers follow an append-only table without missing a transaction that commits later than a newer one.

import type { Queryable } from './database.types.ts';
import { type Statement, sql } from './database-client.ts';

/*
 * Serial numbers and times are taken before the commit, so a reader that remembers the highest one it saw misses rows
 * that were numbered earlier and committed later. Each row therefore carries its transaction, `xid8 DEFAULT
 * pg_current_xact_id()`: everything below `pg_snapshot_xmin(pg_current_snapshot())` is committed or gone for ever.
 * Transaction ids belong to one cluster: after a restore into another one, a remembered id may lie in the future, and
 * the reader starts over.
 */

/** Describes a table to follow. All names are constants of the program; they go into SQL as they are. */
export interface FollowedTable {
  /** First part of the names of the statements. */
  readonly name: string;
  readonly table: string;
  /** Selected columns or expressions, with their names: `detail`, `id AS "eventId"`. */
  readonly columns: readonly string[];
  /** Id, unique within a transaction and comparable as text-free SQL. */
  readonly orderColumn: string;
  /** Column of type xid8; `xid` unless given. It has an index, with `orderColumn` behind it where a follower pages. */
  readonly xidColumn?: string;
}

/** What a sweep saw: `restarted` when the position was of another cluster, and everything must be read anew. */
export interface SweepResult<R> {
  readonly rows: R[];
  readonly restarted: boolean;
}

export interface Sweep<R> {
  /**
   * Answers rows of transactions that were open at the sweep before, or began since; a row may come more than once. The first
   * call answers none and remembers where it stands. A failed call leaves the position as it was.
   */
  next(): Promise<SweepResult<R>>;
  /** Forgets the position: the next call is a first one. */
  reset(): void;
}

/** Reads at least once, with the position in memory: for those who only need to hear of changes since they started. */
export function createSweep<R extends object>(database: Queryable, followed: FollowedTable): Sweep<R> {
  const xid = followed.xidColumn ?? 'xid';
  const statement = sql(
    `${followed.name}_sweep`,
    `SELECT s.horizon::text AS "sweepHorizon", s.restarted AS "sweepRestarted", t.*
     FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon,
                  coalesce($1::xid8 > pg_snapshot_xmax(pg_current_snapshot()), false) AS restarted) s
     LEFT JOIN (SELECT true AS "sweepFound", ${followed.columns.join(', ')} FROM ${followed.table} WHERE ${xid} >= $1::xid8) t ON true`,
  );
  let seen: string | null = null;
  return {
    async next() {
      const all = await database.rows<R & { sweepHorizon: string; sweepRestarted: boolean; sweepFound: true | null }>(
        statement,
        [seen],
      );
      const first = all[0]!;
      seen = first.sweepHorizon;
      return { rows: all.filter((row) => row.sweepFound !== null), restarted: first.sweepRestarted };
    },
    reset() {
      seen = null;
    },
  };
}

/** Points at the last row that was read; the reader stores it with what it made of the rows. */
export interface Cursor {
  readonly xid: string;
  readonly order: string;
}

export interface FollowedPage<R> {
  readonly rows: R[];
  /** Where the next page begins; null while nothing was ever read. */
  readonly cursor: Cursor | null;
  /** Everything committed before this position is in this page or an earlier one; null while more rows wait. */
  readonly horizon: string | null;
  /** The given cursor was of another cluster; this page begins at the start of the table. */
  readonly restarted: boolean;
}

/**
 * Reads exactly once, in the order of (transaction, order column): pages of rows whose transactions are below the horizon. A
 * transaction that stays open anywhere in the cluster holds the horizon back; `horizonAgeMs` says how long. Given a transaction,
 * what was made of the rows and the cursor commit together.
 */
export function createFollower<R extends object>(
  followed: FollowedTable,
  pageRowsMax: number,
): (queryable: Queryable, cursor: Cursor | null) => Promise<FollowedPage<R>> {
  const statement = followStatement(followed, pageRowsMax);
  type Row = R & { followXid: string | null; followOrder: string; followHorizon: string; followRestarted: boolean };
  return async (queryable, cursor) => {
    const all = await queryable.rows<Row>(statement, [cursor?.xid ?? null, cursor?.order ?? null]);
    const first = all[0]!;
    const rows = all.filter((row) => row.followXid !== null);
    const last = rows.at(-1);
    const start = first.followRestarted ? null : cursor;
    return {
      rows,
      cursor: last === undefined ? start : { xid: last.followXid!, order: last.followOrder },
      horizon: rows.length < pageRowsMax ? first.followHorizon : null,
      restarted: first.followRestarted,
    };
  };
}

function followStatement(followed: FollowedTable, pageRowsMax: number): Statement {
  const xid = `f.${followed.xidColumn ?? 'xid'}`;
  const order = `f.${followed.orderColumn}`;
  // No transaction has the number 0, so that every row comes behind this position, whatever its order column holds.
  return sql(
    `${followed.name}_follow`,
    `WITH s AS MATERIALIZED (
       SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon,
              coalesce($1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()), false) AS restarted,
              CASE WHEN $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) THEN $1::xid8 ELSE '0' END AS start
     )
     SELECT s.horizon::text AS "followHorizon", s.restarted AS "followRestarted", t.*
     FROM s LEFT JOIN LATERAL (
       SELECT ${xid}::text AS "followXid", ${order}::text AS "followOrder", ${followed.columns.join(', ')}
       FROM ${followed.table} f
       WHERE ${xid} < s.horizon AND (${xid}, ${order}) > (s.start, $2)
       ORDER BY ${xid}, ${order} LIMIT ${pageRowsMax}
     ) t ON true`,
  );
}

const readPosition = sql('kernel_horizon_position', 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS position');

/** Answers a position that a follower's horizon has reached once it has read everything committed before this call. */
export async function currentPosition(database: Queryable): Promise<string> {
  const [row] = await database.rows<{ position: string }>(readPosition);
  return row!.position;
}

const readHorizon = sql('kernel_horizon', 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon');

/** Answers the horizon of now: whatever is committed later is not below it. */
export async function currentHorizon(database: Queryable): Promise<string> {
  const [row] = await database.rows<{ horizon: string }>(readHorizon);
  return row!.horizon;
}

/** Says whether a follower with this horizon has read everything up to the position. */
export function hasPassed(horizon: string, position: string): boolean {
  return BigInt(horizon) >= BigInt(position);
}

/** Lies behind every row of its transaction where the order column is a uuid. */
export const LAST_ORDER = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Answers the position of a reader that has read everything below the horizon. */
export function positionBelow(horizon: string, lastOrder = LAST_ORDER): Cursor {
  return { xid: String(BigInt(horizon) - 1n), order: lastOrder };
}

/**
 * Compares two places in the order of commits: negative where the first comes before the second. Orders are uuids, or
 * whole numbers.
 */
export function comparePlaces(left: Cursor, right: Cursor): number {
  const [leftXid, rightXid] = [BigInt(left.xid), BigInt(right.xid)];
  if (leftXid !== rightXid) return leftXid < rightXid ? -1 : 1;
  if (left.order.length !== right.order.length) return left.order.length - right.order.length;
  return left.order === right.order ? 0 : left.order < right.order ? -1 : 1;
}

const readAge = sql(
  'kernel_horizon_age',
  `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start) * 1000), 0)::float8 AS "ageMs"
   FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND backend_type = 'client backend'`,
);

/** Answers, for operators, how many ms the oldest writing transaction that this role may see has been open. */
export async function horizonAgeMs(database: Queryable): Promise<number> {
  const [row] = await database.rows<{ ageMs: number }>(readAge);
  return Math.max(0, row!.ageMs);
}
