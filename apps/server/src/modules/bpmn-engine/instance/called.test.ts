// Tests how an instance is shown that another one called: where it belongs, and while it is undone after its end.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { createJobStore } from '../runtime/waits/job.store.ts';
import { after, catching, chained, deployed, END, START, started, task, WAIT } from '../testing/driven-process.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const BOOKED = [
  '<boundaryEvent id="undone" attachedToRef="book"><compensateEventDefinition/></boundaryEvent>',
  '<userTask id="unbook" isForCompensation="true"/>',
  '<association id="undo" associationDirection="One" sourceRef="undone" targetRef="unbook"/>',
].join('');
const BACK = '<intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>';
const EVER = ['ACTIVE', 'SUSPENDED', 'ENDED'];

it('is listed once, running while it is compensated and ended before and after', async () => {
  const child = await deployed(admin, chained([START, '<manualTask id="book"/>', END], BOOKED));
  const call = `<callActivity id="call" calledElement="${child.key}"/>`;
  const run = await started(admin, chained([START, call, task('between'), BACK, END]));
  const found = async (states: readonly string[]) => {
    const query = { rootProcessInstanceId: run.id, superProcessInstanceId: run.id, states };
    const { body } = await admin.post('/process-instance/page', query);
    return [body.totalElements, ...body.data.map(({ state }: { state: string }) => state)];
  };
  expect(await found(EVER)).toEqual([1, 'ENDED']);
  await run.complete('between');
  expect(await found(EVER)).toEqual([1, 'ACTIVE']);
  expect(await found(['ENDED'])).toEqual([0]);
  const [open] = (await admin.post('/task/list', { rootProcessInstanceId: run.id })).body;
  expect(open).toMatchObject({ taskDefinitionKey: 'unbook', rootProcessInstanceId: run.id });
  await admin.post(`/task/${open.id}/complete`, {});
  expect(await found(EVER)).toEqual([1, 'ENDED']);
  expect((await run.instance()).endState).toBe('COMPLETED');
});

describe('a called instance that somebody cancels', () => {
  const calling = (key: string, attributes = '') => `<callActivity id="call" calledElement="${key}" ${attributes}/>`;
  const calledBy = async (id: string) =>
    (await admin.post('/process-instance/page', { superProcessInstanceId: id, states: ['ACTIVE'] })).body.data[0]?.id;
  const incidentsOf = async (processInstanceId: string) =>
    (await admin.post('/management/incidents/page', { processInstanceId, resolved: false })).body.data;
  const ofCall = { type: 'CALL_TARGET', elementId: 'call', code: 'CALL_TARGET' };

  it('ends, and whoever called it gets an incident, which calls again when it is retried', async () => {
    const child = await deployed(admin, chained([START, task('inner'), END]));
    const run = await started(admin, chained([START, calling(child.key), task('outer'), END]));
    const called = await calledBy(run.id);
    const { status, body, errorDetail } = await admin.remove(`/process-instance/${called}`);
    expect([status, errorDetail]).toEqual([200, null]);
    expect(body).toMatchObject({ id: called, endState: 'CANCELLED' });
    expect(await run.instance()).toMatchObject({ state: 'ACTIVE', incidentCount: 1 });
    const [incident] = await incidentsOf(run.id);
    expect(incident).toMatchObject(ofCall);
    expect(incident.message).toContain(`the called instance of ${child.key} was cancelled`);
    await admin.post(`/management/incidents/${incident.id}/resolve`, { action: 'RETRY' });
    const again = await calledBy(run.id);
    expect(again).not.toBe(called);
    const [open] = (await admin.post('/task/list', { processInstanceId: again })).body;
    await admin.post(`/task/${open.id}/complete`, {});
    await run.standsAt('outer');
  });

  it('does so by its own incident, and at the depth where it is', async () => {
    const bad =
      '<serviceTask id="bad" keelson:asyncBefore="true" keelson:expression="${missing}"><extensionElements><keelson:failedJobRetryTimeCycle>R1/PT0S</keelson:failedJobRetryTimeCycle></extensionElements></serviceTask>';
    const inner = await deployed(admin, chained([START, bad, END]));
    const middle = await deployed(admin, chained([START, calling(inner.key), END]));
    const run = await started(admin, chained([START, calling(middle.key), END]));
    const between = await calledBy(run.id);
    const innermost = await calledBy(between);
    await vi.waitFor(async () => expect(await incidentsOf(innermost)).toHaveLength(1), WAIT);
    const [failed] = await incidentsOf(innermost);
    const answer = await admin.post(`/management/incidents/${failed.id}/resolve`, { action: 'CANCEL' });
    expect([answer.status, answer.errorDetail]).toEqual([200, null]);
    expect((await admin.get(`/process-instance/${innermost}`)).body.endState).toBe('CANCELLED');
    expect(await incidentsOf(between)).toMatchObject([ofCall]);
    expect(await incidentsOf(run.id)).toEqual([]);
    await admin.remove(`/process-instance/${run.id}`);
    expect((await admin.get(`/process-instance/${between}`)).body.endState).toBe('CANCELLED');
  });

  it('is an error of the caller where its model maps failures so', async () => {
    const child = await deployed(admin, chained([START, task('inner'), END]));
    const mapped = `<callActivity id="call" calledElement="${child.key}"><extensionElements><keelson:mapFailure errorCode="E1"/></extensionElements></callActivity>`;
    const caught =
      '<boundaryEvent id="caught" attachedToRef="call"><errorEventDefinition errorRef="broken"/></boundaryEvent>';
    const beside = `${caught}${task('care')}${flow('x', 'caught', 'care')}`;
    const run = await started(admin, chained([START, mapped, END], beside));
    await admin.remove(`/process-instance/${await calledBy(run.id)}`);
    await run.standsAt('care');
  });
});

