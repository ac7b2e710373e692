// Tests reports that processes run: as the person behind the definition, waited for, and gone on from whichever way a run ends.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { namedUuid } from '../../../kernel/text/named-uuid.ts';
import { createPerson, createPersonWithRoles, createRole, type Person } from '../../../testing/test-people.ts';
import {
  boundary,
  chained,
  deployed,
  END,
  START,
  startedOf,
  task,
  WAIT,
} from '../../bpmn-engine/testing/driven-process.ts';
import { eventually, query, type RunServer, startRunServer } from '../execution/execution.fixture.ts';
import { mailsReport, whileLocked } from '../run/run.fixture.ts';

const BUILDER = ['BPMN_DEPLOY', 'BPMN_INSTANCE_START', 'BPMN_INSTANCE_VIEW', 'BPMN_TASK_VIEW_ALL'];
const RUNS = ['REPORT_EXECUTE', 'REPORT_VIEW', 'SESSION_VIEW', 'NOTIFICATION_MAIL_VIEW'];

let server: RunServer;
let admin: Person;
let builder: Person;
beforeAll(async () => {
  server = await startRunServer();
  admin = createPerson(server.url, 'admin', server.admin);
  await createRole(admin, 'ROLE_BUILDER', [...BUILDER, ...RUNS]);
  await createRole(admin, 'ROLE_SILENT', BUILDER);
  builder = await createPersonWithRoles(admin, server.url, 'builder', ['ROLE_BUILDER']);
});
afterAll(() => server?.stop());

/** A service task that runs a report; its result is `r`. */
function running(parameters: Readonly<Record<string, string>>, attributes = ''): string {
  const withs = Object.entries(parameters).map(([key, value]) =>
    value.startsWith('<')
      ? `<keelson:with name="${key}">${value}</keelson:with>`
      : `<keelson:with name="${key}" value="${value}"/>`,
  );
  return `<serviceTask id="run" keelson:call="report.run" keelson:resultVariable="r" ${attributes}><extensionElements>${withs.join('')}</extensionElements></serviceTask>`;
}
const CAUGHT = [
  boundary('caught', 'run', '<errorEventDefinition errorRef="broken"/>'),
  task('mended'),
  '<sequenceFlow id="c1" sourceRef="caught" targetRef="mended"/>',
].join('');

interface CalledRun {
  readonly uuid: string;
  readonly status: string;
  readonly requestedBy: string;
  readonly source: string;
}
const RUN_OF =
  'SELECT uuid, status, requested_by AS "requestedBy", source FROM report_execution WHERE report_code = $1 ORDER BY id';
const runsOf = (code: string) => query<CalledRun>(server, RUN_OF, [code]);

async function started(content: string, variables: object = {}, by = builder) {
  const { key } = await deployed(by, content);
  return startedOf(by, key, { variables });
}
const resultOf = async (id: string) => (await admin.get(`/process-instance/${id}?withVariables=r`)).body.variables.r;
async function incidentOf(processInstanceId: string) {
  return vi.waitFor(async () => {
    const { data } = (await admin.post('/management/incidents/page', { processInstanceId })).body;
    expect(data).toHaveLength(1);
    return data[0] as { readonly id: string; readonly code: string; readonly message: string };
  }, WAIT);
}
const calls = () => query(server, 'SELECT FROM report_process_call');
const untilStatus = (code: string, status: string) =>
  eventually(
    () => runsOf(code),
    ([run]) => run?.status === status,
  ).then(([run]) => run!.uuid);
const cancel = (run: string) => server.as(server.admin, 'POST', `/report-executions/cancel/by-uuid/${run}`);

it('report 43: a process runs a report by its code as the person behind the definition, waits for it, and goes on with what it made', async () => {
  await server.report('from-process', {
    parameterList: [{ name: 'who', type: 'STRING' }],
    query: {
      dataSetCode: 'sessions',
      filterList: [{ column: 'username', operator: 'EQ', parameterName: 'who' }],
      orderByList: [{ column: 'createdDate', direction: 'ASC' }],
    },
  });
  const values = '<keelson:map><keelson:entry key="who">${who}</keelson:entry></keelson:map>';
  const parameters = {
    reportCode: 'from-process',
    outputFormat: 'CSV',
    parameterMap: values,
    fileName: '${name}',
  };
  const content = chained([START, running(parameters), task('after'), END]);
  const instance = await started(content, { who: 'builder', name: 'sessions of one' });
  await instance.standsAt('after');
  const [run, ...others] = await runsOf('from-process');
  expect([run, others]).toEqual([{ uuid: run?.uuid, status: 'SUCCEEDED', requestedBy: 'builder', source: 'API' }, []]);
  const { exportList, rowCount } = await server.execution(run!.uuid);
  const [file] = exportList;
  expect(await resultOf(instance.id)).toEqual({
    executionUuid: run!.uuid,
    status: 'SUCCEEDED',
    rowCount,
    truncated: false,
    outputs: [{ uuid: file!.uuid, outputFormat: 'CSV', byteCount: file!.byteCount, sha256: file!.sha256 }],
  });
  expect(rowCount).toBeGreaterThan(0);
  const { headers, bytes } = await server.output(run!.uuid);
  expect(headers.get('content-disposition')).toContain('sessions of one.csv');
  expect(bytes.toString()).toContain('builder');
  expect(await calls()).toEqual([]);
  const [executed] = (await server.events()).filter(({ kind }) => kind === 'report.executed');
  expect(executed).toMatchObject({ actor: 'builder', subject: 'from-process' });
});

