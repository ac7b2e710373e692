// Tests the stream of how far runs are: what it tells and in which order, to whom, and what a client learns that comes back.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type EventReader, readEvents } from '../../../../kernel/http/streams/streams.fixture.ts';
import { mailsReport, whileLocked } from '../../run/run.fixture.ts';
import { eventually, query, type RunServer, signInWith, startRunServer } from '../execution.fixture.ts';

const AUTHORITIES = ['REPORT_EXECUTE', 'REPORT_VIEW', 'SESSION_VIEW', 'NOTIFICATION_MAIL_VIEW'];
const PATH = '/report-executions/stream';

let server: RunServer;
let readers: EventReader[] = [];
beforeAll(async () => {
  server = await startRunServer();
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});
afterAll(() => server?.stop());

async function listen(asked = '', { token = server.admin, lastEventId = '' } = {}): Promise<EventReader> {
  const place: Record<string, string> = lastEventId === '' ? {} : { 'last-event-id': lastEventId };
  const reader = await readEvents(`${server.url}${PATH}${asked}`, { authorization: `Bearer ${token}`, ...place });
  readers.push(reader);
  return reader;
}
const eventsOf = (reader: EventReader, run: string) => reader.events.filter(({ data }) => data.uuid === run);
const hears = (reader: EventReader, run: string, event: string) =>
  reader.until(() => eventsOf(reader, run).some((told) => told.event === event));
const cancel = (run: string, token = server.admin) =>
  server.as(token, 'POST', `/report-executions/cancel/by-uuid/${run}`);

it('report 27: the steps of a run are reported as they come, none backwards, its rows before its end, and its end once', async () => {
  const { uuid } = await server.report('streamed');
  const reader = await listen();
  let run = '';
  await whileLocked(server, 'kernel_content', async () => {
    run = (await server.execute(uuid, { outputFormat: 'CSV' })).uuid;
    await hears(reader, run, 'page-ready');
    // As the death of its process leaves it: it is begun anew.
    await query(server, 'UPDATE report_execution SET leased_by = NULL, lease_token = NULL WHERE uuid = $1', [run]);
    server.jobs.find(({ name }) => name === 'report_execution')?.wake();
    const attempts = () =>
      query<{ attempts: number }>(server, 'SELECT attempts FROM report_execution WHERE uuid = $1', [run]);
    await eventually(attempts, ([row]) => row?.attempts === 2);
  });
  await hears(reader, run, 'finished');
  const told = eventsOf(reader, run).map(({ event, data }) => `${event} ${data.status ?? data.rowCount}`);
  const steps = told.filter((one) => one.startsWith('progress')).map((one) => one.slice(9));
  const order = ['QUEUED', 'RUNNING', 'RENDERING'];
  expect(steps).toEqual([...steps].sort((left, right) => order.indexOf(left) - order.indexOf(right)));
  expect(told.filter((one) => !one.startsWith('progress'))).toEqual(['page-ready 1', 'finished SUCCEEDED']);
  await server.ran(uuid, { outputFormat: 'CSV' });
  expect(eventsOf(reader, run).filter(({ event }) => event === 'finished')).toHaveLength(1);
});

it('report 27: a second person hears of none of it, and of one run only where he may read its report', async () => {
  const group = await server.group('streamed-kept', {
    authorityList: [{ authority: 'REPORT_ADMIN', permission: 'WRITE' }],
  });
  const { uuid } = await server.report('kept', { ...mailsReport, reportGroupUuid: group });
  const { uuid: open } = await server.report('seen', mailsReport);
  const other = await signInWith(server, 'other', AUTHORITIES);
  const reader = await listen('', { token: other });
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' });
  const refused = await listen(`?uuid=${run}`, { token: other });
  await refused.until((one) => one.ended());
  expect([refused.status, JSON.parse(refused.text()).errorDetail.errorCode]).toEqual([
    404,
    'REPORT_EXECUTION_NOT_FOUND',
  ]);
  const { uuid: seen } = await server.ran(open, { outputFormat: 'CSV' });
  const one = await listen(`?uuid=${seen}`, { token: other });
  await hears(one, seen, 'finished');
  const { uuid: own } = await server.ran(open, { outputFormat: 'CSV' }, other);
  await hears(reader, own, 'finished');
  expect(new Set(reader.events.map(({ data }) => data.uuid))).toEqual(new Set([own]));
});

it('report 27: who listens to a run that is not his, and may not read its report any more, hears nothing more', async () => {
  const { uuid } = await server.report('withdrawn', mailsReport);
  const other = await signInWith(server, 'reader', AUTHORITIES);
  await whileLocked(server, 'mail', async () => {
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    const reader = await listen(`?uuid=${run}`, { token: other });
    await hears(reader, run, 'progress');
    const authorityList = [{ authority: 'REPORT_ADMIN', permission: 'READ' }];
    await server.as(server.admin, 'PUT', '/executable-reports', { uuid, version: 0, authorityList });
    await reader.until((one) => one.ended());
    await cancel(run);
    await eventually(
      () => server.execution(run),
      ({ status }) => status === 'CANCELLED',
    );
    expect(eventsOf(reader, run).map(({ event }) => event)).not.toContain('finished');
  });
});

it('report 27: a client that comes back learns what has ended meanwhile, and nothing of before', async () => {
  const { uuid } = await server.report('resumed');
  const { uuid: before } = await server.ran(uuid, { outputFormat: 'CSV' });
  server.clock.advance(60_000);
  const first = await listen();
  const { uuid: seen } = await server.ran(uuid, { outputFormat: 'CSV' });
  await hears(first, seen, 'finished');
  first.close();
  server.clock.advance(60_000);
  const { uuid: missed } = await server.ran(uuid, { outputFormat: 'CSV' });
  server.clock.advance(60_000);
  const again = await listen('', { lastEventId: first.lastEventId() });
  await hears(again, missed, 'finished');
  expect(eventsOf(again, before)).toEqual([]);
  const fresh = await listen('', { lastEventId: 'no place' });
  const { uuid: last } = await server.ran(uuid, { outputFormat: 'CSV' });
  await hears(fresh, last, 'finished');
  expect(new Set(fresh.events.map(({ data }) => data.uuid))).toEqual(new Set([last]));
});

it('report 27: the stream ends with its session, and that of one run with the run', async () => {
  const { uuid } = await server.report('ended');
  const token = await signInWith(server, 'leaving', AUTHORITIES);
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' }, token);
  const [all, one] = [await listen('', { token }), await listen(`?uuid=${run}`, { token })];
  await hears(one, run, 'finished');
  await server.as(token, 'DELETE', `/report-executions/${run}`);
  await one.until((reader) => reader.ended());
  expect(all.ended()).toBe(false);
  await server.as(token, 'GET', '/auth/logout');
  await all.until((reader) => reader.ended());
});
