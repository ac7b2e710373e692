// Tests whom the end of a run of a report is told to.
import type { SvcRToolExecutableReportModel, SvcRToolReportExecutionModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunEnded } from '../../report/api.ts';
import {
  countOf,
  eventually,
  type PollingServer,
  query,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';
import { createReportListener } from './report-listener.ts';

let server: PollingServer;
let asker: string;
let other: string;
let report: string;
let failing: string;
beforeAll(async () => {
  server = await startPollingServer({ settings: { 'session.max-per-user': 0 } });
  const authorities = ['REPORT_EXECUTE', 'REPORT_VIEW', 'SESSION_VIEW'];
  asker = await signInWith(server, 'asker', authorities);
  other = await signInWith(server, 'other', authorities);
  report = await saved('sessions', {});
  failing = await saved('failing', { rowLimit: 1, truncateMode: 'FAIL' });
});
afterAll(() => server?.stop());

async function saved(code: string, more: object): Promise<string> {
  const answer = await server.as<SvcRToolExecutableReportModel>(server.admin, 'POST', '/executable-reports', {
    code,
    name: 'Oturumlar ğış',
    status: 'PUBLISHED',
    reportDataSourceType: 'PLATFORM',
    dataAdapterCode: 'platform',
    query: { dataSetCode: 'sessions' },
    ...more,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.uuid;
}

/** Runs a report to its end, until every module was told of it. */
async function ran(uuid: string, request: object, token = asker): Promise<string> {
  const path = `/executable-reports/execute/by-uuid/${uuid}`;
  const answer = await server.as<SvcRToolReportExecutionModel>(token, 'POST', path, {
    outputFormat: 'CSV',
    ...request,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  const run = answer.body.uuid;
  const told = () =>
    query(
      server,
      `SELECT FROM report_execution e WHERE uuid = $1 AND finished_date IS NOT NULL
         AND NOT EXISTS (SELECT FROM report_run_event r WHERE r.execution_uuid = e.uuid)`,
      [run],
    );
  await eventually(told, ({ length }) => length === 1);
  return run;
}

interface Notice {
  readonly title: string;
  readonly metadata: object;
}
const noticesOf = async (token: string): Promise<readonly Notice[]> => {
  const answer = await server.as<{ data: Notice[] }>(token, 'POST', '/polling/user/notification/page', {});
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};
const numbered = (token: string, count: number) =>
  eventually(
    () => noticesOf(token),
    ({ length }) => length >= count,
  );

it('notification-polling 50: whoever asks for a run with notify POLLING hears of its end, well or not, and nobody else does', async () => {
  const run = await ran(report, { notify: 'POLLING' });
  expect(await numbered(asker, 1)).toEqual([
    expect.objectContaining({
      title: 'Oturumlar ğış',
      metadata: { event: 'report.finished', executionUuid: run, status: 'SUCCEEDED' },
    }),
  ]);
  const failed = await ran(failing, { notify: 'POLLING' });
  expect((await numbered(asker, 2)).map(({ metadata }) => metadata)).toContainEqual({
    event: 'report.failed',
    executionUuid: failed,
    status: 'FAILED',
    errorCode: 'REPORT_ROW_LIMIT_EXCEEDED',
  });
  expect(await countOf(server, asker)).toBe(2);
  for (const token of [other, server.admin]) expect(await noticesOf(token)).toEqual([]);
});

it('notification-polling 50: a run that asks for nothing or for a mail, and a listener that is switched off, tell nobody', async () => {
  const before = (await noticesOf(asker)).length;
  await ran(report, {});
  await ran(report, { notify: 'MAIL' });
  server.settings.set('polling.listen.report-finished', false);
  await ran(report, { notify: 'POLLING' });
  server.settings.set('polling.listen.report-finished', true);
  await ran(report, { notify: 'POLLING' });
  expect(await numbered(asker, before + 1)).toHaveLength(before + 1);
  const [stored] = await query<{ count: number }>(
    server,
    "SELECT count(*)::int AS count FROM polling_notification WHERE username_folded = 'asker'",
  );
  expect(stored!.count).toBe(before + 1);
});

it('notification-polling 50: an end that is reported again notifies nobody twice', async () => {
  const { database, clock, ids } = server.kernel;
  const listener = createReportListener({ clock, ids, listens: () => true, wake: () => {} });
  const event: RunEnded = {
    id: 'told-again',
    kind: 'report.finished',
    at: new Date(clock.now()),
    tenantIdentifier: 'default',
    executionUuid: 'told-again',
    reportName: 'Again',
    requestedBy: 'Other',
    source: 'USER',
    notify: 'POLLING',
    status: 'SUCCEEDED',
    errorCode: null,
    truncated: false,
  };
  for (let turn = 0; turn < 2; turn += 1) await database.transaction((tx) => listener(tx, event));
  expect(await countOf(server, other)).toBe(1);
});
