// Decides what a renderer shows: columns of the snapshot, their names, groups and totals.
import type { Snapshot, SnapshotColumn } from '../../report.types.ts';
import { type RenderTexts, renderTextsOf } from '../render.texts.ts';
import type { Presentation, ReportColumn, RowGroup } from '../render.types.ts';
import { RenderFailure } from '../render-failure.ts';

export interface TableColumn extends Omit<ReportColumn, 'label' | 'labelMap' | 'visible'> {
  readonly source: SnapshotColumn;
  readonly label: string;
}

export interface TableGroup extends RowGroup {
  readonly source: SnapshotColumn;
  readonly label: string;
  readonly format: string | null;
}

export interface ReportTable {
  readonly columns: readonly TableColumn[];
  /** Columns with hidden ones, which head groups and charts. */
  readonly described: readonly TableColumn[];
  /** Holds the groups, the outermost first. */
  readonly groups: readonly TableGroup[];
  /** True where a column has an aggregate. */
  readonly hasTotals: boolean;
  /** Index of the column that names a total: the first one without an aggregate; -1 where each has one. */
  readonly labelColumn: number;
  readonly snapshot: Snapshot;
  /** Number of rows shown, the first ones of the snapshot. */
  readonly rowCount: number;
  readonly isTruncated: boolean;
  readonly texts: RenderTexts;
  readonly presentation: Presentation;
}

const TABLE = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/;
const COLUMN = /^c[1-9][0-9]*$/;

/** Creates the look-up, which takes each column once, so that two of one name are found in their order. */
function createFinder(columns: readonly SnapshotColumn[]): (name: string) => SnapshotColumn {
  const left = [...columns];
  return (name) => {
    const place = left.findIndex((column) => column.name === name);
    if (place >= 0) return left.splice(place, 1)[0]!;
    return findColumn(columns, name);
  };
}

/** Answers the first column of that name. */
export function findColumn(columns: readonly SnapshotColumn[], name: string): SnapshotColumn {
  const found = columns.find((column) => column.name === name);
  if (found === undefined) throw new RenderFailure('REPORT_RENDER_FAILED', `The result has no column "${name}".`);
  return found;
}

/** Finds the heading for a locale: `tr-TR`, then `tr`, then the label, then the name. */
function labelOf({ name, label, labelMap }: ReportColumn, locale: string): string {
  const byLocale = labelMap ?? {};
  return byLocale[locale] ?? byLocale[new Intl.Locale(locale).language] ?? label ?? name;
}

function requireIdentifiers({ table, columns }: Snapshot): void {
  const wrong = TABLE.test(table) ? columns.find(({ column }) => !COLUMN.test(column))?.column : table;
  if (wrong !== undefined) throw new Error(`"${wrong}" is no name of a snapshot`);
}

/**
 * Makes the table; `rowsMax` is the bound of the format; a snapshot with more is cut or refused, as the report says.
 */
export function createReportTable(snapshot: Snapshot, presentation: Presentation, rowsMax: number): ReportTable {
  requireIdentifiers(snapshot);
  const { locale, truncateMode } = presentation;
  if (snapshot.rowCount > rowsMax && truncateMode === 'FAIL') {
    throw new RenderFailure(
      'REPORT_ROW_LIMIT_EXCEEDED',
      `The format holds ${rowsMax} rows, and there are ${snapshot.rowCount}.`,
    );
  }
  const find = createFinder(snapshot.columns);
  const all = presentation.columnList.map((column) => ({
    ...column,
    source: find(column.name),
    label: labelOf(column, locale),
  }));
  const columns = all.filter(({ visible }) => visible);
  // A second group by the same column would have the same members.
  const once = presentation.rowGroupList.filter(
    ({ columnName }, place, list) => list.findIndex((group) => group.columnName === columnName) === place,
  );
  const groups = once.map((group) => {
    const shown = all.find(({ name }) => name === group.columnName);
    const source = shown?.source ?? findColumn(snapshot.columns, group.columnName);
    return { ...group, source, label: shown?.label ?? group.columnName, format: shown?.format ?? null };
  });
  return {
    columns,
    described: all,
    groups,
    hasTotals: columns.some(({ aggregate }) => aggregate !== 'NONE'),
    labelColumn: columns.findIndex(({ aggregate }) => aggregate === 'NONE'),
    snapshot,
    rowCount: Math.min(snapshot.rowCount, rowsMax),
    isTruncated: snapshot.isTruncated || snapshot.rowCount > rowsMax,
    texts: renderTextsOf(locale),
    presentation,
  };
}

const rightTypes = new Set(['INTEGER', 'LONG', 'DECIMAL', 'DOUBLE', 'BINARY']);

/** Answers the alignment; numbers stand right by default. */
export function alignmentOf({ alignment, source }: TableColumn): 'LEFT' | 'CENTER' | 'RIGHT' {
  return alignment ?? (rightTypes.has(source.type) ? 'RIGHT' : 'LEFT');
}
