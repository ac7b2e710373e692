// Claims due rows of a module's own table, fairly over tenants, gives them back, and says what else is due.
import { type Database, sql } from '../database/database.ts';
import type { TenantBounds } from './places.ts';
import { heldByNobody } from './process.store.ts';

/**
 * Says which table holds the rows. It has the columns `due_at timestamptz`, `leased_by uuid`, `lease_token uuid`, `attempts integer`,
 * `tenant_identifier text`; indexes on (due_at) and (tenant_identifier, due_at) of the rows that are ready, and on (leased_by) of
 * those that are held.
 */
export interface LeasedTable {
  readonly name: string;
  /** Name of one of several works that share the table, each with its own `ready`: a-z and _. */
  readonly part?: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Columns that a claim answers, separated by commas. */
  readonly columns: string;
  /** Condition of rows that may be claimed at all, as `retries > 0`. */
  readonly ready: string;
  /**
   * Number of a row: among the rows of a tenant that have been due longest, those with the highest are claimed first.
   */
  readonly priority: string;
}

/** Names who holds a row, and by what claim. */
export interface Lease {
  readonly leasedBy: string;
  readonly leaseToken: string;
}

/** Rows of a tenant, those due longest, among which the priority decides. */
const PRIORITY_WINDOW = 200;
/** Rows that are counted at most: more would take the database longer than the number is worth. */
const COUNT_MAX = 100_000;

export type LeasedRow = Readonly<Record<string, unknown>> & {
  readonly lease_token: string;
  readonly lease_tenant: string;
  readonly due_at: Date;
};

export interface Claim {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Rows that are claimed at most, of all tenants together. */
  readonly count: number;
  readonly processId: string;
  readonly bounds: TenantBounds;
}

/** Says what is left to do at a time. */
export interface Outlook {
  /** Number of due rows, those at work among them; 100,000 stands for more, too. */
  readonly due: number;
  /** Epoch milliseconds of the earliest row that nobody holds; null where there is none. */
  readonly next: number | null;
}

/** The name of a statement; two works on one table have two. */
function statementName(kind: string, { name, part }: LeasedTable): string {
  return part === undefined ? `lease_${kind}_${name}` : `lease_${kind}_${name}_${part}`;
}

/** Finds the tenants that have anything, as `tenant (id)` with a null at its end, by skipping through the index. */
const tenantsOf = ({ name, ready }: LeasedTable): string =>
  `WITH RECURSIVE tenant AS (
       (SELECT j.tenant_identifier AS id FROM ${name} j WHERE ${ready} ORDER BY j.tenant_identifier LIMIT 1)
       UNION ALL
       SELECT (SELECT j.tenant_identifier FROM ${name} j WHERE ${ready} AND j.tenant_identifier > t.id
         ORDER BY j.tenant_identifier LIMIT 1) FROM tenant t WHERE t.id IS NOT NULL
     )`;

/** Says in SQL when the earliest row is due; null also where all of them wait until somebody says so, which is written as `infinity`. */
const earliest = (dueAt: string): string => `NULLIF(min(${dueAt}), 'infinity')`;

/** Says in SQL how many rows a claim may bring a tenant; null where it is not bounded. */
const BOUND = '($5::int[])[array_position($4::text[], t.id)]';

