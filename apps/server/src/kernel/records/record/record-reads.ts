// Reads records: one by a key, some to be changed, pages and lists; always within a scope.
import type { Pageable } from '@keelson/contract';
import type { Queryable, Transaction } from '../../database/database.types.ts';
import { type Statement, sql } from '../../database/database-client.ts';
import { fail } from '../../request/errors.ts';
import { type Asked, failNotFound } from '../../request/not-found.ts';
import { listRecords, pageRecords } from '../record-page.ts';
import { requireVersions } from '../version.ts';
import type { AnyRow, Filters, Refusal, TenantScope, Thing } from './record.types.ts';
import { filterRecords } from './record-filter.ts';
import type { RecordLayout } from './record-layout.ts';

type Key = Readonly<Record<string, unknown>>;

export interface ReadOptions {
  readonly thing: Thing;
  readonly filters: Filters;
  readonly sortable: readonly string[];
  readonly shared: Refusal | undefined;
  /** Name of the field that a refusal names. */
  readonly subject: string;
}

type Finder = (field: string, scope: TenantScope, what: 'find' | 'lock') => Statement;

/** Answers the statements that find what is named by a field, or lock it. */
function finderOf({ table, select, joins, nameOf, readAs }: RecordLayout, isShared: boolean): Finder {
  const tenant = readAs('tenantIdentifier');
  const visible = `($2::text IS NULL OR ${tenant} = $2${isShared ? ` OR ${tenant} IS NULL` : ''})`;
  return (field, scope, what) => {
    const living = scope.deleted === true ? '' : `AND NOT ${readAs('deleted')}`;
    const name = `${table}_record_${what}_${nameOf(field)}${living === '' ? '_any' : ''}`;
    const where = `WHERE r.${nameOf(field)} = ANY($1) ${living} AND ${visible}`;
    return what === 'find'
      ? sql(name, `SELECT ${select} FROM ${table} r ${joins} ${where}`)
      : sql(name, `SELECT r.id FROM ${table} r ${where} ORDER BY r.id FOR UPDATE`);
  };
}

function keyOf(key: Key): readonly [field: string, value: unknown] {
  const [entry, ...others] = Object.entries(key);
  if (entry === undefined || others.length > 0) throw new Error('a key has one field');
  return entry;
}

export function createLookUps(layout: RecordLayout, { thing, shared, subject }: ReadOptions) {
  const statementOf = finderOf(layout, shared !== undefined);

  async function find(queryable: Queryable, scope: TenantScope, key: Key): Promise<AnyRow | null> {
    const [field, value] = keyOf(key);
    const [row] = await queryable.rows<AnyRow>(statementOf(field, scope, 'find'), [[value], scope.tenantIdentifier]);
    return row ?? null;
  }

  /** Locks records; the second statement sees what earlier holders of the locks have written, also in other tables. */
  async function lockBy(tx: Transaction, scope: TenantScope, field: string, values: readonly unknown[]) {
    const parameters = [values, scope.tenantIdentifier];
    const [, rows] = await Promise.all([
      tx.rows(statementOf(field, scope, 'lock'), parameters),
      tx.rows<AnyRow>(statementOf(field, scope, 'find'), parameters),
    ]);
    return rows;
  }

  function requireOwn(row: AnyRow): void {
    if (shared !== undefined && row.tenantIdentifier === null)
      fail(shared, { parameters: { [subject]: String(row[subject]) } });
  }

  return {
    find,
    async get(queryable: Queryable, scope: TenantScope, key: Key): Promise<AnyRow> {
      return (await find(queryable, scope, key)) ?? failNotFound(`${thing}_NOT_FOUND`, key as Asked);
    },

    async lock(tx: Transaction, scope: TenantScope, key: Key, version?: number): Promise<AnyRow> {
      const [field, value] = keyOf(key);
      const [row] = await lockBy(tx, scope, field, [value]);
      if (row === undefined) return failNotFound(`${thing}_NOT_FOUND`, key as Asked);
      requireOwn(row);
      if (version !== undefined)
        requireVersions([{ found: { identifier: row.uuid, version: row.version }, given: version }]);
      return row;
    },

    async lockAll(
      tx: Transaction,
      scope: TenantScope,
      wanted: readonly { readonly uuid: string; readonly version: number }[],
    ): Promise<AnyRow[]> {
      const found = await lockBy(
        tx,
        scope,
        'uuid',
        wanted.map(({ uuid }) => uuid),
      );
      const byUuid = new Map(found.map((row) => [row.uuid, row]));
      const missing = wanted.flatMap(({ uuid }, index) => (byUuid.has(uuid.toLowerCase()) ? [] : [{ uuid, index }]));
      if (missing.length > 0) failNotFound(`${thing}_NOT_FOUND`, ...missing);
      const rows = wanted.map(({ uuid }) => byUuid.get(uuid.toLowerCase())!);
      for (const row of rows) requireOwn(row);
      requireVersions(
        rows.map(({ uuid, version }, index) => ({
          found: { identifier: uuid, version },
          given: wanted[index]!.version,
        })),
      );
      return rows;
    },
  };
}

export function createPages(layout: RecordLayout, { filters, sortable, shared }: ReadOptions) {
  const source = {
    name: `${layout.table}_record_page`,
    table: layout.table,
    alias: 'r',
    columns: layout.select,
    joins: layout.joins,
    sortColumns: Object.fromEntries(sortable.map((field) => [field, layout.sortedAs(field)])),
  };
  const filterOf = (scope: TenantScope, query: Key) =>
    filterRecords(layout, filters, { ...scope, isShared: shared !== undefined }, query);
  return {
    page: (queryable: Queryable, scope: TenantScope, query: Key, pageable: Pageable) =>
      pageRecords<AnyRow>(queryable, source, filterOf(scope, query), pageable),
    list: (queryable: Queryable, scope: TenantScope, query: Key, pageable: Pageable) =>
      listRecords<AnyRow>(queryable, source, filterOf(scope, query), pageable),
  };
}
