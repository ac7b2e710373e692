// Starts a server for tests of reports, with short calls and groups to save.
import type { SvcRToolReportGroupDataModel } from '@keelson/contract';
import { query, type SettingServer, signInWith, startSettingServer } from '../../testing/setting-server.ts';
import type { Answer } from '../../testing/sign-in.ts';

export { query, signInWith };

export interface ReportServer extends SettingServer {
  saveGroup(body: object, token?: string): Promise<Answer>;
  /** Saves a group that is not refused, named as its code, and answers its identifier. */
  group(code: string, more?: object, token?: string): Promise<string>;
  /** Answers the groups that the caller sees. */
  groups(body?: object, token?: string): Promise<readonly SvcRToolReportGroupDataModel[]>;
}

export async function startReportServer(): Promise<ReportServer> {
  const server = await startSettingServer({ settings: { 'session.max-per-user': 0 } });
  const { admin } = server;
  const saveGroup: ReportServer['saveGroup'] = (body, token = admin) =>
    server.as(token, 'POST', '/report-groups', body);
  return Object.assign(server, {
    saveGroup,
    async group(code: string, more: object = {}, token = admin) {
      const answer = await saveGroup({ code, name: code, ...more }, token);
      if (answer.status !== 200) throw new Error(`the group was refused: ${answer.text}`);
      return answer.headers.get('location')!.split('/').at(-1)!;
    },
    async groups(body: object = {}, token = admin) {
      const answer = await server.as<SvcRToolReportGroupDataModel[]>(token, 'POST', '/report-groups/data/list', body);
      if (answer.status !== 200) throw new Error(`the list was refused: ${answer.text}`);
      return answer.body;
    },
  });
}
