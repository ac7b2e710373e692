// Decides the layout of a run's file: by the version of the report that was run, and the request of the run.
import type { DataSetLabel } from '../../../../kernel/data-sets.ts';
import type { Presentation } from '../../render/feature.ts';
import type { Snapshot, SnapshotColumn, StoredReport } from '../../report.types.ts';
import type { Execution } from '../execution.types.ts';

type Column = StoredReport['columnList'][number];

type Labels = ReadonlyMap<string, DataSetLabel>;

/** Makes the column of an undescribed result; one of a data set has the heading of that. */
function plainColumn({ name, type }: SnapshotColumn, displayOrder: number, labels: Labels): Column {
  const label = labels.get(name) ?? null;
  return {
    name,
    label: label?.en ?? null,
    labelMap: label === null ? null : { ...label },
    type,
    format: null,
    width: null,
    alignment: null,
    wrap: false,
    visible: true,
    displayOrder,
    aggregate: 'NONE',
  };
}

/** Answers the described columns that the result has; hidden ones head groups and charts. */
function columnsOf(described: readonly Column[], { columns }: Snapshot, labels: Labels): readonly Column[] {
  if (described.length === 0) return columns.map((column, place) => plainColumn(column, place, labels));
  const known = new Set(columns.map(({ name }) => name));
  return described
    .map((column, index) => ({ column, place: column.displayOrder ?? index }))
    .sort((left, right) => left.place - right.place)
    .map(({ column }) => column)
    .filter(({ name }) => known.has(name));
}

/** Answers the delimiter of a locale: languages with decimal commas use semicolons in lists. */
function delimiterOf(locale: string): string {
  const [decimal] = new Intl.NumberFormat(locale).formatToParts(1.5).filter(({ type }) => type === 'decimal');
  return decimal?.value === ',' ? ';' : ',';
}

export interface PresentedRows {
  readonly snapshot: Snapshot;
  /** Time at which the rows were read. */
  readonly time: Date;
  readonly logo: Uint8Array | null;
  /** Holds the headings of the columns of a data set, by name. */
  readonly labels: Labels;
}

export function presentationOf(
  run: Execution,
  report: StoredReport,
  { snapshot, time, logo, labels }: PresentedRows,
): Presentation {
  return {
    reportName: run.reportName,
    reportCode: run.reportCode,
    columnList: columnsOf(report.columnList, snapshot, labels),
    rowGroupList: report.rowGroupList,
    chartList: report.chartList,
    layout: report.layout,
    csv: {
      delimiter: report.csvDelimiter ?? delimiterOf(run.locale),
      bom: report.csvBom,
      formulaEscape: report.csvFormulaEscape,
      numberStyle: report.csvNumberStyle,
    },
    parameterMap: run.parameterMap,
    locale: run.locale,
    timeZone: run.timeZone,
    time: time.getTime(),
    logo,
    truncateMode: report.truncateMode,
  };
}
