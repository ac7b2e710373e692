// Tests the pages of the past: closed tasks, variables and instances, for whom they are, and what they ask an index for.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createPersonWithRoles, createRole, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, deployed, END, START, started, startedOf, task, WAIT } from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let historian: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  await createRole(admin, 'ROLE_HISTORIAN', ['BPMN_HISTORY_VIEW']);
  historian = await createPersonWithRoles(admin, server.url, 'historian', ['ROLE_HISTORIAN']);
});
afterAll(() => server.stop());

const tasks = async (filter: object, as = admin) => (await as.post('/history/tasks/page', filter)).body;
const variables = async (id: string, filter: object = {}) =>
  (await admin.post('/history/variables/page', { processInstanceId: id, ...filter })).body.data;

/** Starts an instance and completes these tasks one after another, each as the administrator's own. */
async function closing(elements: readonly string[], key?: string) {
  const content = chained([START, ...elements.map(task), END]);
  const run = await (key === undefined ? started(admin, content) : startedOf(admin, key));
  for (const element of elements) {
    const [open] = await run.tasks();
    await admin.post(`/task/${open?.id}/claim`);
    await run.complete(element);
  }
  return run;
}

describe('closed tasks', () => {
  it('bpmn-engine 60: are paged with everything that they were, the newest first', async () => {
    const named = '<userTask id="ask" name="Ask" keelson:candidateGroups="clerks,ROLE_B" keelson:priority="70"/>';
    const run = await started(admin, chained([START, named, task('check'), END]), { businessKey: 'order-1' });
    const [open] = await run.tasks();
    await admin.post(`/task/${open?.id}/claim`);
    await run.complete('ask');
    await admin.remove(`/process-instance/${run.id}`);
    const page = await tasks({ processInstanceId: run.id });
    expect(page.totalElements).toBe(2);
    expect(page.data).toMatchObject([
      { taskDefinitionKey: 'check', name: null, assignee: null, state: 'CANCELLED', claimTime: null },
      {
        id: open?.id,
        taskDefinitionKey: 'ask',
        name: 'Ask',
        assignee: 'admin',
        candidateGroups: ['clerks', 'ROLE_B'],
        priority: 70,
        state: 'COMPLETED',
        businessKey: 'order-1',
        processInstanceId: run.id,
        createTime: open?.createTime,
      },
    ]);
  });

  it('are filtered by version, process, element, person, way of ending and time', async () => {
    const { key } = await deployed(admin, chained([START, task('one'), task('two'), END]));
    const run = await closing(['one', 'two'], key);
    const { processDefinitionId } = await run.instance();
    const [last, first] = (await tasks({ processDefinitionKeys: [key] })).data;
    const total = async (filter: object) => (await tasks({ processInstanceId: run.id, ...filter })).totalElements;
    expect(await total({ processDefinitionId })).toBe(2);
    expect(await total({ processDefinitionId: 'none' })).toBe(0);
    expect(await total({ taskDefinitionKeys: ['two'] })).toBe(1);
    expect(await total({ assignee: 'ADMIN' })).toBe(2);
    expect(await total({ assignee: 'nobody' })).toBe(0);
    expect(await total({ states: ['CANCELLED'] })).toBe(0);
    expect(await total({ businessKey: 'none' })).toBe(0);
    expect(await total({ endTimeFrom: last.endTime })).toBe(last.endTime === first.endTime ? 2 : 1);
    expect(await total({ createTimeTo: first.createTime })).toBe(0);
    expect((await tasks({ processInstanceId: 'none' })).totalElements).toBe(0);
    const bad = await admin.post('/history/tasks/page', {
      endTimeFrom: 'yesterday',
      pageable: { sort: { properties: ['name'] } },
    });
    expect(outcome(bad)).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('bpmn-engine 30: are those that the caller had, all of the tenant with BPMN_HISTORY_VIEW, and never of another one', async () => {
    const run = await closing(['own']);
    const ofRun = { processInstanceId: run.id };
    expect((await tasks(ofRun, historian)).totalElements).toBe(1);
    const ada = await createPersonWithRoles(admin, server.url, 'ada-past');
    expect((await tasks(ofRun, ada)).totalElements).toBe(0);
    const stranger = await createStranger({ server, admin }, 'past-elsewhere');
    expect((await tasks(ofRun, stranger)).totalElements).toBe(0);
    expect((await tasks({}, stranger)).totalElements).toBe(0);
  });

  it('follow a renamed person, whatever the alphabet of the name', async () => {
    await createPersonWithRoles(admin, server.url, 'İpek');
    const run = await started(admin, chained([START, '<userTask id="own" keelson:assignee="İpek"/>', END]));
    await run.complete('own');
    const total = async (assignee: string) => (await tasks({ processInstanceId: run.id, assignee })).totalElements;
    expect([await total('ipek'), await total('İPEK')]).toEqual([1, 1]);
    const { body } = await admin.get(`/users/by-username/${encodeURIComponent('İpek')}`);
    const { uuid, version } = body;
    expect(outcome(await admin.put('/users', { uuid, version, username: 'Gül' }))).toEqual([200, null]);
    await vi.waitFor(async () => expect([await total('gül'), await total('ipek')]).toEqual([1, 0]), WAIT);
  });

  it('are made of those that an earlier version of the program projected past', async () => {
    const run = await closing(['late']);
    expect((await tasks({ processInstanceId: run.id })).totalElements).toBe(1);
    const { database } = server.kernel;
    await database.execute(sql('t_past_forget', 'DELETE FROM bpm_hi_task'));
    await database.execute(sql('t_past_behind', "UPDATE bpm_projection SET tasks_to = '0'"));
    expect((await tasks({ processInstanceId: run.id })).data).toMatchObject([{ taskDefinitionKey: 'late' }]);
  });

  it('go with the history of their instance', async () => {
    const run = await closing(['gone']);
    expect((await tasks({ processInstanceId: run.id })).totalElements).toBe(1);
    await admin.remove(`/history/process-instance/${run.id}`);
    expect((await tasks({ processInstanceId: run.id })).totalElements).toBe(0);
  });
});

describe('indexes of closed tasks', () => {
  const FILL = sql(
    't_past_fill',
    `INSERT INTO bpm_hi_task (instance_id, number, node, priority, created_at, ended_at, cancelled, element_named, tenant_identifier,
       definition_id, assignee)
     SELECT gen_random_uuid(), 1, 1, 50, now(), now() - n * interval '1 second', false, true, 'filled', 'filled:' || n % 50, 'user' || n % 500
     FROM generate_series(1, 40000) n`,
  );
  const ANALYZE = sql('t_past_analyze', 'ANALYZE bpm_hi_task');
  const plan = async (where: string) => {
    const text = `EXPLAIN SELECT * FROM bpm_hi_task t WHERE ${where} ORDER BY t.ended_at DESC NULLS LAST, t.instance_id DESC, t.number DESC LIMIT 20`;
    const rows = await server.kernel.database.rows<Record<string, string>>({ name: '', text }, []);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('serve a page of a tenant, of a version and of a person in its order', async () => {
    await server.kernel.database.execute(FILL);
    await server.kernel.database.execute(ANALYZE);
    expect(await plan("t.tenant_identifier = 'filled'")).toContain('bpm_hi_task_tenant');
    const ofPerson =
      "t.tenant_identifier = 'filled' AND t.assignee IS NOT NULL AND coalesce(t.assignee_folded, t.assignee) = 'user7'";
    expect(await plan(ofPerson)).toContain('bpm_hi_task_assignee');
    expect(await plan("t.tenant_identifier = 'filled' AND t.definition_id = 'filled:7'")).toContain(
      'bpm_hi_task_definition',
    );
  });
});

describe('variables of the past', () => {
  it('bpmn-engine 60: are shown with their last value, also when they are gone', async () => {
    const run = await started(admin, chained([START, task('wait'), END]), { variables: { kept: 1, gone: 'a' } });
    await admin.put(`/runtime/executions/${run.id}/variables`, { variables: { kept: 2, added: [1] } });
    await admin.remove(`/runtime/executions/${run.id}/variables/gone`);
    await run.complete('wait', { kept: 3 });
    expect(await variables(run.id)).toMatchObject([
      { name: 'added', type: 'JSON', value: [1], size: 3, changes: 1, removed: false, activityId: null },
      { name: 'gone', type: 'STRING', value: 'a', changes: 2, removed: true },
      { name: 'kept', type: 'INTEGER', value: 3, changes: 3, removed: false },
    ]);
    expect(await variables(run.id, { names: ['kept'] })).toHaveLength(1);
    expect(await variables(run.id, { nameLike: 'ADD' })).toHaveLength(1);
    expect(await variables(run.id, { removed: true })).toMatchObject([{ name: 'gone' }]);
    const stranger = await createStranger({ server, admin }, 'past-variables');
    expect(outcome(await stranger.post('/history/variables/page', { processInstanceId: run.id }))).toEqual([
      404,
      'INSTANCE_NOT_FOUND',
    ]);
  });

  it('of an activity are gone when it has ended', async () => {
    const loop =
      '<userTask id="each"><multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></userTask>';
    const run = await started(admin, chained([START, loop, END]));
    await run.complete('each');
    const counters = await variables(run.id, {
      names: ['loopCounter'],
      pageable: { sort: { properties: ['createTime'] } },
    });
    expect(counters.map(({ value, removed }: { value: number; removed: boolean }) => [value, removed])).toEqual([
      [0, true],
      [1, false],
    ]);
    expect(counters[0].activityId).toMatch(/-a\d+$/);
  });
});

describe('instances of the past', () => {
  it('bpmn-engine 60: are of every state, all of the tenant with BPMN_HISTORY_VIEW', async () => {
    const { key } = await deployed(admin, chained([START, task('own'), END]));
    const ended = await closing(['own'], key);
    const running = await startedOf(admin, key);
    const found = async (as: Person, path: string) =>
      (await as.post(path, { processDefinitionKeys: [key] })).body.data.map(({ id }: { id: string }) => id).sort();
    expect(await found(historian, '/history/process-instances/page')).toEqual([ended.id, running.id].sort());
    expect(await found(historian, '/process-instance/page')).toEqual([]);
    const ada = await createPersonWithRoles(admin, server.url, 'ada-instances');
    expect(await found(ada, '/history/process-instances/page')).toEqual([]);
  });
});