describe('a called instance whose caller is suspended', () => {
  const calling = (key: string) => `<callActivity id="call" calledElement="${key}"/>`;
  const JOB = sql('t_job_state', 'SELECT suspended, leased_by FROM bpm_job WHERE id = $1');
  const HELD = sql(
    't_job_held',
    'UPDATE bpm_job SET leased_by = $2, lease_token = $3 WHERE id = $1 RETURNING id, number',
  );

  /** Answers the caller, which is suspended, and the instance that it called. */
  async function suspendedCaller(inside: string) {
    const child = await deployed(admin, chained([START, inside, END]));
    const run = await started(admin, chained([START, calling(child.key), task('outer'), END]));
    const [called] = (await admin.post('/process-instance/page', { superProcessInstanceId: run.id })).body.data;
    await admin.post(`/process-instance/${run.id}/suspend`);
    return { run, id: called.id as string };
  }
  const activate = (id: string) => admin.post(`/process-instance/${id}/activate`);

  it('is neither cancelled nor completed, and the answer names the caller', async () => {
    const { run, id } = await suspendedCaller(task('inner'));
    const [open] = (await admin.post('/task/list', { processInstanceId: id })).body;
    const answers = [await admin.remove(`/process-instance/${id}`), await admin.post(`/task/${open.id}/complete`, {})];
    expect(answers.map(outcome)).toEqual(answers.map(() => [409, 'INSTANCE_SUSPENDED']));
    for (const { errorDetail } of answers) expect(errorDetail.errorMessage).toContain(run.id);
    await activate(run.id);
    await admin.post(`/task/${open.id}/complete`, {});
    await run.standsAt('outer');
  });

  it('keeps a timer that would end it until the caller goes on, at any depth', async () => {
    const timed = catching('wait', after('PT5S'));
    const inner = await deployed(admin, chained([START, timed, END]));
    const [near, far] = [await suspendedCaller(timed), await suspendedCaller(calling(inner.key))];
    const [innermost] = (await admin.post('/process-instance/page', { superProcessInstanceId: far.id })).body.data;
    server.clock.advance(5_000);
    for (const id of [near.id, innermost.id]) {
      const stateOf = async () => (await server.database.database.rows(JOB, [id]))[0];
      await vi.waitFor(async () => expect(await stateOf()).toEqual({ suspended: true, leased_by: null }), WAIT);
    }
    for (const { run } of [near, far]) {
      await activate(run.id);
      await run.standsAt('outer');
    }
  });

  it('has no job held for ever where the caller goes on while the job is being held', async () => {
    const { run, id } = await suspendedCaller(catching('wait', after('PT50S')));
    const { database } = server.database;
    const process = server.kernel.processes.id;
    const token = '00000000-0000-4000-8000-00000000000a';
    await database.execute(HELD, [id, process, token]);
    const store = createJobStore(database);
    const [{ number = 0 } = {}] = await database.rows<{ number: number }>(
      sql('t_job_number', 'SELECT number FROM bpm_job WHERE id = $1'),
      [id],
    );
    let holding: Promise<unknown> = Promise.resolve();
    await database.transaction(async (tx) => {
      await tx.execute(sql('t_go_on', 'UPDATE bpm_instance SET suspended = false WHERE id = $1'), [run.id]);
      holding = store.hold({ id, number }, token, run.id);
      const waiting = sql('t_waits', "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      await expect.poll(async () => (await database.rows<{ n: number }>(waiting))[0]?.n, WAIT).toBe(1);
    });
    await holding;
    expect((await database.rows(JOB, [id]))[0]).toEqual({ suspended: false, leased_by: null });
  });
});
