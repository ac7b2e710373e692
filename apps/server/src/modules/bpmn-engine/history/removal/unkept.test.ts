// Tests that nothing is left of ended instances where the level of history is none, and that what runs is read as ever.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import type { EngineEvent } from '../../api.ts';
import { dmnFile, expression, ruleTask } from '../../testing/decision-models.ts';
import { boundary, chained, END, instanceOf, ROOTS, START, task } from '../../testing/driven-process.ts';
import { outcome, startEngine, startPath } from '../../testing/engine-server.ts';
import { bpmnFile } from '../../testing/models.ts';

let server: TestServer;
let admin: Person;
const delivered: EngineEvent[] = [];

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  server.apis.bpmnEngine.registerEngineHandler('test', ['task.completed', 'instance.ended'], async (_, event) => {
    delivered.push(event);
  });
});
afterAll(() => server.stop());

/** Says the level of its history, or nothing: null. */
async function deploy(key: string, content: string, level: string | null): Promise<void> {
  const attribute = level === null ? '' : ` keelson:historyLevel="${level}"`;
  const file = bpmnFile(key, content)
    .replace('isExecutable="true"', `isExecutable="true"${attribute}`)
    .replace('</definitions>', ROOTS);
  expect((await admin.deploy([[`${key}.bpmn`, file]])).errorDetail).toBeNull();
}
async function start(key: string) {
  const answer = await admin.post(`${startPath}/${key}`, {});
  expect(answer.errorDetail).toBeNull();
  return instanceOf(admin, answer.body.id as string);
}
async function versionOf(key: string): Promise<string> {
  const { data } = (await admin.post('/repository/definitions/page', { key, latestOnly: true })).body;
  return data[0].id;
}

/** Counts what is stored of an instance, by table. */
async function left(id: string): Promise<Record<string, number>> {
  await admin.post('/history/process-instances/page', { ids: [id] });
  const tables = (
    await server.kernel.database.rows<{ name: string; column: string }>({
      name: '',
      text: `SELECT c.relname AS name, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname LIKE 'bpm_%' AND a.atttypid = 'uuid'::regtype
          AND (a.attname IN ('instance_id', 'called_id', 'caller_id') OR (a.attname = 'id' AND c.relname ~ 'instance'))`,
    })
  ).map(({ name, column }) => `SELECT '${name}' AS name, count(*)::int AS count FROM ${name} WHERE ${column} = $1`);
  const text = `SELECT name, sum(count)::int AS count FROM (${tables.join(' UNION ALL ')}) t WHERE count > 0 GROUP BY name`;
  const counts = await server.kernel.database.rows<{ name: string; count: number }>({ name: '', text }, [id]);
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}
const listed = async (id: string) =>
  (await admin.post('/history/process-instances/page', { ids: [id] })).body.totalElements;

