// Starts a server for tests of what schedules mail: nothing leaves it, and every mail can be read.
import type {
  SvcNotificationMailContentModel,
  SvcNotificationMailModel,
  SvcRToolReportScheduleRunModel,
} from '@keelson/contract';
import { eventually, query, type ScheduleServer, signInWith, startScheduleServer } from './schedule.fixture.ts';

export interface Mail {
  readonly uuid: string;
  readonly kind: string;
  readonly recipient: string;
  readonly status: string;
}

type Run = SvcRToolReportScheduleRunModel;

/** Is a schedule that does not run by itself while a test lasts. */
export const yearly = { cron: '0 0 1 1 *' };

export interface MailingServer extends ScheduleServer {
  /** Answers mails about runs by a condition on `report_delivery d`. */
  mailsWhere(where: string, ...values: readonly unknown[]): Promise<Mail[]>;
  mailsOf(run: Pick<Run, 'uuid'>): Promise<Mail[]>;
  /** Answers the latest run of a schedule. */
  runOf(schedule: string): Promise<Run>;
  /** The same, once it is over. */
  over(schedule: string): Promise<Run>;
  /** Runs a schedule by hand to its end. */
  ranNow(schedule: string): Promise<Run>;
  /** Makes somebody with an address that he has proven. */
  addressed(username: string, authorities: readonly string[]): Promise<string>;
  mail(mail: Pick<Mail, 'uuid'>): Promise<SvcNotificationMailModel>;
  content(mail: Pick<Mail, 'uuid'>): Promise<SvcNotificationMailContentModel>;
  /** Answers the message as it would leave. */
  raw(mail: Pick<Mail, 'uuid'>): Promise<string>;
  rawBy(uuid: string): Promise<string>;
}

export async function startMailingServer(): Promise<MailingServer> {
  const server = await startScheduleServer();
  await server.change('mail.sending-enabled', false);
  await server.change('mail.default-sender', 'Suite <suite@mail.example>');
  const get = async <T>(path: string): Promise<T> => (await server.as<T>(server.admin, 'GET', path)).body;
  const mailing = {
    mailsWhere: (where: string, ...values: readonly unknown[]) =>
      query<Mail>(
        server,
        `SELECT mail_uuid AS uuid, kind, recipient, status FROM report_delivery d WHERE ${where} ORDER BY id`,
        values,
      ),
    mailsOf: ({ uuid }: Pick<Run, 'uuid'>) =>
      mailing.mailsWhere('schedule_run_id = (SELECT id FROM report_schedule_run WHERE uuid = $1)', uuid),
    async runOf(scheduleUuid: string) {
      const path = '/report-schedules/runs/data/page';
      return (await server.as<{ data: Run[] }>(server.admin, 'POST', path, { scheduleUuid })).body.data[0]!;
    },
    over: (schedule: string) =>
      eventually(
        () => mailing.runOf(schedule),
        (run) => run !== undefined && !['RUNNING', 'DELIVERING'].includes(run.status),
      ),
    async ranNow(schedule: string) {
      const answer = await server.as(server.admin, 'POST', `/report-schedules/run-now/by-uuid/${schedule}`);
      if (answer.status !== 200) throw new Error(answer.text);
      return mailing.over(schedule);
    },
    async addressed(username: string, authorities: readonly string[]) {
      const token = await signInWith(server, username, authorities);
      await query(
        server,
        'UPDATE auth_user SET email = $2, email_folded = $2, email_verified = true WHERE username = $1',
        [username, `${username}@mail.example`],
      );
      return token;
    },
    /** A mail to users is one of a group. */
    async mail({ uuid }: Pick<Mail, 'uuid'>) {
      const sql = 'SELECT uuid FROM mail WHERE uuid = $1 OR group_uuid = $1';
      const [row] = await query<{ uuid: string }>(server, sql, [uuid]);
      return get<SvcNotificationMailModel>(`/notification/mail/by-uuid/${row!.uuid}`);
    },
    async content(mail: Pick<Mail, 'uuid'>) {
      const { uuid } = await mailing.mail(mail);
      return get<SvcNotificationMailContentModel>(`/notification/mail/content/by-uuid/${uuid}`);
    },
    raw: async (mail: Pick<Mail, 'uuid'>) => mailing.rawBy((await mailing.mail(mail)).uuid),
    async rawBy(uuid: string) {
      const path = `/notification/mail/raw/by-uuid/${uuid}`;
      const { body } = await server.as<string>(server.admin, 'GET', path, undefined, { accept: 'application/json' });
      return Buffer.from(body, 'base64').toString();
    },
  };
  return Object.assign(server, mailing);
}