it('report 31: a process that waits in report.run goes on where the run failed, took too long or was cancelled', async () => {
  await server.report('call-failed', { ...mailsReport, rowLimit: 5, truncateMode: 'FAIL', timeoutSeconds: 300 });
  await server.report('call-slow', { ...mailsReport, timeoutSeconds: 1 });
  await server.report('call-cancelled', mailsReport);
  await query(server, 'DELETE FROM mail');
  const content = (code: string) =>
    chained([START, running({ reportCode: code, outputFormat: 'CSV' }), task('a'), END]);
  await whileLocked(server, 'mail', async () => {
    const slow = await started(content('call-slow'));
    expect(await incidentOf(slow.id)).toMatchObject({
      code: 'CALL_FAILED',
      message: expect.stringMatching(/^REPORT_TIMEOUT: /),
    });
    const [running, queued] = [await started(content('call-cancelled')), await started(content('call-failed'))];
    await cancel(await untilStatus('call-cancelled', 'RUNNING'));
    expect(await incidentOf(running.id)).toMatchObject({
      code: 'CALL_FAILED',
      message: 'REPORT_CANCELLED: The run was cancelled.',
    });
    const [open] = await eventually(
      () => runsOf('call-failed'),
      (runs) => runs.length === 1,
    );
    await query(
      server,
      'UPDATE report_execution SET attempts = 2, leased_by = NULL, lease_token = NULL WHERE uuid = $1',
      [open!.uuid],
    );
    server.jobs.find(({ name }) => name === 'report_execution')?.wake();
    expect(await incidentOf(queued.id)).toMatchObject({ message: expect.stringMatching(/^REPORT_WORKER_LOST: /) });
  });
  expect(await calls()).toEqual([]);
});

it('report 43: a run that was cancelled while it waited in the queue is caught where the element maps its failure', async () => {
  await server.report('call-queued', mailsReport);
  const call = running({ reportCode: 'call-queued' }, 'keelson:mapFailure="E1"');
  const content = chained([START, call, task('after'), END], CAUGHT);
  await whileLocked(server, 'mail', async () => {
    const instances = [await started(content)];
    await untilStatus('call-queued', 'RUNNING');
    for (let count = 0; count < 2; count += 1) instances.push(await started(content));
    const runs = await eventually(
      () => runsOf('call-queued'),
      // A person has two running at most.
      (all) => all.length === 3 && all.filter(({ status }) => status === 'RUNNING').length === 2,
    );
    expect(runs.filter(({ status }) => status === 'QUEUED')).toHaveLength(1);
    for (const { uuid } of runs) await cancel(uuid);
    for (const instance of instances) await instance.standsAt('mended');
  });
});

it('report 43: an instance that is cancelled leaves its run to end, and one that is retried asks for another run', async () => {
  await server.report('call-left', mailsReport);
  const content = chained([START, running({ reportCode: 'call-left', outputFormat: 'CSV' }), task('after'), END]);
  await whileLocked(server, 'mail', async () => {
    const left = await started(content);
    await untilStatus('call-left', 'RUNNING');
    expect((await admin.remove(`/process-instance/${left.id}`)).errorDetail).toBeNull();
    const again = await started(content);
    const [, second] = await eventually(
      () => runsOf('call-left'),
      (all) => all.length === 2,
    );
    await cancel(second!.uuid);
    const { id } = await incidentOf(again.id);
    expect((await admin.post(`/management/incidents/${id}/resolve`, { action: 'retry' })).errorDetail).toBeNull();
    await eventually(
      () => runsOf('call-left'),
      (all) => all.length === 3,
    );
  });
  const runs = await eventually(
    () => runsOf('call-left'),
    (all) => all.every(({ status }) => status !== 'RUNNING' && status !== 'QUEUED' && status !== 'RENDERING'),
  );
  expect(runs.map(({ status }) => status)).toEqual(['SUCCEEDED', 'CANCELLED', 'SUCCEEDED']);
  await eventually(calls, (open) => open.length === 0);
});

