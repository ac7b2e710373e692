// Gives a test a snapshot in a database of its own, and renders it.
import { hash } from 'node:crypto';
import pg from 'pg';
import { clientOptions } from '../../../kernel/database/database-client.ts';
import { createEmptyDatabase } from '../../../testing/test-database.ts';
import type { ReportOutputFormat, SnapshotColumn } from '../report.types.ts';
import { type Presentation, type RenderRequest, renderReport } from './feature.ts';
import type { Chart, RenderControl, RenderResult, ReportColumn, RowGroup } from './render.types.ts';

export interface Rendered extends RenderResult {
  readonly bytes: Buffer;
  readonly text: string;
  readonly sha256: string;
  readonly portionMax: number;
}

export interface SnapshotServer {
  readonly client: pg.Client;
  /** Fills a table with the rows of a query whose columns are c1, c2, ...; `types` are what the columns are. */
  snapshot(query: string, types: readonly Omit<SnapshotColumn, 'column'>[]): Promise<TestSnapshot>;
  close(): Promise<void>;
}

export interface TestSnapshot {
  readonly columns: readonly SnapshotColumn[];
  readonly rowCount: number;
  render(format: ReportOutputFormat, given?: Given): Promise<Rendered>;
}

export interface Given
  extends Omit<Partial<Presentation>, 'columnList' | 'rowGroupList' | 'chartList' | 'layout' | 'csv'> {
  readonly columnList?: readonly (Partial<ReportColumn> & Pick<ReportColumn, 'name'>)[];
  readonly rowGroupList?: readonly (Partial<RowGroup> & Pick<RowGroup, 'columnName'>)[];
  readonly chartList?: readonly (Partial<Chart> & Pick<Chart, 'type' | 'seriesColumnList'>)[];
  readonly layout?: Partial<Presentation['layout']>;
  readonly csv?: Partial<Presentation['csv']>;
  readonly isTruncated?: boolean;
  readonly control?: Partial<RenderControl>;
}

const layout: Presentation['layout'] = {
  pageSize: 'A4',
  orientation: 'PORTRAIT',
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
};
const plainColumn = {
  label: null,
  labelMap: null,
  type: null,
  format: null,
  width: null,
  alignment: null,
  wrap: false,
  visible: true,
  displayOrder: 0,
  aggregate: 'NONE',
} as const;
const plainGroup = {
  sortDirection: 'ASC',
  headerTemplate: null,
  showFooter: true,
  pageBreakBefore: false,
  keepTogether: true,
} as const;
const plainChart = {
  title: null,
  categoryColumn: null,
  aggregate: 'SUM',
  position: 'TOP',
  width: null,
  height: 300,
  maxPoints: 500,
} as const;
/** 2026-11-28 09:00 UTC. */
const TIME = Date.UTC(2026, 10, 28, 9);

function presentationOf(columns: readonly SnapshotColumn[], given: Given): Presentation {
  const { control: _, isTruncated: __, ...rest } = given;
  const columnList = given.columnList ?? columns.map(({ name }) => ({ name }));
  return {
    reportName: 'Orders',
    reportCode: 'orders',
    parameterMap: {},
    locale: 'en-US',
    timeZone: 'UTC',
    time: TIME,
    logo: null,
    truncateMode: 'TRUNCATE',
    ...rest,
    columnList: columnList.map((column) => ({ ...plainColumn, ...column })),
    rowGroupList: (given.rowGroupList ?? []).map((group) => ({ ...plainGroup, ...group })),
    chartList: (given.chartList ?? []).map((chart) => ({
      ...plainChart,
      ...chart,
      seriesColumnList: [...chart.seriesColumnList],
    })),
    layout: { ...layout, ...given.layout },
    csv: { delimiter: ',', bom: false, formulaEscape: true, numberStyle: 'PLAIN', ...given.csv },
  };
}

export async function startSnapshotServer(): Promise<SnapshotServer> {
  const test = await createEmptyDatabase();
  const client = new pg.Client(clientOptions(test.settings));
  // Its end comes with the database's; a test that aborts leaves it in the middle of an answer.
  client.on('error', () => undefined);
  await client.connect();
  let tables = 0;
  return {
    client,
    async snapshot(query, types) {
      const table = `public.snapshot_${++tables}`;
      const columns = types.map((type, index) => ({ ...type, column: `c${index + 1}` }));
      await client.query(
        `CREATE UNLOGGED TABLE ${table} (row_number bigint, ${columns.map(({ column, sqlType }) => `${column} ${sqlType}`).join(', ')})`,
      );
      const { rowCount } = await client.query(
        `INSERT INTO ${table} SELECT row_number() OVER (), * FROM (${query}) q(${columns.map(({ column }) => column).join(', ')})`,
      );
      return {
        columns,
        rowCount: rowCount ?? 0,
        async render(format, given = {}) {
          const { signal = new AbortController().signal, onProgress = () => undefined } = given.control ?? {};
          const snapshot = { table, columns, rowCount: rowCount ?? 0, isTruncated: given.isTruncated ?? false };
          const portions: Uint8Array[] = [];
          const request: RenderRequest = { format, snapshot, presentation: presentationOf(columns, given) };
          const result = await renderReport(
            client,
            request,
            async (bytes) => void portions.push(Uint8Array.from(bytes)),
            {
              signal,
              onProgress,
            },
          );
          const bytes = Buffer.concat(portions);
          const portionMax = Math.max(...portions.map(({ length }) => length));
          return { ...result, bytes, text: bytes.toString(), sha256: hash('sha256', bytes), portionMax };
        },
      };
    },
    async close() {
      client.connection.stream.destroy();
      await test.close();
    },
  };
}
