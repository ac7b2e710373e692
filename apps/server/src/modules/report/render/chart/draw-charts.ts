// Draws the charts of a report, each as wide as its place.
import type pg from 'pg';
import type { ReportTable } from '../table/report-table.ts';
import { findChartNumbers } from './chart-numbers.ts';
import type { DrawnChart } from './draw-chart.ts';

export type { DrawnChart } from './draw-chart.ts';

export interface ChartPlace {
  /** The width of a chart that asks for none or for more, in points. */
  readonly width: number;
  readonly heightMax: number;
}

export async function drawCharts(
  client: pg.ClientBase,
  table: ReportTable,
  place: ChartPlace,
): Promise<readonly DrawnChart[]> {
  const all = await findChartNumbers(client, table);
  if (all.length === 0) return [];
  // A report without charts does not load ECharts.
  const { drawChart } = await import('./draw-chart.ts');
  return all.map((numbers, index) => {
    const { width, height } = numbers.chart;
    const [wide, high] = [Math.min(width ?? place.width, place.width), Math.min(height, place.heightMax)];
    return drawChart(numbers, table.presentation.locale, `chart${index + 1}`, wide, high);
  });
}
