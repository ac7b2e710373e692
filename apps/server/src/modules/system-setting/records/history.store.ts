// Holds the SQL of the history: appended by changes, read by administrators, removed by age alone.
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { addRange, createFilter, type Filter, type SortColumns } from '../../../kernel/records/page.ts';
import { pageRecords, type RecordSource } from '../../../kernel/records/record-page.ts';
import type { HistoryAction, Scope } from '../system-setting.types.ts';

export interface NewHistoryRow {
  readonly uuid: string;
  readonly revision: number;
  readonly code: string;
  /** Null for changes of a definition. */
  readonly scope: Scope | null;
  readonly tenantIdentifier: string | null;
  readonly username: string | null;
  readonly action: HistoryAction;
  /** True where the values are left out. */
  readonly secret: boolean;
  readonly oldValue: unknown;
  readonly newValue: unknown;
  readonly reason: string | null;
  readonly updatedBy: string;
  readonly ipAddress: string | null;
  readonly correlationId: string | null;
  readonly date: Date;
}

export interface HistoryRow extends NewHistoryRow {
  readonly id: number;
}

const newColumns = [
  { name: 'uuid', type: 'uuid' },
  { name: 'revision', type: 'bigint' },
  { name: 'code', type: 'text' },
  { name: 'scope', type: 'text' },
  { name: 'tenant_identifier', type: 'text' },
  { name: 'username', type: 'text' },
  { name: 'action', type: 'text' },
  { name: 'secret', type: 'boolean' },
  { name: 'old_value', type: 'jsonb' },
  { name: 'new_value', type: 'jsonb' },
  { name: 'reason', type: 'text' },
  { name: 'updated_by', type: 'text' },
  { name: 'ip_address', type: 'text' },
  { name: 'correlation_id', type: 'text' },
  { name: 'date', type: 'timestamptz' },
];
const newNames = newColumns.map(({ name }) => name).join(', ');
// JSON travels as text in an array.
const insertRows = sql(
  'system_setting_history_insert',
  `INSERT INTO system_setting_history (${newNames})
   SELECT ${newColumns.map(({ name, type }) => `r.${name}::${type}`).join(', ')}
   FROM unnest(${newColumns.map(({ type }, index) => `$${index + 1}::${type === 'jsonb' ? 'text' : type}[]`).join(', ')})
     AS r(${newNames})`,
);
const columns = `h.id, h.uuid, h.revision, h.code, h.scope, h.tenant_identifier AS "tenantIdentifier", h.username, h.action,
     h.secret, h.old_value AS "oldValue", h.new_value AS "newValue", h.reason, h.updated_by AS "updatedBy",
     h.ip_address AS "ipAddress", h.correlation_id AS "correlationId", h.date`;
const selectByUuid = sql(
  'system_setting_history_by_uuid',
  `SELECT ${columns} FROM system_setting_history h WHERE h.uuid = $1`,
);
const removeOld = sql(
  'system_setting_history_remove_old',
  `DELETE FROM system_setting_history WHERE id IN
     (SELECT id FROM system_setting_history WHERE date < $1 ORDER BY date LIMIT $2)`,
);

const sortColumns: SortColumns = { revision: 'h.revision', date: 'h.date', code: 'h.code' };
const source: RecordSource = {
  name: 'system_setting_history',
  table: 'system_setting_history',
  alias: 'h',
  columns,
  joins: '',
  sortColumns,
};

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

const appended = new WeakMap<Transaction, unknown[][]>();

/** Appends a row; the rows of a transaction are written with its last statement, in their order. */
export async function appendHistory(tx: Transaction, row: NewHistoryRow): Promise<void> {
  const { uuid, revision, code, scope, tenantIdentifier, username, action, secret } = row;
  const fields = [
    uuid,
    revision,
    code,
    scope,
    tenantIdentifier,
    username,
    action,
    secret,
    secret ? null : json(row.oldValue),
    secret ? null : json(row.newValue),
    row.reason,
    row.updatedBy,
    row.ipAddress,
    row.correlationId,
    row.date,
  ];
  const rows = appended.get(tx);
  if (rows !== undefined) {
    rows.push(fields);
    return;
  }
  const first = [fields];
  appended.set(tx, first);
  tx.beforeCommit(() => ({
    statement: insertRows,
    values: newColumns.map((_, index) => first.map((own) => own[index])),
  }));
}

export async function findHistoryRow(queryable: Queryable, uuid: string): Promise<HistoryRow | null> {
  const [row] = await queryable.rows<HistoryRow>(selectByUuid, [uuid]);
  return row ?? null;
}

type Asked<T> = T | null | undefined;

/** Filters; null and undefined filter nothing. */
export interface HistoryQuery {
  readonly tenantIdentifier?: Asked<string>;
  /** Tenants of the rows where none is named, beside rows without a tenant. */
  readonly tenants: readonly string[] | 'all';
  readonly code?: Asked<string>;
  readonly codePrefix?: Asked<string>;
  readonly scopeList?: Asked<readonly string[]>;
  readonly updatedBy?: Asked<string>;
  readonly actionList?: Asked<readonly string[]>;
  readonly dateFrom?: Asked<string>;
  readonly dateTo?: Asked<string>;
}

function filterOf(query: HistoryQuery): Filter {
  const filter = createFilter();
  const { tenantIdentifier, tenants, code, codePrefix, scopeList, updatedBy, actionList, dateFrom, dateTo } = query;
  if (tenantIdentifier) filter.and('h.tenant_identifier = $?', tenantIdentifier);
  else if (tenants !== 'all') filter.and('(h.tenant_identifier IS NULL OR h.tenant_identifier = ANY($?))', tenants);
  if (code) filter.and('h.code = $?', code);
  if (codePrefix) filter.and('starts_with(h.code, $?)', codePrefix);
  if (scopeList && scopeList.length > 0) filter.and('h.scope = ANY($?)', scopeList);
  if (updatedBy) filter.and('h.updated_by = $?', updatedBy);
  if (actionList && actionList.length > 0) filter.and('h.action = ANY($?)', actionList);
  addRange(filter, 'h.date', dateFrom, dateTo);
  return filter;
}

export function pageHistory(
  queryable: Queryable,
  query: HistoryQuery,
  page: Pageable,
): Promise<{ readonly rows: readonly HistoryRow[]; readonly total: number }> {
  return pageRecords<HistoryRow>(queryable, source, filterOf(query), page);
}

/** Removes old rows; answers how many. */
export function removeHistoryBefore(queryable: Queryable, before: Date, limit: number): Promise<number> {
  return queryable.execute(removeOld, [before, limit]);
}

const selectSince = sql(
  'system_setting_history_since',
  `SELECT code, scope, tenant_identifier AS "tenantIdentifier", new_value AS value, revision, date
   FROM system_setting_history WHERE revision > $1 AND revision <= $2 AND scope IN ('GLOBAL', 'TENANT')
     AND (tenant_identifier IS NULL OR tenant_identifier = $3) ORDER BY revision, id LIMIT $4`,
);

/** Lists changes of global values and those of one tenant, in their order. */
export function listHistorySince(
  queryable: Queryable,
  after: number,
  upTo: number,
  tenantIdentifier: string,
  limit: number,
) {
  return queryable.rows<{
    readonly code: string;
    readonly scope: 'GLOBAL' | 'TENANT';
    readonly tenantIdentifier: string | null;
    readonly value: unknown;
    readonly revision: number;
    readonly date: Date;
  }>(selectSince, [after, upTo, tenantIdentifier, limit]);
}
