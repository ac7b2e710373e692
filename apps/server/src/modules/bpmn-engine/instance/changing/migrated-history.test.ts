// Tests what is told of an instance that went on by another version: its history, its closed tasks, reports, and other modules.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relationSql } from '../../../../kernel/data-sets.ts';
import { sql } from '../../../../kernel/database/database.ts';
import { query } from '../../../../testing/sign-in.ts';
import type { EngineEvent } from '../../api.ts';
import { bpmnEngineDataSets } from '../../bpmn-engine.data-sets.store.ts';
import { chained, deployed, END, instanceOf, START, startedOf, task } from '../../testing/driven-process.ts';
import { type EnginePair, outcome, startEnginePair } from '../../testing/engine-server.ts';
import { bpmnFile } from '../../testing/models.ts';

let pair: EnginePair;
const delivered: EngineEvent[] = [];
beforeAll(async () => {
  pair = await startEnginePair();
  for (const { apis } of [pair.one, pair.two]) {
    apis.bpmnEngine.registerEngineHandler('test', ['task.created', 'task.completed'], async (_, event) => {
      if (delivered.every(({ id }) => id !== event.id)) delivered.push(event);
    });
  }
});
afterAll(() => pair.stop());

let processes = 0;

/** Runs a first version up to its second task, deploys another one, whose elements have other names and places, and goes on by that. */
async function migrated() {
  const key = `told-${++processes}`;
  const { onOne, onTwo } = pair;
  await deployed(onOne, chained([START, task('a'), task('b'), END]), key);
  const run = await startedOf(onOne, key);
  await run.complete('a');
  const from = (await run.instance()).processDefinitionId as string;
  await deployed(onOne, chained([START, '<manualTask id="zero"/>', task('a'), task('bee'), task('c'), END]), key);
  const { body } = await onOne.post('/repository/definitions/page', { key, latestOnly: true });
  const to = body.data[0].id as string;
  const mapping = [{ source: 'b', target: 'bee' }];
  const answer = await onTwo.post('/process-instance/migrate', {
    targetDefinitionId: to,
    processInstanceIds: [run.id],
    mapping,
  });
  expect(answer.errorDetail).toBeNull();
  return { key, run, from, to, onOne, onTwo };
}

/** Answers the rows of a data set that are of one instance. */
async function reported(code: string, id: string): Promise<Record<string, unknown>[]> {
  const dataSet = bpmnEngineDataSets.find((each) => each.code === code)!;
  const text = `SELECT q.* FROM (${relationSql(dataSet, '$1::text')}) q WHERE "processInstanceId" = $2::uuid`;
  return query(pair.one, text, ['default', id]);
}

const activitiesOf = (body: { data: Record<string, string>[] }) =>
  body.data.map(({ elementId, processDefinitionId, state }) => [elementId, processDefinitionId, state]);

