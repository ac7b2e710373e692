// Declares the form of a ready report: the body of a save, with its texts in Turkish.
import type { SvcRToolExecutableReportModelInput } from '@keelson/contract';
import type { ShippedReport } from '../../shipped-texts.ts';

type Body = SvcRToolExecutableReportModelInput;

export interface ReadyReport {
  readonly body: Body;
  readonly shipped: ShippedReport;
}

type Column = NonNullable<Body['columnList']>[number];
type Parameter = NonNullable<Body['parameterList']>[number];

/** Makes a column with headings in both languages. */
export function column(name: string, en: string, tr: string, more: Omit<Column, 'name'> = {}): Column {
  return { name, label: en, labelMap: { en, tr }, ...more };
}

export const whole = { format: '#,##0' } as const;
export const summed = { format: '#,##0', aggregate: 'SUM' } as const;

/** Parameter of the days that a report is about; the last of them is excluded. */
export const period: Parameter = {
  name: 'period',
  label: 'Period',
  type: 'DATE_RANGE',
  required: true,
  defaultExpression: 'TODAY-30d..TODAY+1d',
};
export const periodLabel = { period: 'Dönem' } as const;

export const landscape = { orientation: 'LANDSCAPE' } as const;

interface Texts {
  readonly name: string;
  readonly description: string;
}

interface Declared {
  readonly code: string;
  /** Number of the declaration, raised with each change: reports stored by older programs are replaced. */
  readonly edition: number;
  readonly en: Texts;
  readonly tr: Texts & { readonly parameters?: ShippedReport['texts']['tr']['parameters'] };
  readonly asks: Pick<Body, 'query' | 'parameterList' | 'columnList' | 'rowGroupList' | 'chartList' | 'layout'>;
}

/** Completes the declaration of a report over a data set of the platform. */
export function readyReport({ code, edition, en, tr: { parameters = {}, ...tr }, asks }: Declared): ReadyReport {
  const source = { reportDataSourceType: 'PLATFORM', dataAdapterCode: 'platform' } as const;
  return { body: { code, ...en, ...source, ...asks }, shipped: { edition, texts: { tr: { ...tr, parameters } } } };
}
