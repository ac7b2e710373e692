// Starts a server for tests of reports over SQL: runs, and an adapter that leads to a database elsewhere.
import type {
  SvcRToolReportDataAdapterModel,
  SvcRToolReportParameterStateModel,
  SvcRToolReportPreviewModel,
  SvcRToolReportValidationModel,
} from '@keelson/contract';
import type { Answer } from '../../../../testing/sign-in.ts';
import { type ForeignDatabase, startForeignDatabase } from '../../adapter/connection/foreign-database.fixture.ts';
import { type RunServer, startRunServer } from '../../execution/execution.fixture.ts';

export { eventually, query, signInWith } from '../../execution/execution.fixture.ts';

export interface SqlServer extends RunServer {
  readonly foreign: ForeignDatabase;
  /** Saves an adapter that leads to the database elsewhere; answers its code. */
  adapter(changes?: object): Promise<SvcRToolReportDataAdapterModel>;
  /** Is the body of a report over the first adapter. */
  sql(statement: string, changes?: object): Record<string, unknown>;
  validate(report: object, token?: string): Promise<Answer<SvcRToolReportValidationModel>>;
  preview(body: object, token?: string): Promise<Answer<SvcRToolReportPreviewModel>>;
  resolve(uuid: string, body?: object): Promise<readonly SvcRToolReportParameterStateModel[]>;
  /** Saves a report over the first adapter and answers its identifier. */
  saved(statement: string, changes?: object): Promise<string>;
  /** Runs a report to its end; answers the rows of the file, or the code of the failure. */
  rowsOf(uuid: string, request?: object): Promise<unknown>;
}

export async function startSqlServer(): Promise<SqlServer> {
  const [server, foreign] = await Promise.all([startRunServer(), startForeignDatabase()]);
  const { admin } = server;
  const stopServer = server.stop.bind(server);
  let made = 0;
  const code = (): string => `s${++made}`;
  const sure = async <T>(path: string, body: object): Promise<T> => {
    const answer = await server.as<T>(admin, 'POST', path, body);
    if (answer.status !== 200) throw new Error(`POST ${path} was refused: ${answer.text}`);
    return answer.body;
  };
  const adapter: SqlServer['adapter'] = (changes = {}) => {
    const { url, reader } = foreign;
    const allowedHostList = ['127.0.0.1'];
    return sure('/report-data-adapters', { code: code(), name: 'Shop', url, allowedHostList, ...reader, ...changes });
  };
  await adapter({ code: 'shop' });
  const sql: SqlServer['sql'] = (statement, changes = {}) => ({
    code: code(),
    name: 'Orders',
    status: 'PUBLISHED',
    reportDataSourceType: 'SQL',
    dataAdapterCode: 'shop',
    query: { statement },
    ...changes,
  });
  const saved: SqlServer['saved'] = async (statement, changes) =>
    (await sure<{ uuid: string }>('/executable-reports', sql(statement, changes))).uuid;
  return Object.assign(server, {
    foreign,
    adapter,
    sql,
    saved,
    validate: (report: object, token = admin) =>
      server.as<SvcRToolReportValidationModel>(token, 'POST', '/executable-reports/validate', report),
    preview: (body: object, token = admin) =>
      server.as<SvcRToolReportPreviewModel>(token, 'POST', '/executable-reports/preview', body),
    resolve: (uuid: string, body: object = {}) =>
      sure<SvcRToolReportParameterStateModel[]>(`/executable-reports/parameters/resolve/by-uuid/${uuid}`, body),
    async rowsOf(uuid: string, request: object = {}) {
      const { uuid: run, errorDetail } = await server.ran(uuid, { outputFormat: 'JSON', ...request });
      if (errorDetail !== null) return errorDetail.errorCode;
      return JSON.parse((await server.output(run)).bytes.toString()).rowList;
    },
    async stop() {
      await stopServer();
      await foreign.close();
    },
  });
}
