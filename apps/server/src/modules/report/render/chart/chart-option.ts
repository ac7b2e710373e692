// Makes the ECharts options of a chart.
import type { EChartsCoreOption } from 'echarts/core';
import { embeddedFont } from '../font/embedded-font.ts';
import type { ChartNumbers, ChartSeries } from './chart-numbers.ts';

const palette = [
  '#2f6db5',
  '#e08a2e',
  '#3f9c6b',
  '#b8485b',
  '#7a5ea8',
  '#4aa3b5',
  '#8a7a3c',
  '#d07fb0',
  '#5b6b80',
  '#9bbf3b',
];
const ink = '#1c2430';
const quiet = '#55606e';
const rule = '#e3e7ec';
const TITLE_SIZE = 12;
const LABEL_SIZE = 9;
const LABEL_WIDTH_MAX = 110;
const TITLE_SPACE = 40;
/** Distance of a label from its slice. */
const LABEL_LINE = 20;
const LABEL_SPACE = 24;
const LEGEND_SPACE = 48;
const KPI_SIZE_MAX = 44;
const KPI_LETTER = 0.7;

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));
const text = (size: number, color = quiet) => ({ fontFamily: embeddedFont.family, fontSize: size, color });

interface Room {
  readonly width: number;
  readonly height: number;
}

/** Makes a pie for each series, side by side, with room for the names of the slices. */
function pieSeries({ chart, categories, series }: ChartNumbers, locale: string, { width, height }: Room) {
  const { format } = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const formatter = ({ name, percent = 0 }: { name: string; percent?: number }) =>
    `${name}${series.length > 1 ? '\n' : ': '}${format(percent / 100)}`;
  const half = width / series.length / 2;
  const radius = Math.max(10, Math.min(half * 0.5, height * 0.3));
  const labelWidth = Math.max(20, Math.min(LABEL_WIDTH_MAX, half - radius - LABEL_LINE - 8));
  return series.map(({ values, label }, place) => ({
    type: 'pie',
    name: label,
    radius: chart.type === 'DONUT' ? [radius * 0.58, radius] : radius,
    center: [half * (2 * place + 1), height * 0.54],
    data: categories.map((name, index) => ({ name, value: numberOf(values[index] ?? null) })),
    label: { ...text(LABEL_SIZE), formatter, overflow: 'truncate', width: labelWidth },
    labelLine: { length: LABEL_LINE / 2, length2: LABEL_LINE / 2 },
    itemStyle: { borderColor: '#ffffff', borderWidth: 1.5 },
    emphasis: { disabled: true },
  }));
}

/** Writes the names of the series below several pies. */
function pieNames(series: readonly ChartSeries[], { width, height }: Room): readonly object[] {
  if (series.length === 1) return [];
  return series.map(({ label }, place) => ({
    type: 'text',
    x: (width / series.length) * (place + 0.5),
    y: height - 14,
    style: figure(label, LABEL_SIZE + 1, quiet, 'bold'),
  }));
}

/** Writes a text centred at its place. */
function figure(value: string, fontSize: number, color: string, fontWeight: string) {
  const { family: fontFamily } = embeddedFont;
  return { text: value, fontSize, fontWeight, fontFamily, fill: color, align: 'center', verticalAlign: 'middle' };
}

function axisSeries({ chart, series }: ChartNumbers): readonly object[] {
  const isLine = chart.type === 'LINE' || chart.type === 'AREA';
  return series.map(({ values, label }) => ({
    type: isLine ? 'line' : 'bar',
    name: label,
    data: values.map(numberOf),
    ...(chart.type === 'STACKED_BAR' ? { stack: 'all' } : {}),
    ...(chart.type === 'AREA' ? { areaStyle: { opacity: 0.25 } } : {}),
    ...(isLine ? { showSymbol: values.length <= 60, symbolSize: 5, lineStyle: { width: 2 } } : { barMaxWidth: 48 }),
    emphasis: { disabled: true },
  }));
}

/** Writes large figures side by side, each above its name. */
function kpiGraphics(series: readonly ChartSeries[], { width, height }: Room): readonly object[] {
  const room = width / series.length;
  return series.flatMap(({ label, values, write }, place) => {
    const value = write(values[0] ?? null);
    const size = Math.min(KPI_SIZE_MAX, (room * 0.9) / (Math.max(value.length, 1) * KPI_LETTER), height * 0.35);
    const x = room * (place + 0.5);
    const y = height * 0.55;
    return [
      { type: 'text', x, y, style: figure(value, size, ink, 'bold') },
      { type: 'text', x, y: y + size * 0.5 + 14, style: figure(label, LABEL_SIZE + 1, quiet, 'normal') },
    ];
  });
}

export function chartOption(numbers: ChartNumbers, locale: string, room: Room): EChartsCoreOption {
  const { chart, categories, series, title } = numbers;
  const heading = { text: title, left: 8, top: 6, textStyle: { ...text(TITLE_SIZE, ink), fontWeight: 'bold' } };
  const common = {
    animation: false,
    color: palette,
    backgroundColor: '#ffffff',
    textStyle: text(LABEL_SIZE),
    title: heading,
  };
  if (chart.type === 'KPI') return { ...common, graphic: { elements: kpiGraphics(series, room) } };
  if (chart.type === 'PIE' || chart.type === 'DONUT') {
    return { ...common, series: pieSeries(numbers, locale, room), graphic: { elements: pieNames(series, room) } };
  }
  const { format } = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const hasLegend = series.length > 1;
  return {
    ...common,
    legend: { show: hasLegend, bottom: 6, type: 'plain', itemWidth: 16, itemHeight: 9, textStyle: text(LABEL_SIZE) },
    grid: { left: 16, right: 20, top: TITLE_SPACE, bottom: hasLegend ? LEGEND_SPACE : LABEL_SPACE },
    xAxis: {
      type: 'category',
      data: categories,
      axisLabel: { ...text(LABEL_SIZE), hideOverlap: true, overflow: 'truncate', width: LABEL_WIDTH_MAX },
      axisLine: { lineStyle: { color: '#9fb0c6' } },
      boundaryGap: chart.type !== 'AREA',
    },
    yAxis: {
      type: 'value',
      // The axis of counts has no fractions.
      ...(chart.aggregate?.startsWith('COUNT') ? { minInterval: 1 } : {}),
      axisLabel: { ...text(LABEL_SIZE), formatter: (value: number) => format(value) },
      splitLine: { lineStyle: { color: rule } },
    },
    series: axisSeries(numbers),
  };
}
