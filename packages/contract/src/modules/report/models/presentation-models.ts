// Declares how a report is shown: its columns, row groups, charts and layout.
import type { Static } from 'typebox';
import { choice, closed, flag, integer, list, text } from '../../../models/schema.ts';
import { localePattern } from '../../../models/text-formats.ts';
import { columnName } from './query-models.ts';
import { asked, described, oneLine, reportColumnTypes, shown, textByLocale } from './report-fields.ts';

const columnsMax = 256;
const templateMax = 2_000;
const marginMax = 100;
/** 256 KiB in base64. */
export const reportLogoBytesMax = 262_144;
const logoTextMax = Math.ceil(reportLogoBytesMax / 3) * 4;

const label = { maxLength: 200, pattern: oneLine } as const;
const template = (description: string) =>
  text(
    `${description} It may hold {{field}}, {{format field "..."}}, {{page}}, {{pages}} and {{now}}; nothing else is evaluated.`,
    {
      maxLength: templateMax,
    },
  );

export const reportAlignments = ['LEFT', 'CENTER', 'RIGHT'] as const;
export const columnAggregates = [
  'NONE',
  'SUM',
  'COUNT',
  'COUNT_DISTINCT',
  'MIN',
  'MAX',
  'AVERAGE',
  'FIRST',
  'LAST',
] as const;
export const chartTypes = ['BAR', 'STACKED_BAR', 'LINE', 'AREA', 'PIE', 'DONUT', 'KPI'] as const;
const chartAggregates = ['SUM', 'COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX', 'AVERAGE'] as const;

const columnFields = {
  name: columnName('Column of the result.'),
  label: text('Heading; default the name.', label),
  labelMap: textByLocale('Heading by locale, before label.', { type: 'string', ...label }),
  type: choice(reportColumnTypes, 'Type; default that of the result.'),
  format: text('How a number or date is written, such as #,##0.00, 0.0% or yyyy-MM-dd HH:mm.', {
    minLength: 1,
    maxLength: 100,
    pattern: oneLine,
  }),
  width: integer('Width in characters; default by the content.', { minimum: 1, maximum: 255 }),
  alignment: choice(reportAlignments, 'Default: numbers right, all else left.'),
  wrap: flag('Long text goes on in the next line; default false.'),
  visible: flag('Default true.'),
  displayOrder: integer('Place among the columns; default as in the list.', { minimum: 0, maximum: columnsMax }),
  aggregate: choice(columnAggregates, 'What stands in totals; default NONE.'),
} as const;

export const SvcRToolReportColumnModel = closed(
  shown(columnFields, 'label', 'labelMap', 'type', 'format', 'width', 'alignment'),
  'SvcRToolReportColumnModel',
);
export type SvcRToolReportColumnModel = Static<typeof SvcRToolReportColumnModel>;
export const SvcRToolReportColumnModelInput = closed(asked(columnFields, 'name'), 'SvcRToolReportColumnModelInput');

const rowGroupFields = {
  columnName: columnName('Column of the result: a group for each of its values.'),
  sortDirection: choice(['ASC', 'DESC'] as const, 'Order of the groups; default ASC.'),
  headerTemplate: template('Heading of a group; default the value.'),
  showFooter: flag('Totals below each group; default true.'),
  pageBreakBefore: flag('Each group begins a page; default false.'),
  keepTogether: flag('A heading stays with its first row; default true.'),
} as const;

export const SvcRToolReportRowGroupModel = closed(
  shown(rowGroupFields, 'headerTemplate'),
  'SvcRToolReportRowGroupModel',
);
export type SvcRToolReportRowGroupModel = Static<typeof SvcRToolReportRowGroupModel>;
export const SvcRToolReportRowGroupModelInput = closed(
  asked(rowGroupFields, 'columnName'),
  'SvcRToolReportRowGroupModelInput',
);

const chartFields = {
  type: choice(chartTypes, 'Kind of chart.'),
  title: text('Title.', label),
  categoryColumn: columnName('Column whose values stand along the axis; a KPI has none.'),
  seriesColumnList: list(columnName('Column.'), 'Columns whose numbers are drawn.', { minItems: 1, maxItems: 20 }),
  aggregate: choice(chartAggregates, 'What is made of the rows of a category; default SUM.'),
  position: choice(['TOP', 'BOTTOM'] as const, 'Above or below the table; default TOP.'),
  width: integer('Width in points; default that of the page.', { minimum: 100, maximum: 2_000 }),
  height: integer('Height in points; default 300.', { minimum: 50, maximum: 2_000 }),
  maxPoints: integer('So many categories; the rest is summed as one. Default 500.', { minimum: 1, maximum: 500 }),
} as const;

export const SvcRToolReportChartModel = closed(
  shown(chartFields, 'title', 'categoryColumn', 'width'),
  'SvcRToolReportChartModel',
);
export type SvcRToolReportChartModel = Static<typeof SvcRToolReportChartModel>;
export const SvcRToolReportChartModelInput = closed(
  asked(chartFields, 'type', 'seriesColumnList'),
  'SvcRToolReportChartModelInput',
);

const margin = (side: string) => integer(`Margin ${side} in millimetres.`, { minimum: 0, maximum: marginMax });
const SvcRToolReportMarginsModel = described(
  closed(
    { top: margin('above'), right: margin('right'), bottom: margin('below'), left: margin('left') },
    'SvcRToolReportMarginsModel',
  ),
  'Margins of a page; default 15 mm each.',
);

const layoutFields = {
  pageSize: choice(['A3', 'A4', 'A5', 'LETTER', 'LEGAL'] as const, 'Size of a page; default A4.'),
  orientation: choice(['PORTRAIT', 'LANDSCAPE'] as const, 'Default PORTRAIT.'),
  margins: SvcRToolReportMarginsModel,
  title: text('Title; default the name of the report.', label),
  subtitle: text('Line below the title.', label),
  headerTemplate: template('Stands at the top of each page.'),
  footerTemplate: template('Stands at the foot of each page; default page x/y.'),
  logo: text('PNG or JPEG in base64, at most 256 KiB.', { minLength: 1, maxLength: logoTextMax }),
  repeatHeader: flag('Headings on each page; default true.'),
  zebra: flag('Every second row shaded; default true.'),
  fontFamily: choice(['DEJAVU_SANS'] as const, 'Font; default DEJAVU_SANS.'),
  locale: text('Language and region, such as tr-TR; default that of the run.', {
    minLength: 2,
    maxLength: 35,
    pattern: localePattern,
  }),
  timeZone: text('Time zone, such as Europe/Berlin; default that of the run.', { minLength: 1, maxLength: 64 }),
} as const;

export const SvcRToolReportLayoutModel = closed(
  shown(layoutFields, 'title', 'subtitle', 'headerTemplate', 'footerTemplate', 'logo', 'locale', 'timeZone'),
  'SvcRToolReportLayoutModel',
);
export type SvcRToolReportLayoutModel = Static<typeof SvcRToolReportLayoutModel>;
export const SvcRToolReportLayoutModelInput = closed(asked(layoutFields), 'SvcRToolReportLayoutModelInput');