it('report 43: an order that is given twice is one run, also where the report cannot be run any more', async () => {
  const { uuid: report } = await server.report('call-twice', mailsReport);
  const content = chained([START, running({ reportUuid: '${report}', outputFormat: 'CSV' }), task('after'), END]);
  const instance = await whileLocked(server, 'mail', async () => {
    const made = await started(content, { report });
    const run = await untilStatus('call-twice', 'RUNNING');
    await server.as(server.admin, 'POST', `/executable-reports/deactivate/by-uuid/${report}`);
    // As the death of its process leaves an order that was committed.
    const [job] = await query<{ number: number }>(
      server,
      'UPDATE bpm_job SET ordered = false, leased_by = NULL, lease_token = NULL WHERE instance_id = $1::uuid RETURNING number',
      [made.id],
    );
    expect(run).toBe(namedUuid('report.run', `${made.id}-j${job!.number}`));
    server.jobs.find(({ name }) => name === 'bpm_job')?.wake();
    const ordered = () =>
      query<{ ordered: boolean }>(server, 'SELECT ordered FROM bpm_job WHERE instance_id = $1::uuid', [made.id]);
    expect(await eventually(ordered, ([row]) => row?.ordered === true)).toEqual([{ ordered: true }]);
    return made;
  });
  await instance.standsAt('after');
  expect(await runsOf('call-twice')).toHaveLength(1);
});

it('report 43: who may not run reports, or not this one, has an incident that says so, and nothing is run', async () => {
  const silent = await createPersonWithRoles(admin, server.url, 'silent', ['ROLE_SILENT']);
  const group = await server.group('closed', { authorityList: [{ role: 'ROLE_SYSTEM_ADMIN', permission: 'WRITE' }] });
  await server.report('call-closed', { reportGroupUuid: group });
  const content = (parameters: Record<string, string>) => chained([START, running(parameters), task('after'), END]);
  const refused = await started(content({ reportCode: 'from-process' }), {}, silent);
  // The data of the report is for others, and an incident at once.
  expect((await incidentOf(refused.id)).message).toMatch(/^ACCESS_DENIED: /);
  const refusals: (readonly [Record<string, string>, RegExp])[] = [
    [{ reportCode: 'call-closed' }, /^REPORT_NOT_FOUND: /],
    [{ reportCode: 'nowhere' }, /^REPORT_NOT_FOUND: /],
    [{}, /^VALIDATION_FAILED: .*reportUuid/],
    [{ reportCode: 'a', reportUuid: crypto.randomUUID() }, /^VALIDATION_FAILED: .*reportUuid/],
    [{ reportCode: 'from-process', outputFormat: 'DOC' }, /^VALIDATION_FAILED: .*outputFormat/],
    [{ reportCode: 'from-process', rowLimit: '${0}' }, /^VALIDATION_FAILED: .*rowLimit/],
  ];
  for (const [parameters, told] of refusals) {
    const instance = await started(content(parameters));
    // Each attempt fails alike.
    await vi.waitFor(async () => {
      server.clock.advance(60_000);
      const { data } = (await admin.post('/management/incidents/page', { processInstanceId: instance.id })).body;
      expect(data[0]?.message).toMatch(told);
    }, WAIT);
  }
  expect(await runsOf('call-closed')).toEqual([]);
});

it('report 43: a run that a module asks for in its transaction is there with its commit, once, and not at all without', async () => {
  const { report: reports } = server.apis;
  const uuid = crypto.randomUUID();
  const by = { tenantIdentifier: 'default', username: 'builder' };
  const prepared = await reports.prepare(by, { reportCode: 'from-process', parameterMap: { who: 'x' }, uuid });
  const write = () => server.database.database.transaction((tx) => reports.write(tx, prepared));
  const undone = server.database.database.transaction(async (tx) => {
    await reports.write(tx, prepared);
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  expect(await Promise.all([write(), write()])).toEqual(expect.arrayContaining([true, false]));
  expect(await server.ended(uuid)).toMatchObject({ status: 'SUCCEEDED' });
  const gone = reports.prepare({ ...by, username: 'nobody' }, { reportCode: 'from-process' });
  await expect(gone).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
});

it('report 43: runs of processes beyond a hundred wait until others of the same person have ended', async () => {
  await server.report('call-many', mailsReport);
  const content = chained([START, running({ reportCode: 'call-many', outputFormat: 'CSV' }), task('after'), END]);
  const { key } = await deployed(builder, content);
  const [template] = await runsOf('from-process');
  await query(
    server,
    `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
       parameter_map, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds, retention_hours, file_name,
       place, queued_date, due_at, notify)
     SELECT gen_random_uuid(), tenant_identifier, report_uuid, report_version, 'filler', report_name, 'QUEUED', output_format,
       parameter_map, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds, retention_hours, file_name,
       100 + n, queued_date, due_at, notify FROM report_execution, generate_series(1, 100) n WHERE uuid = $1`,
    [template!.uuid],
  );
  const instance = await startedOf(builder, key, {});
  const attempts = () =>
    query<{ ordered: boolean }>(server, 'SELECT ordered FROM bpm_job WHERE instance_id = $1::uuid', [instance.id]);
  await eventually(attempts, ([row]) => row !== undefined);
  expect(await attempts()).toEqual([{ ordered: false }]);
  await query(server, "DELETE FROM report_execution WHERE report_code = 'filler'");
  await vi.waitFor(async () => {
    server.clock.advance(1_000);
    expect(await instance.names()).toEqual(['after']);
  }, WAIT);
});
