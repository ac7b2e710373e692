// Keeps dead letters.
import { hash } from 'node:crypto';
import type { Pageable } from '@keelson/contract';
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import { createFilter, orderBy } from '../../../kernel/records/page.ts';

const NAME_HASH_LENGTH = 16;

const INSERT = sql(
  'log_dead_letter_insert',
  `INSERT INTO log_dead_letter (id, recorded_at, event_uuid, tenant_identifier, reason, payload)
   VALUES ($1, $2, $3, $4, $5, $6)`,
);
const FAILED = sql(
  'log_dead_letter_failed',
  'UPDATE log_dead_letter SET tries = tries + 1, last_try_date = $2, reason = $3 WHERE id = $1',
);
const REMOVE = sql('log_dead_letter_remove', 'DELETE FROM log_dead_letter WHERE id = ANY ($1::uuid[])');
const PURGE = sql('log_dead_letter_purge', 'DELETE FROM log_dead_letter WHERE recorded_at < $1');
const COUNT = sql('log_dead_letter_count', 'SELECT count(*)::int AS count FROM log_dead_letter');
const COLUMNS = `l.id, l.recorded_at AS "recordedAt", l.event_uuid AS "eventUuid", l.tenant_identifier AS "tenantIdentifier", l.reason,
  l.payload, l.tries, l.last_try_date AS "lastTryDate"`;

export interface DeadLetter {
  readonly id: string;
  readonly recordedAt: Date;
  readonly eventUuid: string | null;
  readonly tenantIdentifier: string | null;
  readonly reason: string;
  readonly payload: Buffer;
}

export interface StoredDeadLetter extends DeadLetter {
  readonly tries: number;
  readonly lastTryDate: Date | null;
}

export interface DeadLetterFilter {
  /** Tenant; null: every tenant, and none. */
  readonly tenantIdentifier: string | null;
  readonly ids: readonly string[] | null;
  readonly eventUuid: string | null;
  readonly reason: string | null;
}

function filterOf({ tenantIdentifier, ids, eventUuid, reason }: DeadLetterFilter) {
  const filter = createFilter();
  if (tenantIdentifier !== null) filter.and('l.tenant_identifier = $?', tenantIdentifier);
  if (ids !== null) filter.and('l.id = ANY ($?::uuid[])', ids);
  if (eventUuid !== null) filter.and('l.event_uuid = $?::uuid', eventUuid);
  if (reason !== null) filter.and('strpos(lower(l.reason), lower($?)) > 0', reason);
  return filter;
}

function named(what: string, text: string) {
  return sql(`log_dead_letter_${what}_${hash('sha256', text, 'hex').slice(0, NAME_HASH_LENGTH)}`, text);
}

export function createDeadLetterStore(database: Database) {
  return {
    insert: ({ id, recordedAt, eventUuid, tenantIdentifier, reason, payload }: DeadLetter) =>
      database.execute(INSERT, [id, recordedAt, eventUuid, tenantIdentifier, reason, payload]),
    async page(asked: DeadLetterFilter, { pageNumber, pageSize, sort }: Pageable) {
      const filter = filterOf(asked);
      const limit = filter.parameter(pageSize);
      const offset = filter.parameter(pageNumber * pageSize);
      const order = orderBy(sort, { dateRecorded: 'l.recorded_at' }, ['l.id']);
      const text = `SELECT counted.total, found.* FROM (SELECT count(*)::int AS total FROM log_dead_letter l WHERE ${filter.where}) counted
        LEFT JOIN LATERAL (SELECT ${COLUMNS}, row_number() OVER (ORDER BY ${order}) AS position FROM log_dead_letter l
          WHERE ${filter.where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) found ON true ORDER BY found.position`;
      type Row = StoredDeadLetter & { readonly total: number };
      const rows = await database.rows<Row>(named('page', text), filter.values);
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
    },
    /** Lists the oldest letters that match. */
    oldest(asked: DeadLetterFilter, limit: number): Promise<readonly StoredDeadLetter[]> {
      const filter = filterOf(asked);
      const text = `SELECT ${COLUMNS} FROM log_dead_letter l WHERE ${filter.where} ORDER BY l.recorded_at, l.id LIMIT ${filter.parameter(limit)}`;
      return database.rows<StoredDeadLetter>(named('oldest', text), filter.values);
    },
    failed: (id: string, date: Date, reason: string) => database.execute(FAILED, [id, date, reason]),
    /** Removes letters; answers how many. */
    remove: (tx: Transaction, ids: readonly string[]) => tx.execute(REMOVE, [ids]),
    purge: (before: Date) => database.execute(PURGE, [before]),
    async count(): Promise<number> {
      return (await database.rows<{ readonly count: number }>(COUNT))[0]?.count ?? 0;
    },
  };
}

export type DeadLetterStore = ReturnType<typeof createDeadLetterStore>;