describe('a version that keeps no history', () => {
  it('bpmn-engine 72: has that of an instance for as long as it runs, and nothing once it has ended', async () => {
    const content = chained([START, ruleTask('rate', 'keelson:decisionRef="rate"'), task('one'), task('two'), END]);
    await admin.deploy([['rate.dmn', dmnFile(expression('rate', '1'))]]);
    await deploy('unkept', content, 'none');
    const run = await start('unkept');
    const [open] = await run.tasks();
    await admin.post(`/task/${open?.id}/claim`);
    await admin.post(`/task/${open?.id}/comments`, { text: 'Looked at' });
    await run.complete('one', { a: 1 });
    const entries = async () => await admin.get(`/history/process-instance/${run.id}/timeline`);
    expect((await entries()).body.data.length).toBeGreaterThan(5);
    expect((await admin.get(`/task/variables/${open?.id}`)).body).toEqual({ a: 1 });
    expect((await admin.post('/history/tasks/page', { processInstanceId: run.id })).body.totalElements).toBe(1);
    expect(Object.keys(await left(run.id))).toEqual(
      expect.arrayContaining(['bpm_hi_decision', 'bpm_hi_task', 'bpm_operation', 'bpm_comment', 'bpm_history_event']),
    );
    await run.complete('two');
    expect(await left(run.id)).toEqual({});
    expect(await listed(run.id)).toBe(0);
    expect(outcome(await entries())).toEqual([404, 'INSTANCE_NOT_FOUND']);
    const ofIt = delivered.filter(({ instanceId }) => instanceId === run.id).map(({ kind }) => kind);
    expect(ofIt).toEqual(['task.completed', 'task.completed', 'instance.ended']);
  });

  it('has nothing of what ends with its start, and answers the start', async () => {
    await deploy('at-once', chained([START, END]), 'none');
    const answer = await admin.post(`${startPath}/at-once`, { returnVariables: true, variables: { a: 1 } });
    expect(answer.body).toMatchObject({ ended: true, variables: { a: 1 } });
    expect(await left(answer.body.id)).toEqual({});
    const { data } = (await admin.post('/history/process-instances/page', { processDefinitionKeys: ['at-once'] })).body;
    expect(data).toEqual([]);
  });

  it('decides for those that its instance calls, and not for whoever calls it', async () => {
    await deploy('called-full', chained([START, task('inner'), END]), 'full');
    const call = (key: string) => `<callActivity id="call" calledElement="${key}"/>`;
    await deploy('calling-none', chained([START, call('called-full'), task('outer'), END]), 'none');
    const run = await start('calling-none');
    const [inner] = (await admin.post('/task/list', { rootProcessInstanceId: run.id })).body;
    await admin.post(`/task/${inner.id}/complete`, {});
    // The outermost one may still undo what it did.
    expect(await listed(inner.processInstanceId)).toBe(1);
    await run.complete('outer');
    expect([await left(run.id), await left(inner.processInstanceId)]).toEqual([{}, {}]);

    await deploy('called-none', chained([START, task('inner'), END]), 'none');
    await deploy('calling-full', chained([START, call('called-none'), END]), 'full');
    const kept = await start('calling-full');
    const [other] = (await admin.post('/task/list', { rootProcessInstanceId: kept.id })).body;
    await admin.post(`/task/${other.id}/complete`, {});
    await kept.ends();
    expect([await listed(kept.id), await listed(other.processInstanceId)]).toEqual([1, 1]);
  });

  it('keeps what an instance needs to undo what one that it called has done', async () => {
    const undo = '<serviceTask id="undo" isForCompensation="true" keelson:expression="${true}"/>';
    const link = '<association id="l" sourceRef="on" targetRef="undo" associationDirection="One"/>';
    const done = '<serviceTask id="done" keelson:expression="${true}"/>';
    const inner = `${boundary('on', 'done', '<compensateEventDefinition/>')}${undo}${link}`;
    await deploy('undone', chained([START, done, END], inner), 'none');
    const thrown = '<intermediateThrowEvent id="throw"><compensateEventDefinition/></intermediateThrowEvent>';
    const call = '<callActivity id="call" calledElement="undone"/>';
    await deploy('undoing', chained([START, call, task('before'), thrown, task('after'), END]), 'none');
    const run = await start('undoing');
    expect(await listed(run.id)).toBe(1);
    await run.complete('before');
    expect(await run.names()).toEqual(['after']);
    await run.complete('after');
    expect(await left(run.id)).toEqual({});
    const { data } = (await admin.post('/history/process-instances/page', { processDefinitionKeys: ['undone'] })).body;
    expect(data).toEqual([]);
  });
});

describe('the level of history', () => {
  it('is said of a version beside its model, for what ends from then on and, at the next clean-up, for what has ended', async () => {
    await deploy('changed', chained([START, task('one'), END]), null);
    const path = `/repository/definitions/${await versionOf('changed')}`;
    const [before, running] = [await start('changed'), await start('changed')];
    await before.complete('one');
    expect(await listed(before.id)).toBe(1);
    expect(outcome(await admin.put(path, { historyLevel: 'ACTIVITY' }))).toEqual([400, 'VALIDATION_FAILED']);
    const forEver = { historyLevel: 'NONE', historyTimeToLive: 'P999999D' };
    expect((await admin.put(path, forEver)).body).toMatchObject(forEver);
    expect((await admin.get(path)).body).toMatchObject(forEver);
    await running.complete('one');
    expect([await left(running.id), await listed(before.id)]).toEqual([{}, 1]);
    expect((await admin.post('/history/cleanup')).body).toEqual({ instances: 1, more: false });
    expect(await listed(before.id)).toBe(0);
    expect((await admin.put(path, { historyLevel: null })).body).toMatchObject({ historyLevel: null });
    const after = await start('changed');
    await after.complete('one');
    expect(await listed(after.id)).toBe(1);
  });

  it('is that of the setting where neither the model nor anybody says it', async () => {
    await deploy('silent', chained([START, task('one'), END]), null);
    await deploy('kept', chained([START, task('one'), END]), 'full');
    const value = { code: 'bpmn-engine.history.level', scope: 'GLOBAL', value: 'NONE', version: 0 };
    expect((await admin.put('/settings/value', value)).errorDetail).toBeNull();
    const [silent, kept] = [await start('silent'), await start('kept')];
    await silent.complete('one');
    await kept.complete('one');
    expect([await left(silent.id), await listed(kept.id)]).toEqual([{}, 1]);
    expect((await admin.put('/settings/value', { ...value, value: null, version: 1 })).errorDetail).toBeNull();
    const again = await start('silent');
    await again.complete('one');
    expect(await listed(again.id)).toBe(1);
  });

  it('is none or full: what lies between is refused at deployment', async () => {
    const file = bpmnFile('between', chained([START, END])).replace(
      'isExecutable="true"',
      'isExecutable="true" keelson:historyLevel="activity"',
    );
    expect(outcome(await admin.deploy([['between.bpmn', file]]))).toEqual([422, 'DEPLOYMENT_INVALID']);
  });
});
