// Holds the SQL that reads a report line by line: its rows in order, and the headings and totals of its groups between
// them.

import { aggregateTerms } from './aggregate.store.ts';
import { type CellPurpose, type CellSource, cellValue, comparable } from './cell.store.ts';
import type { ReportTable, TableColumn, TableGroup } from './report-table.ts';

export interface EntryShape {
  readonly purpose: CellPurpose;
  /** False where only totals are asked for. */
  readonly rows: boolean;
  /** True for an entry before the first row of each group. */
  readonly headings: boolean;
  /** True for an entry after the last row of each group that shows totals, and one of all rows at the end. */
  readonly totals: boolean;
  /** True where totals are named in the column that is free for it. */
  readonly labels: boolean;
}

/**
 * Columns of the answer: `x1, x2, ...` the cells. Where there are headings or totals, and `kind` then says so, `kind` (null for a row,
 * `h1` the heading of the outermost group, `f1` its total, `f0` that of all rows) and `k1, k2, ...` the values of the groups, which rows
 * leave null.
 */
export interface EntryQuery {
  readonly text: string;
  readonly hasKinds: boolean;
}

interface TotalCell {
  /** Expression over a group, as `a1, a2, ...`; null for FIRST and LAST. */
  readonly value: string | null;
  /** Expression of the cell. */
  readonly cell: string;
}

/** Answers the relation to read: the table or its replacement, or its first rows. */
export function relationOf({ snapshot, rowCount }: ReportTable): string {
  const { table, relation = table } = snapshot;
  return rowCount === snapshot.rowCount ? relation : `(SELECT * FROM ${relation} w WHERE row_number <= ${rowCount})`;
}

/** Quotes a constant of the program; texts of users do not come here. */
export function sqlText(word: string): string {
  return `'${word.replaceAll("'", "''")}'`;
}

function totalCell({ aggregate, format, source }: TableColumn, place: number, purpose: CellPurpose): TotalCell | null {
  if (aggregate === 'NONE') return null;
  const cellOf = (value: string, as: CellSource): string => `(${cellValue(value, as, purpose)})::text`;
  if (aggregate === 'FIRST' || aggregate === 'LAST') {
    const row = aggregate === 'FIRST' ? 'head' : 'tail';
    return { value: null, cell: cellOf(`${row}.${source.column}`, source) };
  }
  const { value, source: as } = aggregateTerms(aggregate, source.column, source, format);
  return { value, cell: cellOf(`t.a${place}`, as) };
}

function labelCell({ groups, texts }: ReportTable): string {
  if (groups.length === 0) return sqlText(texts.grandTotal);
  const names = groups.map(
    (_, index) =>
      `WHEN ${index + 1} THEN ${sqlText(`${texts.total}: `)} || coalesce(k${index + 1}, ${sqlText(texts.empty)})`,
  );
  return `CASE t.level WHEN 0 THEN ${sqlText(texts.grandTotal)} ${names.join(' ')} END`;
}

const numbered = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

/** Answers the level by `GROUPING`: all groups given is the innermost, none is the total of all rows. */
function levelOf(groups: readonly TableGroup[]): string {
  if (groups.length === 0) return '0';
  const levels = Array.from(
    { length: groups.length + 1 },
    (_, level) => `WHEN ${2 ** (groups.length - level) - 1} THEN ${level}`,
  );
  return `CASE GROUPING(${groups.map(groupValue).join(', ')}) ${levels.join(' ')} END`;
}

const groupValue = ({ source }: TableGroup): string => comparable(source.column, source);

/** Answers the totals of all groups as `t`: level, number of rows, values of the groups, aggregates. */
function totalsOf(table: ReportTable, cells: readonly (TotalCell | null)[], purpose: CellPurpose): string {
  const { groups } = table;
  const values = groups.map((group, index) => `${groupValue(group)} AS g${index + 1}`);
  // Values of groups stand in names, for people.
  const keyPurpose = purpose === 'JSON' ? 'JSON' : 'PLAIN';
  const texts = groups.map(
    (group, index) => `(${cellValue(`g${index + 1}`, keyed(group), keyPurpose)})::text AS k${index + 1}`,
  );
  const aggregates = cells.flatMap((cell, index) => (cell?.value ? [`${cell.value} AS a${index + 1}`] : []));
  const by = groups.length === 0 ? '' : `GROUP BY ROLLUP(${groups.map(groupValue).join(', ')})`;
  const inner = [
    `${levelOf(groups)} AS level`,
    'count(*) AS counted',
    'min(row_number) AS first_row',
    'max(row_number) AS last_row',
    ...values,
    ...aggregates,
  ];
  return `SELECT ${['*', ...texts].join(', ')} FROM (SELECT ${inner.join(', ')} FROM ${relationOf(table)} s ${by}) t WHERE counted > 0`;
}

