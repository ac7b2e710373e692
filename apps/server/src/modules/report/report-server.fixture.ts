// Starts a server for tests of reports, with short calls, and groups and reports to save.
import type { SvcRToolExecutableReportModel, SvcRToolReportGroupDataModel } from '@keelson/contract';
import type { StoredEvent } from '../../kernel/records/event-reader.ts';
import { query, type SettingServer, signInWith, startSettingServer } from '../../testing/setting-server.ts';
import type { Answer } from '../../testing/sign-in.ts';
import { reportEvents } from './report.events.ts';

export { query, signInWith };

/** Asks for the sessions of the tenant. */
export const sessionsReport = {
  reportDataSourceType: 'PLATFORM',
  dataAdapterCode: 'platform',
  query: { dataSetCode: 'sessions', orderByList: [{ column: 'createdDate', direction: 'DESC' }] },
} as const;

export interface ReportServer extends SettingServer {
  saveGroup(body: object, token?: string): Promise<Answer>;
  /** Saves a group that is not refused, named as its code, and answers its identifier. */
  group(code: string, more?: object, token?: string): Promise<string>;
  /** Answers the groups that the caller sees. */
  groups(body?: object, token?: string): Promise<readonly SvcRToolReportGroupDataModel[]>;
  /** Saves a report on sessions that is not refused. */
  report(code: string, more?: object, token?: string): Promise<SvcRToolExecutableReportModel>;
  /** Answers status and code of a call, and the fields and codes of its arguments. */
  refusal(token: string, method: string, path: string, body?: object): Promise<readonly unknown[]>;
  /** Answers the audit events of reports, the oldest first. */
  events(): Promise<readonly StoredEvent[]>;
}

export async function startReportServer(env: Readonly<Record<string, string>> = {}): Promise<ReportServer> {
  const server = await startSettingServer({ env, settings: { 'session.max-per-user': 0 } });
  const { admin } = server;
  const sure = async <T>(token: string, method: string, path: string, body?: object): Promise<Answer<T>> => {
    const answer = await server.as<T>(token, method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} was refused: ${answer.text}`);
    return answer;
  };
  return Object.assign(server, {
    saveGroup: (body: object, token = admin) => server.as(token, 'POST', '/report-groups', body),
    async group(code: string, more: object = {}, token = admin) {
      const answer = await sure(token, 'POST', '/report-groups', { code, name: code, ...more });
      return answer.headers.get('location')!.split('/').at(-1)!;
    },
    groups: async (body: object = {}, token = admin) =>
      (await sure<SvcRToolReportGroupDataModel[]>(token, 'POST', '/report-groups/data/list', body)).body,
    async report(code: string, more: object = {}, token = admin) {
      const body = { code, name: code, ...sessionsReport, ...more };
      return (await sure<SvcRToolExecutableReportModel>(token, 'POST', '/executable-reports', body)).body;
    },
    async refusal(token: string, method: string, path: string, body?: object) {
      const { status, error } = await server.as(token, method, path, body);
      const told = (error?.errorArguments ?? []) as { field?: string; code?: string }[];
      const named = told.map(({ field, code }) => [field, code].filter(Boolean).join(' '));
      return [status, error?.errorCode, ...named.filter((one) => one !== '')];
    },
    async events() {
      const kinds = Object.values(reportEvents).map(({ name }) => name);
      const pageable = {
        pageNumber: 0,
        pageSize: 200,
        sort: { properties: ['dateCreated'], direction: 'ASC' },
      } as const;
      return (await server.kernel.eventReader.page({ tenantIdentifier: 'default', kinds }, pageable)).events;
    },
  });
}
