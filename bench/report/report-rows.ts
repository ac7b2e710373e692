// Makes the rows that benchmarks of reports read: ten columns of mixed types, and what a report says of them.
import type { RenderRequest } from '../../apps/server/src/modules/report/render/feature.ts';

const SELECT_ROWS = `SELECT i::bigint AS c1, 'Customer ' || (i % 5000) || ' Ltd.' AS c2,
  ((i::bigint * 7919 % 1000003) / 100.0)::numeric(12,2) AS c3, (i % 997)::int AS c4,
  timestamptz '2026-01-01 00:00+00' + i * interval '37 seconds' AS c5, date '2020-01-01' + (i % 2000) AS c6, i % 3 = 0 AS c7,
  CASE WHEN i % 11 = 0 THEN NULL ELSE 'Şehir ' || (i % 81) END AS c8, i::float8 * 1.37 AS c9,
  CASE WHEN i % 50 = 0 THEN 'quoted "x", ' || i ELSE 'note ' || (i::bigint * 31 % 100003) END AS c10`;

const columns = [
  { column: 'c1', name: 'id', type: 'LONG', sqlType: 'bigint' },
  { column: 'c2', name: 'customer', type: 'STRING', sqlType: 'text' },
  { column: 'c3', name: 'amount', type: 'DECIMAL', sqlType: 'numeric(12,2)' },
  { column: 'c4', name: 'quantity', type: 'INTEGER', sqlType: 'integer' },
  { column: 'c5', name: 'ordered', type: 'DATE_TIME', sqlType: 'timestamp with time zone' },
  { column: 'c6', name: 'due', type: 'DATE', sqlType: 'date' },
  { column: 'c7', name: 'paid', type: 'BOOLEAN', sqlType: 'boolean' },
  { column: 'c8', name: 'city', type: 'STRING', sqlType: 'text' },
  { column: 'c9', name: 'weight', type: 'DOUBLE', sqlType: 'double precision' },
  { column: 'c10', name: 'note', type: 'STRING', sqlType: 'text' },
] as const;

/** Is what a query of a report asks for. */
export const columnNames = columns.map(({ column }) => column).join(', ');

export const createSource = (table: string, rows: number): string =>
  `CREATE TABLE ${table} AS ${SELECT_ROWS} FROM generate_series(1, ${rows}) i`;

/** Types of a snapshot that COPY fills. */
export const columnTypes = columns.map(({ column, sqlType }) => `${column} ${sqlType}`).join(', ');

export function requestOf(format: RenderRequest['format'], table: string, rowCount: number): RenderRequest {
  const columnList = columns.map(({ name }) => ({
    name,
    label: null,
    labelMap: null,
    type: null,
    format: null,
    width: null,
    alignment: null,
    wrap: false,
    visible: true,
    displayOrder: 0,
    aggregate: 'NONE' as const,
  }));
  return {
    format,
    snapshot: { table, columns, rowCount, isTruncated: false },
    presentation: {
      reportName: 'Orders',
      reportCode: 'orders',
      columnList,
      rowGroupList: [],
      chartList: [],
      layout: {
        pageSize: 'A4',
        orientation: 'LANDSCAPE',
        margins: { top: 15, right: 15, bottom: 15, left: 15 },
        title: null,
        subtitle: null,
        headerTemplate: null,
        footerTemplate: null,
        logo: null,
        repeatHeader: true,
        zebra: true,
        fontFamily: 'DEJAVU_SANS',
        locale: null,
        timeZone: null,
      },
      csv: { delimiter: ',', bom: true, formulaEscape: true, numberStyle: 'PLAIN' },
      parameterMap: {},
      locale: 'tr-TR',
      timeZone: 'Europe/Istanbul',
      time: Date.UTC(2026, 10, 28),
      logo: null,
      truncateMode: 'TRUNCATE',
    },
  };
}
