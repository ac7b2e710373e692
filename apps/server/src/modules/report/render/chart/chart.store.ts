// Holds the SQL that answers the numbers of a chart: one line for each category, in the order in which the rows have them.
import type pg from 'pg';
import type { Chart } from '../render.types.ts';
import { aggregateTerms } from '../table/aggregate.store.ts';
import { cellValue, comparable } from '../table/cell.store.ts';
import { relationOf } from '../table/entries.store.ts';
import { findColumn, type ReportTable } from '../table/report-table.ts';

/** Row of a chart's numbers, as texts of PostgreSQL. */
export interface ChartLine {
  /** Category; null for a missing one, for the rest, and in a chart without categories. */
  readonly category: string | null;
  /** True for the sum of all categories beyond the bound. */
  readonly isRest: boolean;
  readonly values: readonly (string | null)[];
}

type Line = [category: string | null, isRest: boolean, ...values: (string | null)[]];

function aggregatesOf({ snapshot }: ReportTable, { aggregate, seriesColumnList }: Chart): readonly string[] {
  return seriesColumnList.map((name) => {
    const source = findColumn(snapshot.columns, name);
    return `(${aggregateTerms(aggregate, source.column, source, null).value})::text`;
  });
}

function wholeQuery(table: ReportTable, chart: Chart): string {
  return `SELECT NULL, false, ${aggregatesOf(table, chart).join(', ')} FROM ${relationOf(table)} s`;
}

/** Makes the query; it answers one category more than are shown where there are more. */
function categoryQuery(table: ReportTable, chart: Chart, name: string): string {
  const source = findColumn(table.snapshot.columns, name);
  const key = comparable(source.column, source);
  const values = aggregatesOf(table, chart).map((value, index) => `${value} AS v${index}`);
  const shown = values.map((_, index) => `v${index}`).join(', ');
  const text = key === source.column ? cellValue('key', source, 'PLAIN') : 'key';
  return `SELECT (${text})::text, false, ${shown}
    FROM (SELECT ${key} AS key, min(row_number) AS first_row, ${values.join(', ')} FROM ${relationOf(table)} s GROUP BY ${key}) c
    ORDER BY first_row LIMIT ${chart.maxPoints + 1}`;
}

/** Makes the query with a row for the rest, whose averages are those of its rows, so that these are grouped anew. */
function restQuery(table: ReportTable, chart: Chart, name: string): string {
  const source = findColumn(table.snapshot.columns, name);
  const key = comparable(source.column, source);
  const text = `(${cellValue(source.column, source, 'PLAIN')})::text`;
  const limit = chart.maxPoints;
  return `SELECT CASE WHEN min(place) <= ${limit} THEN min(${text}) END, min(place) > ${limit}, ${aggregatesOf(table, chart).join(', ')}
    FROM (SELECT *, dense_rank() OVER (ORDER BY first_of_key) AS place
      FROM (SELECT *, min(row_number) OVER (PARTITION BY ${key}) AS first_of_key FROM ${relationOf(table)} s) f) r
    GROUP BY least(place, ${limit + 1}) ORDER BY min(place)`;
}

async function readLines(client: pg.ClientBase, text: string): Promise<readonly ChartLine[]> {
  const { rows } = await client.query<Line>({ text, rowMode: 'array' });
  return rows.map(([category, isRest, ...values]) => ({ category, isRest, values }));
}

export async function findChartLines(
  client: pg.ClientBase,
  table: ReportTable,
  chart: Chart,
): Promise<readonly ChartLine[]> {
  const { categoryColumn, maxPoints } = chart;
  if (chart.type === 'KPI' || categoryColumn === null) return readLines(client, wholeQuery(table, chart));
  const lines = await readLines(client, categoryQuery(table, chart, categoryColumn));
  return lines.length <= maxPoints ? lines : readLines(client, restQuery(table, chart, categoryColumn));
}