describe('bpmn-engine 86: of an instance that was migrated', () => {
  it('every process goes on by the new version, whatever it remembers of the old one', async () => {
    const { run, to, onOne } = await migrated();
    await run.complete('bee');
    expect(await run.names()).toEqual(['c']);
    expect((await instanceOf(onOne, run.id).instance()).processDefinitionId).toBe(to);
  });

  it('each activity and closed task is one of the version that it was done by', async () => {
    const { run, from, to, onOne } = await migrated();
    await run.complete('bee');
    const byInstance = await onOne.post('/history/activities/page', { processInstanceId: run.id });
    const expected = [
      ['start', from, 'COMPLETED'],
      ['a', from, 'COMPLETED'],
      ['bee', to, 'COMPLETED'],
      ['c', to, 'ACTIVE'],
    ];
    const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(sorted(activitiesOf(byInstance.body))).toEqual(sorted(expected));
    const span = { startTimeFrom: '2025-12-25T00:00:00Z', startTimeTo: '2026-01-10T00:00:00Z' };
    const byVersion = await onOne.post('/history/activities/page', { processDefinitionId: to, ...span });
    expect(sorted(activitiesOf(byVersion.body))).toEqual(sorted(expected));
    const named = await onOne.post('/history/activities/page', { processDefinitionId: to, elementId: 'a', ...span });
    expect(activitiesOf(named.body)).toEqual([['a', from, 'COMPLETED']]);
    const tasks = await onOne.post('/history/tasks/page', { processInstanceId: run.id });
    const shown = tasks.body.data.map((each: Record<string, string>) => [
      each.taskDefinitionKey,
      each.processDefinitionId,
    ]);
    expect(sorted(shown)).toEqual(
      sorted([
        ['a', from],
        ['bee', to],
      ]),
    );
  });

  it('the timeline, the replay and the diagram tell of both versions', async () => {
    const { run, from, to, onOne } = await migrated();
    const timeline = (await onOne.get(`/history/process-instance/${run.id}/timeline`)).body.data;
    const moved = timeline.findIndex(({ kind }: { kind: string }) => kind === 'MIGRATED');
    expect(timeline[moved]).toMatchObject({ actor: 'admin', command: 'migrate', detail: { processDefinitionId: to } });
    const elements = timeline.slice(0, moved).map(({ elementId }: { elementId: string }) => elementId);
    expect(elements).toContain('b');
    const replay = (await onOne.get(`/history/process-instance/${run.id}/replay?at=2026-01-02T00:00:00Z`)).body;
    expect(replay).toMatchObject({ processDefinitionId: to, tasks: [{ elementId: 'bee' }] });
    const diagram = (await onOne.get(`/repository/definitions/${to}/diagram?format=json&processInstanceId=${run.id}`))
      .body;
    expect(diagram.elements.find(({ elementId }: { elementId: string }) => elementId === 'bee')).toMatchObject({
      running: 1,
    });
    expect(diagram.elements.map(({ elementId }: { elementId: string }) => elementId)).not.toContain('a');
    const old = `/repository/definitions/${from}/diagram?format=json&processInstanceId=${run.id}`;
    expect(outcome(await onOne.get(old))).toEqual([404, 'INSTANCE_NOT_FOUND']);
  });

  it('statistics and totals count it where it is, and what it did before where that was', async () => {
    const { key, run, from, to, onOne } = await migrated();
    await run.complete('bee');
    await run.complete('c');
    const total = async (processDefinitionId: string) =>
      (await onOne.post('/process-instance/page', { processDefinitionId, states: ['ENDED'] })).body.totalElements;
    expect([await total(from), await total(to)]).toEqual([0, 1]);
    const { elements } = (await onOne.get(`/repository/definitions/${to}/statistics`)).body;
    const completed = elements.map((each: Record<string, unknown>) => [each.elementId, each.completed]);
    expect(completed).toEqual([
      ['c', 1],
      ['end', 1],
    ]);
    const tasks = await pair.one.kernel.database.rows(
      sql(
        'test_migrated_tasks',
        'SELECT t.definition_id FROM bpm_hi_task t WHERE t.instance_id = $1 ORDER BY t.ended_at, t.number',
      ),
      [run.id],
    );
    expect(tasks).toEqual([{ definition_id: from }, { definition_id: to }, { definition_id: to }]);
    expect((await onOne.post('/process-instance/page', { processDefinitionKeys: [key] })).body.totalElements).toBe(0);
  });

  it('reports name the elements of the version that each was done by', async () => {
    const { run, onOne } = await migrated();
    await run.complete('bee');
    await onOne.post('/history/process-instances/page', { states: ['ENDED'] });
    const shown = async (code: string, element: string) =>
      (await reported(code, run.id)).map((row) => `${row[element]} ${row.processDefinitionVersion}`).sort();
    expect(await shown('tasks', 'taskDefinitionKey')).toEqual(['a 1', 'bee 2', 'c 2']);
    // What ran when the instance was migrated stands where it began.
    expect(await shown('process-activities', 'activityId')).toEqual(['a 1', 'b 1', 'c 2', 'start 1']);
  });

  it('other modules hear of its tasks by the version that it ran by then', async () => {
    const { run, from, to, onOne } = await migrated();
    await run.complete('bee');
    await onOne.post('/process-instance/page', { states: ['ENDED'], businessKey: 'none' });
    const heard = delivered
      .filter(({ instanceId }) => instanceId === run.id)
      .map((event) => [event.kind, 'elementId' in event ? event.elementId : null, event.definitionId]);
    expect(heard).toEqual([
      ['task.created', 'a', from],
      ['task.completed', 'a', from],
      ['task.created', 'b', from],
      ['task.completed', 'bee', to],
      ['task.created', 'c', to],
    ]);
  });

  it('its business key is held by the process that it goes on by', async () => {
    const { onOne } = pair;
    const [first, second] = [`unique-${++processes}`, `unique-${++processes}`];
    const unique = async (key: string) => {
      const file = bpmnFile(key, chained([START, task('work'), END]), ' keelson:uniqueBusinessKey="true"');
      await onOne.deploy([[`${key}.bpmn`, file]]);
      return (await onOne.post('/repository/definitions/page', { key })).body.data[0].id as string;
    };
    await unique(first);
    const target = await unique(second);
    const run = await startedOf(onOne, first, { businessKey: 'K' });
    const other = await startedOf(onOne, second, { businessKey: 'K' });
    const migrate = () =>
      onOne.post('/process-instance/migrate', { targetDefinitionId: target, processInstanceIds: [run.id] });
    expect((await migrate()).body).toMatchObject([{ errorCode: 'BUSINESS_KEY_IN_USE' }]);
    await other.complete('work');
    expect((await migrate()).body).toMatchObject([{ errorCode: null }]);
    const start = (key: string) => onOne.post(`/runtime/start/by-process-definition-key/${key}`, { businessKey: 'K' });
    expect(outcome(await start(second))).toEqual([409, 'BUSINESS_KEY_IN_USE']);
    expect((await start(first)).status).toBe(200);
  });

  it('of a migration and a completion at once both happen, in one order or the other', async () => {
    const { onOne, onTwo } = pair;
    for (let round = 0; round < 5; round++) {
      const key = `race-${++processes}`;
      await deployed(onOne, chained([START, task('a'), task('b'), END]), key);
      const run = await startedOf(onOne, key);
      await deployed(onOne, chained([START, '<manualTask id="zero"/>', task('a'), task('b'), task('c'), END]), key);
      const { body } = await onOne.post('/repository/definitions/page', { key, latestOnly: true });
      const [open] = await run.tasks();
      const [moved, completed] = await Promise.all([
        onTwo.post('/process-instance/migrate', {
          targetDefinitionId: body.data[0].id,
          processInstanceIds: [run.id],
        }),
        onOne.post(`/task/${open?.id}/complete`, {}),
      ]);
      expect([moved.body[0].errorCode, completed.status]).toEqual([null, 200]);
      await run.complete('b');
      expect(await run.names()).toEqual(['c']);
    }
  });
});
