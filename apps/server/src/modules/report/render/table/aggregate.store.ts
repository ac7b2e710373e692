// Holds the SQL of totals: the expression of an aggregate, and the type of its result.

import type { ReportColumnType } from '../../report.types.ts';
import { fractionDigitsOf } from '../format/number-pattern.ts';
import type { ReportAggregate } from '../render.types.ts';
import { RenderFailure } from '../render-failure.ts';
import { type CellSource, comparable, numericTerms } from './cell.store.ts';
import type { TableColumn } from './report-table.ts';

export interface AggregateTerms {
  /** An expression over the rows of the group. */
  readonly value: string;
  /** The type of the result. */
  readonly source: CellSource;
}

const count: CellSource = { type: 'LONG', sqlType: 'bigint' };
const decimal: CellSource = { type: 'DECIMAL', sqlType: 'numeric' };
const numbers = new Set(['INTEGER', 'LONG', 'DECIMAL', 'DOUBLE']);
/** Rounds the mean of values whose type has no scale. */
const ofValues = (value: string): string => `coalesce(max(scale(${value})), 0)`;

/** Answers how many decimals the mean has: those of the format, else of the type, else the most that a value has. */
function scaleOf(value: string, source: CellSource, format: string | null): string {
  if (format !== null) return String(fractionDigitsOf(format));
  if (source.type === 'INTEGER' || source.type === 'LONG') return '0';
  return String(numericTerms(source.sqlType)?.scale ?? ofValues(value));
}

function extreme(name: 'min' | 'max', value: string, source: CellSource): AggregateTerms {
  if (source.type === 'BOOLEAN') return { value: `${name === 'min' ? 'bool_and' : 'bool_or'}(${value})`, source };
  if (source.type === 'BINARY') return { value: `${name}(octet_length(${value}))`, source: count };
  if (source.type === 'UUID' || source.type === 'JSON')
    return { value: `${name}(${value}::text)`, source: { type: 'STRING', sqlType: 'text' } };
  return { value: `${name}(${comparable(value, source)})`, source };
}

/** Answers the terms; none for FIRST and LAST, which are no expression over a group, but found by the row's number. */
export function aggregateTerms(
  aggregate: Exclude<ReportAggregate, 'NONE' | 'FIRST' | 'LAST'>,
  column: string,
  source: CellSource,
  format: string | null,
): AggregateTerms {
  if (aggregate === 'COUNT') return { value: `count(${column})`, source: count };
  if (aggregate === 'COUNT_DISTINCT') return { value: `count(DISTINCT ${comparable(column, source)})`, source: count };
  if (aggregate === 'MIN' || aggregate === 'MAX') {
    return extreme(aggregate === 'MIN' ? 'min' : 'max', column, source);
  }
  if (!numbers.has(source.type)) {
    throw new RenderFailure(
      'REPORT_RENDER_FAILED',
      `${aggregate} needs a column of numbers, and one is ${source.type}.`,
    );
  }
  // Doubles are summed by their decimal values, so that ten times a tenth is one.
  const value = source.type === 'DOUBLE' || source.type === 'DECIMAL' ? `${column}::numeric` : column;
  if (aggregate === 'SUM') return { value: `sum(${value})`, source: decimal };
  return { value: `round(avg(${value}), ${scaleOf(value, source, format)})`, source: decimal };
}

/** Answers type and format of the result; a count is a plain number. */
export function aggregateTypeOf({ aggregate, format, source }: TableColumn): {
  readonly type: ReportColumnType;
  readonly format: string | null;
} {
  if (aggregate === 'NONE' || aggregate === 'FIRST' || aggregate === 'LAST') return { type: source.type, format };
  const { type } = aggregateTerms(aggregate, source.column, source, format).source;
  return { type, format: aggregate === 'COUNT' || aggregate === 'COUNT_DISTINCT' ? null : format };
}
