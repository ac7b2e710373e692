// Keeps batches, and shows how far they have come.
import type { Pageable } from '@keelson/contract';
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { addRange, createFilter } from '../../../kernel/records/page.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { pageRows } from '../interface/page-rows.store.ts';
import type { BatchRow, BatchState, BatchType, CountedBatch, FailedItem } from './batch.types.ts';

const COLUMNS =
  'b.id, b.tenant_identifier, b.type, b.arguments, b.state, b.total AS size, b.created_by, b.created_at, b.ended_at';
const COUNTED = `${COLUMNS}, (SELECT count(*)::int FROM bpm_batch_item i WHERE i.batch_id = b.id) AS remaining,
  (SELECT count(*)::int FROM bpm_batch_item i WHERE i.batch_id = b.id AND i.code IS NOT NULL) AS failed`;
const OF_TENANT = 'b.id = $1 AND b.tenant_identifier = $2';

const FIND = sql('bpm_batch_find', `SELECT ${COLUMNS} FROM bpm_batch b WHERE b.id = $1`);
const SHOW = sql('bpm_batch_show', `SELECT ${COUNTED} FROM bpm_batch b WHERE ${OF_TENANT}`);
const LOCK = sql('bpm_batch_lock', `SELECT ${COLUMNS} FROM bpm_batch b WHERE ${OF_TENANT} FOR UPDATE`);
const INSERT = sql(
  'bpm_batch_save',
  `INSERT INTO bpm_batch (id, tenant_identifier, type, arguments, state, total, created_by, created_by_folded, created_at, ended_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
const SET_STATE = sql('bpm_batch_set_state', 'UPDATE bpm_batch SET state = $2, ended_at = $3 WHERE id = $1');
const REMOVE_OLD = sql(
  'bpm_batch_remove_old',
  `WITH old AS (DELETE FROM bpm_batch WHERE id = ANY (ARRAY(SELECT id FROM bpm_batch WHERE ended_at <= $1 LIMIT 10)) RETURNING id)
   DELETE FROM bpm_batch_item i USING old WHERE i.batch_id = old.id`,
);
const COUNT_OLD = sql('bpm_batch_has_old', 'SELECT FROM bpm_batch WHERE ended_at <= $1 LIMIT 1');

export interface NewBatch {
  readonly id: string;
  readonly tenantIdentifier: string;
  readonly type: BatchType;
  readonly arguments: object;
  readonly createdBy: string;
  readonly at: Date;
}

export interface BatchQuery {
  readonly tenantIdentifier: string;
  readonly types?: readonly string[] | null;
  readonly states?: readonly string[] | null;
  readonly createdBy?: string | null;
  readonly createTimeFrom?: string | null;
  readonly createTimeTo?: string | null;
}

const PAGED = {
  columns: COUNTED,
  from: 'bpm_batch b',
  sort: { createTime: 'b.created_at', type: 'b.type', state: 'b.state' },
  tieBreak: ['b.id'],
};
const FAILED = {
  columns: 'i.number, i.ref_id, i.ref_number, i.code, i.message',
  from: 'bpm_batch_item i',
  sort: { place: 'i.number', code: 'i.code' },
  tieBreak: ['i.number'],
};

export function createBatchStore(database: Database) {
  return {
    async find(id: string): Promise<BatchRow | null> {
      const [row] = await database.rows<BatchRow>(FIND, [id]);
      return row ?? null;
    },
    async show(queryable: Queryable, id: string, tenantIdentifier: string): Promise<CountedBatch | null> {
      const [row] = await queryable.rows<CountedBatch>(SHOW, [id, tenantIdentifier]);
      return row ?? null;
    },
    async lock(tx: Transaction, id: string, tenantIdentifier: string): Promise<BatchRow | null> {
      const [row] = await tx.rows<BatchRow>(LOCK, [id, tenantIdentifier]);
      return row ?? null;
    },
    save: (tx: Transaction, batch: NewBatch, total: number) =>
      tx.execute(INSERT, [
        batch.id,
        batch.tenantIdentifier,
        batch.type,
        JSON.stringify(batch.arguments),
        total === 0 ? 'COMPLETED' : 'RUNNING',
        total,
        batch.createdBy,
        foldName(batch.createdBy),
        batch.at,
        total === 0 ? batch.at : null,
      ]),
    setState: (tx: Transaction, id: string, state: BatchState, endedAt: Date | null) =>
      tx.execute(SET_STATE, [id, state, endedAt]),
    page(query: BatchQuery, request: Pageable) {
      const filter = createFilter();
      filter.and('b.tenant_identifier = $?', query.tenantIdentifier);
      if (query.types) filter.and('b.type = ANY ($?::text[])', query.types);
      if (query.states) filter.and('b.state = ANY ($?::text[])', query.states);
      if (query.createdBy) filter.and('b.created_by_folded = $?', foldName(query.createdBy));
      addRange(filter, 'b.created_at', query.createTimeFrom, query.createTimeTo);
      return pageRows<CountedBatch>(database, PAGED, { filter, request });
    },
    failures(id: string, code: string | null, request: Pageable) {
      const filter = createFilter();
      filter.and('i.batch_id = $? AND i.code IS NOT NULL', id);
      if (code !== null) filter.and('i.code = $?', code);
      return pageRows<FailedItem>(database, FAILED, { filter, request });
    },
    /** Removes batches that ended before, some at a time. */
    async removeOld(before: Date): Promise<void> {
      while ((await database.rows(COUNT_OLD, [before])).length > 0) await database.execute(REMOVE_OLD, [before]);
    },
  };
}

export type BatchStore = ReturnType<typeof createBatchStore>;
