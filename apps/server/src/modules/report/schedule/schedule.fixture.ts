// Starts a server for tests of schedules, with short calls to save them and to see what became of them.
import type { SvcRToolReportScheduleModel, SvcRToolReportScheduleRunModel } from '@keelson/contract';
import { signIn, signInAdmin, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { eventually, query, type RunServer, signInWith, startRunServer } from '../execution/execution.fixture.ts';

export { eventually, query, signIn, signInAdmin, signInWith, USER_PASSWORD };

export const OWNER = ['REPORT_EXECUTE', 'REPORT_VIEW', 'SESSION_VIEW'] as const;

export interface ScheduleServer extends RunServer {
  /** Saves a schedule of each minute that is not refused, unless its fields say otherwise. */
  schedule(reportUuid: string, more?: object, token?: string): Promise<SvcRToolReportScheduleModel>;
  scheduled(uuid: string, token?: string): Promise<SvcRToolReportScheduleModel>;
  /** Answers the runs of a schedule, the oldest first. */
  runsOf(uuid: string): Promise<readonly ScheduledRun[]>;
  /** Waits until so many runs of a schedule are over, and answers them. */
  runsEnded(uuid: string, count: number): Promise<readonly ScheduledRun[]>;
}

export interface ScheduledRun extends Pick<SvcRToolReportScheduleRunModel, 'status' | 'errorCode' | 'executionUuid'> {
  readonly uuid: string;
  readonly planned: Date;
}

/** Is the start of a minute, so that what is planned is easily told. */
export function minuteBehind(instant: number, minutes = 1): Date {
  return new Date((Math.floor(instant / 60_000) + minutes) * 60_000);
}

export async function startScheduleServer(env: Readonly<Record<string, string>> = {}): Promise<ScheduleServer> {
  const server = await startRunServer(env);
  const schedules = {
    async schedule(executableReportUuid: string, more: object = {}, token = server.admin) {
      const body = { name: 'mornings', executableReportUuid, cron: '* * * * *', outputFormatList: ['CSV'], ...more };
      const answer = await server.as<SvcRToolReportScheduleModel>(token, 'POST', '/report-schedules', body);
      if (answer.status !== 200) throw new Error(`a schedule was refused: ${answer.text}`);
      return answer.body;
    },
    async scheduled(uuid: string, token = server.admin) {
      const path = `/report-schedules/by-uuid/${uuid}`;
      return (await server.as<SvcRToolReportScheduleModel>(token, 'GET', path)).body;
    },
    runsOf: (uuid: string) =>
      query<ScheduledRun>(
        server,
        `SELECT r.uuid, r.planned_date AS planned, r.status, r.error_code AS "errorCode", r.execution_uuid AS "executionUuid"
         FROM report_schedule_run r JOIN report_schedule s ON s.id = r.schedule_id WHERE s.uuid = $1 ORDER BY r.id`,
        [uuid],
      ),
    runsEnded: (uuid: string, count: number) =>
      eventually(
        () => schedules.runsOf(uuid),
        (runs) => runs.filter(({ status }) => status !== 'RUNNING' && status !== 'DELIVERING').length >= count,
      ),
  };
  return Object.assign(server, schedules);
}