function claimOf(table: LeasedTable) {
  const { name, key, columns, ready, priority } = table;
  const ofKey = (left: string, right: string) =>
    key.map((column) => `${left}.${column} = ${right}.${column}`).join(' AND ');
  const free = heldByNobody('j.leased_by');
  const keys = key.join(', ');
  // Each tenant that has something due, and may have more places, gets its share of them, or an equal chance where there are fewer
  // places than tenants.
  return sql(
    statementName('claim', table),
    `${tenantsOf(table)}, due AS (
       SELECT t.id, ${BOUND} AS bound FROM tenant t WHERE t.id IS NOT NULL AND (${BOUND} > 0) IS NOT FALSE AND EXISTS (
         SELECT 1 FROM ${name} j WHERE ${ready} AND j.tenant_identifier = t.id AND j.due_at <= $1 AND ${free})
       ORDER BY random() LIMIT $2
     ), chosen AS (
       SELECT c.* FROM due d CROSS JOIN LATERAL (
         SELECT ${key.map((column) => `j.${column}`).join(', ')} FROM ${name} j JOIN (
           SELECT ${keys} FROM ${name} j WHERE ${ready} AND j.tenant_identifier = d.id AND j.due_at <= $1 AND ${free}
           ORDER BY j.due_at LIMIT ${PRIORITY_WINDOW}
         ) w ON ${ofKey('j', 'w')}
         -- Asked again of the row as it is once it is locked. It is found by its key: IS TRUE fits no index of what is due, which
         -- would be read whole for each row of the window while the statistics know of few.
         WHERE (${ready}) IS TRUE AND (j.due_at <= $1) IS TRUE AND ${free}
         ORDER BY ${priority} DESC, j.due_at
         LIMIT LEAST(d.bound, GREATEST(1, $2::int / GREATEST(1, (SELECT count(*) FROM due)::int)))
         FOR UPDATE OF j SKIP LOCKED
       ) c LIMIT $2
     )
     UPDATE ${name} x SET leased_by = $3, lease_token = gen_random_uuid(), attempts = x.attempts + 1
     FROM chosen c WHERE ${ofKey('x', 'c')}
     RETURNING ${columns
       .split(',')
       .map((column) => `x.${column.trim()}`)
       .join(', ')}, x.lease_token, x.tenant_identifier AS lease_tenant`,
  );
}

function statementsOf(table: LeasedTable) {
  const { name, ready } = table;
  const free = heldByNobody('j.leased_by');
  return {
    claim: claimOf(table),
    nextDue: sql(
      statementName('next_due', table),
      `SELECT ${earliest('j.due_at')} AS at FROM ${name} j WHERE ${ready} AND ${free}`,
    ),
    nextDueExcept: sql(
      statementName('next_due_except', table),
      `${tenantsOf(table)} SELECT ${earliest('d.at')} AS at FROM tenant t CROSS JOIN LATERAL (
         SELECT j.due_at AS at FROM ${name} j WHERE ${ready} AND j.tenant_identifier = t.id AND ${free} ORDER BY j.due_at LIMIT 1
       ) d WHERE t.id <> ALL ($1::text[])`,
    ),
    outlook: sql(
      statementName('outlook', table),
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM ${name} j WHERE ${ready} AND j.due_at <= $1 LIMIT ${COUNT_MAX}) c)::int AS due,
         (SELECT ${earliest('j.due_at')} FROM ${name} j WHERE ${ready} AND ${free}) AS next`,
    ),
    giveBack: sql(
      statementName('give_back', table),
      `UPDATE ${name} SET leased_by = NULL, lease_token = NULL, attempts = GREATEST(0, attempts - 1), due_at = GREATEST(due_at, $3)
       WHERE leased_by = $1 AND lease_token = $2`,
    ),
  };
}

export function createLeaseStore(database: Database, table: LeasedTable) {
  const { claim, nextDue, nextDueExcept, outlook, giveBack } = statementsOf(table);
  return {
    /** Claims rows for this process, each with a token of its own; the attempt is counted. */
    claim: ({ now, count, processId, bounds: { tenants, more } }: Claim): Promise<LeasedRow[]> =>
      database.rows<LeasedRow>(claim, [new Date(now), count, processId, tenants, more]),
    /** Epoch milliseconds of the earliest row that nobody holds, of other tenants than these; null where there is none. */
    async nextDue(except: readonly string[]): Promise<number | null> {
      const rows =
        except.length === 0
          ? database.rows<{ at: Date | null }>(nextDue)
          : database.rows<{ at: Date | null }>(nextDueExcept, [except]);
      const [row] = await rows;
      return row?.at?.getTime() ?? null;
    },
    async outlook(now: number): Promise<Outlook> {
      const [row] = await database.rows<{ due: number; next: Date | null }>(outlook, [new Date(now)]);
      return { due: row?.due ?? 0, next: row?.next?.getTime() ?? null };
    },
    /** Gives a row back without counting the attempt; it is not tried again before `dueAt`. */
    giveBack: ({ leasedBy, leaseToken }: Lease, dueAt: number) =>
      database.execute(giveBack, [leasedBy, leaseToken, new Date(dueAt)]),
  };
}

export type LeaseStore = ReturnType<typeof createLeaseStore>;
