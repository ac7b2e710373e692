// Finds the numbers of a report's charts, and names them for people.
import type pg from 'pg';
import type { ReportColumnType } from '../../report.types.ts';
import { createCellFormat } from '../format/cell-format.ts';
import type { Chart } from '../render.types.ts';
import { aggregateTerms } from '../table/aggregate.store.ts';
import { findColumn, type ReportTable } from '../table/report-table.ts';
import { findChartLines } from './chart.store.ts';

export interface ChartSeries {
  readonly label: string;
  readonly type: ReportColumnType;
  readonly format: string | null;
  /** The numbers as PostgreSQL writes them, one for each category. */
  readonly values: readonly (string | null)[];
  /** Writes one of them. */
  write(value: string | null): string;
}

export interface ChartNumbers {
  readonly chart: Chart;
  readonly title: string;
  /** Heads the list of categories; empty for a KPI. */
  readonly categoryLabel: string;
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
}

/** Answers the heading of a described column, else its name. */
function labelOf({ described }: ReportTable, name: string): string {
  return described.find((column) => column.name === name)?.label ?? name;
}

function categoryWriter(table: ReportTable, name: string | null): (category: string | null, isRest: boolean) => string {
  const { texts, presentation } = table;
  if (name === null) return () => '';
  const { type } = findColumn(table.snapshot.columns, name);
  const format = table.described.find((column) => column.name === name)?.format ?? null;
  const write = createCellFormat({ type, format, locale: presentation.locale, texts });
  return (category, isRest) => (isRest ? texts.other : category === null ? texts.empty : write(category));
}

/** Makes a series; a count is a plain number, whatever the column holds. */
function seriesOf(table: ReportTable, chart: Chart, name: string, values: readonly (string | null)[]): ChartSeries {
  const { texts, presentation, snapshot } = table;
  const source = findColumn(snapshot.columns, name);
  const { type } = aggregateTerms(chart.aggregate, source.column, source, null).source;
  const isCount = chart.aggregate === 'COUNT' || chart.aggregate === 'COUNT_DISTINCT';
  const format = isCount ? null : (table.described.find((column) => column.name === name)?.format ?? null);
  const write = createCellFormat({ type, format, locale: presentation.locale, texts });
  return {
    label: labelOf(table, name),
    type,
    format,
    values,
    write: (value) => (value === null ? texts.empty : write(value)),
  };
}

export async function findChartNumbers(client: pg.ClientBase, table: ReportTable): Promise<readonly ChartNumbers[]> {
  const all: ChartNumbers[] = [];
  for (const chart of table.presentation.chartList) {
    const lines = await findChartLines(client, table, chart);
    const categoryColumn = chart.type === 'KPI' ? null : chart.categoryColumn;
    const write = categoryWriter(table, categoryColumn);
    const labels = chart.seriesColumnList.map((name) => labelOf(table, name));
    all.push({
      chart,
      title: chart.title ?? labels.join(', '),
      categoryLabel: categoryColumn === null ? '' : labelOf(table, categoryColumn),
      categories: lines.map(({ category, isRest }) => write(category, isRest)),
      series: chart.seriesColumnList.map((name, place) =>
        seriesOf(
          table,
          chart,
          name,
          lines.map(({ values }) => values[place] ?? null),
        ),
      ),
    });
  }
  return all;
}