/** Answers a group's column with the type that it is grouped by. */
function keyed(group: TableGroup): CellSource {
  const { source } = group;
  return groupValue(group) === source.column ? source : { type: 'STRING', sqlType: 'text' };
}

function totalsPart(table: ReportTable, shape: EntryShape): string {
  const { columns, groups, labelColumn } = table;
  const cells = columns.map((column, index) => totalCell(column, index + 1, shape.purpose));
  const shown = cells.map((cell, index) => {
    const text = index === labelColumn && shape.labels ? labelCell(table) : (cell?.cell ?? 'NULL::text');
    return `${text} AS x${index + 1}`;
  });
  const footed = [0, ...groups.flatMap(({ showFooter }, index) => (showFooter ? [index + 1] : []))];
  const footers = shape.totals && table.hasTotals ? `edge.edge = 1 AND t.level IN (${footed.join(', ')})` : 'false';
  const headers = shape.headings ? 'edge.edge = -1 AND t.level > 0' : 'false';
  const [first, last] = ['FIRST', 'LAST'].map((name) => columns.some(({ aggregate }) => aggregate === name));
  const relation = relationOf(table);
  const joins = [
    first ? `LEFT JOIN ${relation} head ON head.row_number = t.first_row` : '',
    last ? `LEFT JOIN ${relation} tail ON tail.row_number = t.last_row` : '',
  ];
  const kind = "CASE WHEN edge.edge < 0 THEN 'h' ELSE 'f' END || t.level";
  const keys = [...numbered('k', groups.length), ...numbered('g', groups.length)];
  const select = [
    ...shown,
    `${kind} AS kind`,
    ...keys.map((key) => `t.${key}`),
    't.level',
    'edge.edge',
    't.last_row AS row_number',
  ];
  return `SELECT ${select.join(', ')} FROM (${totalsOf(table, cells, shape.purpose)}) t ${joins.join(' ')}
    CROSS JOIN (VALUES (-1), (1)) edge(edge) WHERE ${footers} OR ${headers}`;
}

function rowsPart(table: ReportTable, { purpose }: EntryShape): string {
  const { columns, groups } = table;
  const cells = columns.map(
    ({ source }, index) => `(${cellValue(source.column, source, purpose)})::text AS x${index + 1}`,
  );
  const nulls = numbered('k', groups.length).map((key) => `NULL::text AS ${key}`);
  const values = groups.map((group, index) => `${groupValue(group)} AS g${index + 1}`);
  const select = [...cells, 'NULL::text AS kind', ...nulls, ...values, 'NULL::int AS level', '0 AS edge', 'row_number'];
  return `SELECT ${select.join(', ')} FROM ${relationOf(table)} s`;
}

/** Orders the rows of a group between its heading and its total. */
function orderOf(groups: readonly TableGroup[]): string {
  const edgeOf = (level: number): string => `CASE WHEN level = ${level} THEN edge ELSE 0 END`;
  const keys = groups.flatMap(({ sortDirection }, index) => [
    `g${index + 1} ${sortDirection} NULLS LAST`,
    edgeOf(index + 1),
  ]);
  return ['ORDER BY', [edgeOf(0), ...keys, 'row_number'].join(', ')].join(' ');
}

/** Makes the query without groups and totals, whose rows are in the order of the table. */
function plainQuery(table: ReportTable, { purpose }: EntryShape): EntryQuery {
  const { columns, groups } = table;
  const cells = columns.map(({ source }, index) => `${cellValue(source.column, source, purpose)} AS x${index + 1}`);
  const order = groups.map((group) => `${groupValue(group)} ${group.sortDirection} NULLS LAST`);
  const by = order.length === 0 ? '' : ` ORDER BY ${[...order, 'row_number'].join(', ')}`;
  return { text: `SELECT ${cells.join(', ')} FROM ${relationOf(table)} s${by}`, hasKinds: false };
}

export function entryQuery(table: ReportTable, shape: EntryShape): EntryQuery {
  const hasKinds = (shape.headings && table.groups.length > 0) || (shape.totals && table.hasTotals);
  if (!hasKinds) return plainQuery(table, shape);
  const parts = [...(shape.rows ? [rowsPart(table, shape)] : []), totalsPart(table, shape)];
  const shown = [...numbered('x', table.columns.length), 'kind', ...numbered('k', table.groups.length)];
  const order = table.groups.length === 0 ? '' : orderOf(table.groups);
  return {
    text: `SELECT ${shown.join(', ')}${shape.rows ? '' : ', level'} FROM (${parts.join(' UNION ALL ')}) q ${order}`,
    hasKinds,
  };
}
