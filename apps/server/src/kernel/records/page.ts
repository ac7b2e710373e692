// Writes pages and filters in SQL: order, conditions and the answer's shape, alike for every query of the suite.
import type { Pageable, Sort } from '@keelson/contract';

/** Maps sortable properties to SQL expressions, which are the store's own text, never a caller's. */
export type SortColumns = Readonly<Record<string, string>>;

/**
 * Text behind `ORDER BY`; the primary key is always the last tie-break, null values come last in both directions.
 * Properties are those that the contract allows; one without a column is a bug.
 */
export function orderBy(sort: Sort, columns: SortColumns, tieBreak: readonly string[]): string {
  const terms = sort.properties.map((property) => {
    const column = Object.hasOwn(columns, property) ? columns[property] : undefined;
    if (column === undefined) throw new Error(`no column for the sort property ${property}`);
    return `${column} ${sort.direction} NULLS LAST`;
  });
  return [...terms, ...tieBreak.map((column) => `${column} ${sort.direction}`)].join(', ');
}

/** What the interface calls `SvcPage`. */
export function pageBody<T, P extends string>(data: readonly T[], totalElements: number, request: Pageable<P>) {
  const { pageNumber, pageSize, sort } = request;
  return {
    data: [...data],
    totalPages: Math.ceil(totalElements / pageSize),
    totalElements,
    pageable: { pageNumber, pageSize, sort: { properties: [...sort.properties], direction: sort.direction } },
  };
}

/** Makes a pattern for `ILIKE ... ESCAPE '\'`: the text anywhere, its wildcards literal. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Collects conditions and their parameters; the text is the store's own, values travel as parameters only. */
export interface Filter {
  /** Adds a condition; `$?` stands for the value's parameter. */
  and(condition: string, value?: unknown): void;
  /** Number of the parameter that the value got, written `$n`. */
  parameter(value: unknown): string;
  /** The condition; `TRUE` when nothing was added. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** Makes a filter for one branch of an `or`, sharing the parameters. */
  branch(): Filter;
}

export function createFilter(values: unknown[] = []): Filter {
  const conditions: string[] = [];
  const filter: Filter = {
    and(condition, value) {
      conditions.push(value === undefined ? condition : condition.replaceAll('$?', filter.parameter(value)));
    },
    parameter(value) {
      values.push(value);
      return `$${values.length}`;
    },
    get where() {
      return conditions.length === 0 ? 'TRUE' : conditions.map((condition) => `(${condition})`).join(' AND ');
    },
    values,
    branch: () => createFilter(values),
  };
  return filter;
}

/** Takes the first date and leaves out the second, as all date filters of the suite; null and empty filter nothing. */
export function addRange(filter: Filter, column: string, from?: Date | string | null, to?: Date | string | null): void {
  if (from) filter.and(`${column} >= $?::timestamptz`, from);
  if (to) filter.and(`${column} < $?::timestamptz`, to);
}
