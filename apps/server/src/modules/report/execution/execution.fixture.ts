// Starts a server for tests of runs: reports of the platform's data, runs of them, and what they make.
import type {
  SvcRToolExecutableReportModel,
  SvcRToolReportExecutionModel,
  SvcRToolReportExecutionStatusModel,
} from '@keelson/contract';
import { eventually } from '../../../testing/sign-in.ts';
import { query, type ReportServer, signInWith, startReportServer } from '../report-server.fixture.ts';

export { eventually, query, signInWith };

export interface Output {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Is the code of a failure. */
  readonly errorCode: string | null;
}

export interface RunServer extends ReportServer {
  /** Saves a published report of the tenant's sessions, unless its fields say otherwise. */
  report(code: string, more?: object, token?: string): Promise<SvcRToolExecutableReportModel>;
  execute(uuid: string, request?: object, token?: string): Promise<SvcRToolReportExecutionModel>;
  /** Waits for the end of a run. */
  ended(uuid: string, token?: string): Promise<SvcRToolReportExecutionStatusModel>;
  /** Runs a report to its end. */
  ran(uuid: string, request?: object, token?: string): Promise<SvcRToolReportExecutionStatusModel>;
  execution(uuid: string, token?: string): Promise<SvcRToolReportExecutionModel>;
  output(uuid: string, more?: { format?: string; headers?: Record<string, string>; token?: string }): Promise<Output>;
}

export const sessionsReport = {
  status: 'PUBLISHED',
  reportDataSourceType: 'PLATFORM',
  dataAdapterCode: 'platform',
  query: { dataSetCode: 'sessions', orderByList: [{ column: 'createdDate', direction: 'ASC' }] },
};

export async function startRunServer(env: Readonly<Record<string, string>> = {}): Promise<RunServer> {
  const server = await startReportServer(env);
  const sure = async <T>(token: string, method: string, path: string, body?: object): Promise<T> => {
    const answer = await server.as<T>(token, method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} was refused: ${answer.text}`);
    return answer.body;
  };
  const { admin } = server;
  const runs = {
    report: (code: string, more: object = {}, token = admin) =>
      sure<SvcRToolExecutableReportModel>(token, 'POST', '/executable-reports', {
        code,
        name: code,
        ...sessionsReport,
        ...more,
      }),
    execute: (uuid: string, request: object = {}, token = admin) =>
      sure<SvcRToolReportExecutionModel>(token, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, request),
    ended: (uuid: string, token = admin) =>
      eventually(
        () =>
          sure<SvcRToolReportExecutionStatusModel>(
            token,
            'GET',
            `/report-executions/status/by-uuid/${uuid}?wait-millis=5000`,
          ),
        ({ retryAfterMillis }) => retryAfterMillis === null,
      ),
    async ran(uuid: string, request: object = {}, token = admin) {
      return runs.ended((await runs.execute(uuid, request, token)).uuid, token);
    },
    execution: (uuid: string, token = admin) =>
      sure<SvcRToolReportExecutionModel>(token, 'GET', `/report-executions/by-uuid/${uuid}`),
    async output(
      uuid: string,
      {
        format,
        headers = {},
        token = admin,
      }: { format?: string; headers?: Record<string, string>; token?: string } = {},
    ): Promise<Output> {
      const asked = format === undefined ? '' : `?format=${format}`;
      const response = await fetch(`${server.url}/report-executions/output/by-uuid/${uuid}${asked}`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const errorCode =
        response.ok || response.status === 304 ? null : JSON.parse(bytes.toString()).errorDetail.errorCode;
      return { status: response.status, headers: response.headers, bytes, errorCode };
    },
  };
  return Object.assign(server, runs);
}
