// Reads what people have added to tasks and instances: the part that comments and attachments have in common.
import type { Pageable } from '@keelson/contract';
import { type Database, type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { createFilter } from '../../../../kernel/records/page.ts';
import { pageRows } from '../../interface/page-rows.store.ts';
import type { RemarkedOn } from './places.ts';

/** Something that was added to a task or an instance by its author. */
export interface Remark {
  readonly id: string;
  readonly instanceId: string;
  /** Number of the task; null for the instance as a whole. */
  readonly taskNumber: number | null;
  readonly author: string;
  readonly createdAt: Date;
}

const COLUMNS = 'id, task_number AS "taskNumber", instance_id AS "instanceId", author, created_at AS "createdAt"';

export interface RemarkReader<R extends Remark> {
  /** Finds a remark of the task, or of the instance and all its tasks; null where it has none of this id. */
  find(queryable: Queryable, place: RemarkedOn, id: string): Promise<R | null>;
  /** Finds a remark as `find` does, locked until the transaction ends. */
  lock(tx: Transaction, place: RemarkedOn, id: string): Promise<R | null>;
  /** Pages the remarks of a task, or those of an instance and all its tasks. */
  page(
    database: Database,
    place: RemarkedOn,
    request: Pageable,
  ): Promise<{ readonly rows: readonly R[]; readonly total: number }>;
}

/** Makes the reader of a table of remarks; `columns` are those beside the ones of `Remark`. */
export function defineRemarkReader<R extends Remark>(
  table: 'bpm_comment' | 'bpm_attachment',
  columns: string,
): RemarkReader<R> {
  const shown = `${COLUMNS}, ${columns}`;
  const one = `SELECT ${shown} FROM ${table}
    WHERE id = $1 AND tenant_identifier = $2 AND instance_id = $3 AND ($4::int4 IS NULL OR task_number = $4)`;
  const paged = { columns: shown, from: table, sort: { time: 'created_at' }, tieBreak: ['id'] };

  const readOneBy =
    (statement: ReturnType<typeof sql>): RemarkReader<R>['find'] =>
    async (queryable, { tenantIdentifier, instanceId, taskNumber }, id) => {
      const [found] = await queryable.rows<R>(statement, [id, tenantIdentifier, instanceId, taskNumber]);
      return found ?? null;
    };

  return {
    find: readOneBy(sql(`${table}_find`, one)),
    lock: readOneBy(sql(`${table}_lock`, `${one} FOR UPDATE`)),
    page(database, { tenantIdentifier, instanceId, taskNumber }, request) {
      const filter = createFilter();
      filter.and('tenant_identifier = $?', tenantIdentifier);
      filter.and('instance_id = $?', instanceId);
      if (taskNumber !== null) filter.and('task_number = $?', taskNumber);
      return pageRows<R>(database, paged, { filter, request });
    },
  };
}
