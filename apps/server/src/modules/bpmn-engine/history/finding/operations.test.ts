// Tests the page of operations: what people did to instances, what the process could not do, for whom it is, and when it goes.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createPersonWithRoles, createRole, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import {
  boundary,
  chained,
  deployed,
  END,
  START,
  started,
  startedOf,
  task,
  WAIT,
} from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine, startPath } from '../../testing/engine-server.ts';
import { choiceFile } from '../../testing/models.ts';

let server: TestServer;
let admin: Person;
let historian: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine({ settings: { 'bpmn-engine.limit.instance': 16 } }));
  await createRole(admin, 'ROLE_HISTORIAN', ['BPMN_HISTORY_VIEW']);
  historian = await createPersonWithRoles(admin, server.url, 'historian', ['ROLE_HISTORIAN']);
  expect((await admin.deploy([['choosing.bpmn', choiceFile('choosing')]])).errorDetail).toBeNull();
});
afterAll(() => server.stop());

const page = async (filter: object, as = admin) => (await as.post('/history/operations/page', filter)).body;
const rows = (text: string, ...values: readonly unknown[]) =>
  server.kernel.database.rows<Record<string, unknown>>({ name: '', text }, values);
const cancel = (id: string, reason: string) =>
  fetch(`${server.url}/process-instance/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason }),
  });
/** Starts a process whose choice has no way for this amount. */
const failing = (as = admin) => as.post(`${startPath}/choosing`, { variables: { amount: 50 } });

describe('what people did to an instance', () => {
  it('bpmn-engine 70: is paged with who did it, when, to what and why, the newest first', async () => {
    const run = await started(admin, chained([START, task('ask'), END]));
    const [open] = await run.tasks();
    await admin.post(`/task/${open?.id}/claim`);
    await admin.put(`/task/${open?.id}`, { priority: 70, version: 2 });
    await admin.post(`/process-instance/${run.id}/suspend`);
    await admin.post(`/process-instance/${run.id}/activate`);
    await admin.put(`/runtime/executions/${run.id}/variables`, { variables: { a: 1 } });
    await admin.put(`/process-instance/${run.id}`, { name: 'Renamed' });
    await cancel(run.id, 'Not needed');
    const { data } = await page({ processInstanceId: run.id });
    const told = data.map((each: Record<string, unknown>) => [
      each.operation,
      each.taskId,
      each.elementId,
      each.detail,
    ]);
    expect(told).toEqual([
      ['CANCEL', null, null, 'Not needed'],
      ['UPDATE_INSTANCE', null, null, null],
      ['SET_VARIABLES', null, null, null],
      ['ACTIVATE', null, null, null],
      ['SUSPEND', null, null, null],
      ['UPDATE_TASK', open?.id, 'ask', null],
      ['CLAIM_TASK', open?.id, 'ask', null],
    ]);
    const { processDefinitionId, processDefinitionKey } = await run.instance();
    expect(data[0]).toMatchObject({
      actor: 'admin',
      success: true,
      code: null,
      processDefinitionId,
      processDefinitionKey,
    });
  });

  it('names the task and the element of moves, of thrown errors and of incidents', async () => {
    const caught = boundary('caught', 'second', '<errorEventDefinition errorRef="broken"/>');
    const beside = `${caught}<endEvent id="stop"/><sequenceFlow id="over" sourceRef="caught" targetRef="stop"/>`;
    const run = await started(admin, chained([START, task('first'), task('second'), END], beside));
    await run.complete('first');
    const [second] = await run.tasks();
    expect((await admin.post(`/task/${second?.id}/return`, {})).errorDetail).toBeNull();
    const [again] = await run.tasks();
    expect((await admin.post(`/task/${again?.id}/jump`, { targetElementIds: ['second'] })).errorDetail).toBeNull();
    const [last] = await run.tasks();
    expect((await admin.post(`/task/${last?.id}/error`, { code: 'E1' })).errorDetail).toBeNull();
    const { data } = await page({ processInstanceId: run.id });
    expect(data.map((each: Record<string, unknown>) => [each.operation, each.taskId, each.elementId])).toEqual([
      ['THROW_ERROR', null, 'second'],
      ['JUMP', again?.id, 'second'],
      ['RETURN', second?.id, 'second'],
    ]);
    const held = (await admin.post(`${startPath}/choosing`, { variables: { amount: 50 }, onFailure: 'INCIDENT' })).body;
    const [incident] = (await admin.post('/management/incidents/page', { processInstanceId: held.id })).body.data;
    await admin.post(`/management/incidents/${incident.id}/resolve`, { action: 'RETRY', variables: { amount: 200 } });
    expect((await page({ processInstanceId: held.id })).data).toMatchObject([
      { operation: 'RETRY_INCIDENT', elementId: 'choice', success: true },
    ]);
  });

  it('has the completion of a task that somebody else had, and not that of an own one or of nobody’s', async () => {
    const { key } = await deployed(
      admin,
      chained([START, '<userTask id="of" keelson:assignee="ada"/>', task('own'), END]),
    );
    const ada = await createPersonWithRoles(admin, server.url, 'ada');
    const run = await startedOf(admin, key);
    await run.complete('of');
    const [own] = await run.tasks();
    await admin.post(`/task/${own?.id}/claim`);
    await run.complete('own');
    const kinds = async (id: string) =>
      (await page({ processInstanceId: id })).data.map((each: { operation: string }) => each.operation);
    expect(await kinds(run.id)).toEqual(['CLAIM_TASK', 'COMPLETE_TASK']);
    const other = await startedOf(admin, key);
    const [hers] = await other.tasks();
    expect((await ada.post(`/task/${hers?.id}/complete`, {})).errorDetail).toBeNull();
    expect(await kinds(other.id)).toEqual([]);
  });

  it('is filtered by process, kind, person, success and time', async () => {
    const { key } = await deployed(admin, chained([START, task('ask'), END]));
    const run = await startedOf(admin, key);
    await admin.post(`/process-instance/${run.id}/suspend`);
    await admin.post(`/process-instance/${run.id}/activate`);
    const { processDefinitionId } = await run.instance();
    const [last] = (await page({ processDefinitionKeys: [key] })).data;
    const total = async (filter: object) => (await page({ processInstanceId: run.id, ...filter })).totalElements;
    expect(await total({ processDefinitionId })).toBe(2);
    expect(await total({ processDefinitionId: 'none' })).toBe(0);
    expect(await total({ operations: ['SUSPEND'] })).toBe(1);
    expect(await total({ actor: 'ADMIN' })).toBe(2);
    expect(await total({ actor: 'nobody' })).toBe(0);
    expect(await total({ success: false })).toBe(0);
    expect(await total({ timeTo: last.time })).toBeLessThan(2);
    expect(await total({ timeFrom: last.time })).toBeGreaterThan(0);
    expect((await page({ processInstanceId: 'none' })).totalElements).toBe(0);
    expect(outcome(await admin.post('/history/operations/page', { operations: ['START_ALL'] }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
  });

  it('bpmn-engine 30: is what the caller did, all of the tenant with BPMN_HISTORY_VIEW, and never of another one', async () => {
    const run = await started(admin, chained([START, task('ask'), END]));
    await admin.post(`/process-instance/${run.id}/suspend`);
    const ofRun = { processInstanceId: run.id };
    expect((await page(ofRun, historian)).totalElements).toBe(1);
    const eve = await createPersonWithRoles(admin, server.url, 'eve-operations');
    expect((await page({}, eve)).totalElements).toBe(0);
    expect(outcome(await failing(eve))).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    expect((await page({}, eve)).data).toMatchObject([{ actor: 'eve-operations', success: false }]);
    const stranger = await createStranger({ server, admin }, 'operations-elsewhere');
    expect((await page({}, stranger)).totalElements).toBe(0);
  });

  it('follows a renamed person', async () => {
    const person = await createPersonWithRoles(admin, server.url, 'İlk');
    await failing(person);
    const total = async (actor: string) => (await page({ actor })).totalElements;
    expect(await total('ilk')).toBe(1);
    const { uuid, version } = (await admin.get(`/users/by-username/${encodeURIComponent('İlk')}`)).body;
    expect(outcome(await admin.put('/users', { uuid, version, username: 'Son' }))).toEqual([200, null]);
    await vi.waitFor(async () => expect([await total('SON'), await total('ilk')]).toEqual([1, 0]), WAIT);
  });

  it('is made of what an earlier version of the program projected past, however much that is', async () => {
    const run = await started(admin, chained([START, task('ask'), END]));
    await admin.post(`/process-instance/${run.id}/suspend`);
    expect((await page({ processInstanceId: run.id })).totalElements).toBe(1);
    // More flushes of one transaction than are read at once, as one that suspends many.
    const copies = `INSERT INTO bpm_history_event (instance_id, revision, at, record)
      SELECT e.instance_id, e.revision + n, e.at, e.record FROM bpm_history_event e, generate_series(1, 1200) n
      WHERE e.instance_id = $1 AND e.revision = 2`;
    await rows(copies, run.id);
    await rows('DELETE FROM bpm_operation WHERE instance_id = $1', run.id);
    await rows("UPDATE bpm_projection SET operations_to = '0'");
    expect((await page({ processInstanceId: run.id })).totalElements).toBe(1_201);
  });
});

describe('what the process could not do', () => {
  const latest = async () => (await page({ actor: 'admin', success: false })).data[0];

  it('bpmn-engine 9: leaves an entry, and nothing else', async () => {
    const instances = async () => {
      const filter = { processDefinitionKeys: ['choosing'], states: ['ACTIVE', 'ENDED'] };
      return (await admin.post('/process-instance/page', filter)).body.totalElements;
    };
    const before = await instances();
    expect(outcome(await failing())).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    expect(await latest()).toMatchObject({
      actor: 'admin',
      operation: 'START',
      processInstanceId: null,
      processDefinitionKey: 'choosing',
      elementId: 'choice',
      success: false,
      code: 'NO_FLOW_SELECTED',
      detail: expect.stringContaining('choice'),
    });
    expect(await instances()).toBe(before);
  });

  it('names the task that stays open, and is not told of a dry run', async () => {
    const choice =
      '<exclusiveGateway id="choice"/><sequenceFlow id="never" sourceRef="choice" targetRef="end"><conditionExpression>${false}</conditionExpression></sequenceFlow>';
    const run = await started(
      admin,
      `${START}${END}${task('ask')}<sequenceFlow id="a" sourceRef="start" targetRef="ask"/><sequenceFlow id="b" sourceRef="ask" targetRef="choice"/>${choice}`,
    );
    const [open] = await run.tasks();
    expect(outcome(await admin.post(`/task/${open?.id}/complete`, {}))).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    const failures = { processInstanceId: run.id, success: false };
    expect((await page(failures)).data).toMatchObject([
      { operation: 'COMPLETE_TASK', taskId: open?.id, elementId: 'choice', code: 'NO_FLOW_SELECTED' },
    ]);
    await admin.post(`/task/${open?.id}/jump`, { targetElementIds: ['choice'], dryRun: true });
    expect((await page(failures)).totalElements).toBe(1);
    expect(await run.names()).toEqual(['ask']);
  });

  it('says so of an instance that would be too large', async () => {
    const run = await started(admin, chained([START, task('ask'), END]));
    const large = await admin.put(`/runtime/executions/${run.id}/variables`, { variables: { a: 'x'.repeat(20_000) } });
    expect(outcome(large)).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    expect((await page({ processInstanceId: run.id })).data).toMatchObject([
      { operation: 'SET_VARIABLES', success: false, code: 'LIMIT_EXCEEDED', elementId: null },
    ]);
  });
});

describe('rows of operations', () => {
  it('go with the history of their instance', async () => {
    const run = await started(admin, chained([START, task('ask'), END]));
    await admin.remove(`/process-instance/${run.id}`);
    expect((await page({ processInstanceId: run.id })).totalElements).toBe(1);
    await admin.remove(`/history/process-instance/${run.id}`);
    expect((await page({ processInstanceId: run.id })).totalElements).toBe(0);
  });

  it('bpmn-engine 62: of what never became an instance go when their time is over, those of one that runs do not', async () => {
    const run = await started(admin, chained([START, task('ask'), END]));
    await admin.post(`/process-instance/${run.id}/suspend`);
    await failing();
    await page({});
    const failed = async () => (await rows('SELECT FROM bpm_operation WHERE instance_id IS NULL')).length;
    const before = await failed();
    await rows("UPDATE bpm_operation SET at = at - interval '179 days'");
    expect((await admin.post('/history/cleanup')).body).toEqual({ instances: 0, more: false });
    expect(await failed()).toBe(before);
    await rows("UPDATE bpm_operation SET at = at - interval '2 days'");
    const stranger = await createStranger({ server, admin }, 'operations-cleaned');
    await stranger.post('/history/cleanup');
    expect(await failed()).toBe(before);
    expect((await admin.post('/history/cleanup')).body).toEqual({ instances: 0, more: false });
    expect(await failed()).toBe(0);
    expect((await page({ processInstanceId: run.id })).totalElements).toBe(1);
    const text =
      "SELECT detail FROM log_recorded_event WHERE kind = 'process-history.cleaned' AND detail::text LIKE '%failures%'";
    expect(await rows(text)).toHaveLength(1);
  });

  it('are found in the order of a page by an index', async () => {
    const fill = `INSERT INTO bpm_operation (instance_id, revision, at, kind, tenant_identifier, definition_id, actor, actor_folded)
      SELECT gen_random_uuid(), 1, now() - n * interval '1 second', 'SUSPEND', 'filled', 'filled:' || n % 50, 'u', 'u' || n % 500
      FROM generate_series(1, 40000) n`;
    await rows(fill);
    await server.kernel.database.execute(sql('t_operations_analyze', 'ANALYZE bpm_operation'));
    const plan = async (where: string) => {
      const text = `EXPLAIN SELECT * FROM bpm_operation o WHERE o.tenant_identifier = 'filled' AND ${where}
        ORDER BY o.at DESC NULLS LAST, o.id DESC LIMIT 20`;
      return (await rows(text)).map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan('true')).toContain('bpm_operation_tenant');
    expect(await plan("o.actor_folded = 'u7'")).toContain('bpm_operation_actor');
    expect(await plan("o.definition_id = 'filled:7'")).toContain('bpm_operation_definition');
  });
});
