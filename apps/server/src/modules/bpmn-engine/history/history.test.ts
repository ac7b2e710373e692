// Tests what the history of an instance tells, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { outcome, start, startEngine } from '../testing/engine-server.ts';
import { userTaskFile } from '../testing/models.ts';

let server: TestServer;
let ada: Person;
let eve: Person;

beforeAll(async () => {
  const engine = await startEngine();
  server = engine.server;
  ada = await createPersonWithRoles(engine.admin, server.url, 'ada');
  eve = await createPersonWithRoles(engine.admin, server.url, 'eve');
  await engine.admin.deploy([['work.bpmn', userTaskFile('working', 'keelson:assignee="${initiator}"')]]);
});
afterAll(() => server.stop());

describe('the history of an instance', () => {
  it('tells who did what in order, old and new values included, in pages without gaps', async () => {
    const instance = await start(ada, 'working', { variables: { a: 1 } });
    const [task] = (await ada.post('/task/list', { processInstanceId: instance.id })).body;
    server.clock.advance(60_000);
    await ada.post(`/task/${task.id}/complete`, { variables: { a: 2 } });
    const { body } = await ada.get(`/history/process-instance/${instance.id}/timeline`);
    expect(body.nextCursor).toBeNull();
    expect(body.data.map((entry: { seq: number }) => entry.seq)).toEqual(
      body.data.map((_: unknown, index: number) => index),
    );
    expect(body.data.map((entry: { kind: string; elementId: string | null }) => [entry.kind, entry.elementId])).toEqual(
      [
        ['INSTANCE_STARTED', null],
        ['VARIABLE_SET', null],
        ['ACTIVITY_STARTED', 'start'],
        ['ACTIVITY_COMPLETED', 'start'],
        ['FLOW_TAKEN', 'in'],
        ['ACTIVITY_STARTED', 'work'],
        ['TASK_CREATED', 'work'],
        ['VARIABLE_SET', null],
        ['TASK_COMPLETED', 'work'],
        ['ACTIVITY_COMPLETED', 'work'],
        ['FLOW_TAKEN', 'out'],
        ['ACTIVITY_STARTED', 'end'],
        ['ACTIVITY_COMPLETED', 'end'],
        ['INSTANCE_ENDED', null],
      ],
    );
    expect(body.data[7]).toMatchObject({
      actor: 'ada',
      command: 'complete-task',
      detail: { variable: 'a', value: 2, previousValue: 1 },
    });
    const rest = await ada.get(`/history/process-instance/${instance.id}/timeline?cursor=12`);
    expect(rest.body.data).toEqual(body.data.slice(12));
    expect(outcome(await ada.get(`/history/process-instance/${instance.id}/timeline?cursor=-1`))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    expect(outcome(await eve.get(`/history/process-instance/${instance.id}/timeline`))).toEqual([
      404,
      'INSTANCE_NOT_FOUND',
    ]);

    const activities = await ada.post('/history/activities/page', {
      processInstanceId: instance.id,
      elementTypes: ['userTask'],
    });
    expect(activities.body).toMatchObject({
      totalElements: 1,
      data: [
        { elementId: 'work', state: 'COMPLETED', assignee: 'ada', durationMillis: 60_000, taskDefinitionKey: 'work' },
      ],
    });
    const sorted = await ada.post('/history/activities/page', {
      processInstanceId: instance.id,
      states: ['COMPLETED'],
      pageable: { pageSize: 2, sort: { properties: ['elementId'], direction: 'DESC' } },
    });
    expect(sorted.body.data.map((activity: { elementId: string }) => activity.elementId)).toEqual(['work', 'start']);
    expect(sorted.body).toMatchObject({ totalElements: 3, totalPages: 2 });
  });
});
