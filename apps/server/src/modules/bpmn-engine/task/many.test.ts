// Tests counting tasks by groups, and one action for many tasks, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { outcome, startEngine, startedId, tasksOf } from '../testing/engine-server.ts';
import { parallelFile, userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  ada = await createPersonWithRoles(admin, server.url, 'ada');
  await admin.deploy([['two.bpmn', parallelFile('two')]]);
  await admin.deploy([['plain.bpmn', userTaskFile('plain')]]);
  const people = 'keelson:assignee="${who}" keelson:candidateGroups="${groups}"';
  await admin.deploy([['counted.bpmn', userTaskFile('counted', people)]]);
});
afterAll(() => server.stop());

const count = async (person: Person, body: object) => (await person.post('/task/count', body)).body;

describe('counting tasks', () => {
  it('answers the total, and groups with the largest first; spellings of one person are one group', async () => {
    const of = (who: string | null, groups: string) => startedId(admin, 'counted', { variables: { who, groups } });
    for (const [who, groups] of [
      ['ada', 'A,B'],
      ['ADA', 'A'],
      ['max', 'B'],
      [null, 'A'],
    ] as const)
      await of(who, groups);
    await of(null, '');
    const query = { processDefinitionKeys: ['counted'] };
    expect(await count(admin, query)).toEqual({ total: 5, groups: [] });
    expect(await count(admin, { ...query, groupBy: 'assignee' })).toEqual({
      total: 5,
      groups: [
        { key: expect.stringMatching(/^ada$/i), count: 2 },
        { key: null, count: 2 },
        { key: 'max', count: 1 },
      ],
    });
    expect(await count(admin, { ...query, groupBy: 'candidateGroup' })).toEqual({
      total: 5,
      groups: [
        { key: 'A', count: 3 },
        { key: 'B', count: 2 },
        { key: null, count: 1 },
      ],
    });
    expect(await count(ada, { ...query, groupBy: 'taskDefinitionKey' })).toEqual({
      total: 2,
      groups: [{ key: 'work', count: 2 }],
    });
    expect(await count(admin, { ...query, assigned: true, or: [{ assignee: 'max' }] })).toEqual({
      total: 1,
      groups: [],
    });
    expect(await count(admin, { processDefinitionKeys: ['none'], groupBy: 'assignee' })).toEqual({
      total: 0,
      groups: [],
    });
  });

  it('agrees with the page of the same filters', async () => {
    await startedId(admin, 'two');
    const query = { processDefinitionKeys: ['two'], taskDefinitionKeys: ['left'] };
    const { body } = await admin.post('/task/page', query);
    expect((await count(admin, query)).total).toBe(body.totalElements);
  });

  it('refuses more groups than it may answer', async () => {
    const values = Array.from({ length: 1_001 }, (_, index) => `('${crypto.randomUUID()}', ${index})`).join(', ');
    await server.kernel.database.rows({
      name: '',
      text: `INSERT INTO bpm_task (instance_id, number, token, version, priority, created_at, linked, tenant_identifier, definition_id, element_id)
        SELECT v.id::uuid, 1, 1, 1, 50, now(), false, 'default', d.id, 'e' || v.element FROM (VALUES ${values}) v(id, element), bpm_definition d
        WHERE d.key = 'plain'`,
    });
    const body = { processDefinitionKeys: ['plain'], groupBy: 'taskDefinitionKey' };
    expect(outcome(await admin.post('/task/count', body))).toEqual([422, 'RESULT_TOO_LARGE']);
  });
});

describe('one action for many tasks', () => {
  it('does each as its own operation would, and says in their order why one was not done', async () => {
    const instance = await startedId(admin, 'two');
    const [one, two] = await tasksOf(admin, instance);
    const ids = [String(one?.id), String(two?.id)];
    const bulk = async (person: Person, body: object) =>
      (await person.post('/task/bulk', { ids: [...ids, 'nothing'], ...body })).body.map(
        ({ id, errorCode }: { id: string; errorCode: string | null }) => [id, errorCode],
      );
    const done = [...ids.map((id) => [id, null]), ['nothing', 'TASK_NOT_FOUND']];
    const shown = async () => tasksOf(admin, instance);
    expect(await bulk(admin, { action: 'SET_PRIORITY', priority: 77 })).toEqual(done);
    expect(await bulk(admin, { action: 'SET_DUE_DATE', dueDate: '2031-01-02T03:04:05Z' })).toEqual(done);
    expect(await shown()).toMatchObject([
      { priority: 77, dueDate: '2031-01-02T03:04:05.000Z' },
      { priority: 77, dueDate: '2031-01-02T03:04:05.000Z' },
    ]);
    await bulk(admin, { action: 'SET_DUE_DATE', dueDate: null });
    expect(await bulk(admin, { action: 'CLAIM' })).toEqual(done);
    expect(await shown()).toMatchObject([
      { assignee: 'admin', dueDate: null },
      { assignee: 'admin', dueDate: null },
    ]);
    expect(await bulk(admin, { action: 'ASSIGN', assignee: 'ada' })).toEqual(done);
    expect(await bulk(admin, { action: 'CLAIM' })).toEqual([
      ...ids.map((id) => [id, 'TASK_ALREADY_CLAIMED']),
      ['nothing', 'TASK_NOT_FOUND'],
    ]);
    expect(await bulk(ada, { action: 'COMPLETE', variables: { said: 'yes' } })).toEqual(done);
    expect((await admin.get(`/process-instance/${instance}?withVariables=said`)).body).toMatchObject({
      ended: true,
      variables: { said: 'yes' },
    });
    expect(await bulk(ada, { action: 'COMPLETE' })).toEqual([
      ...ids.map((id) => [id, 'TASK_ALREADY_COMPLETED']),
      ['nothing', 'TASK_NOT_FOUND'],
    ]);
  });

  it('refuses an action without its value, and values of other actions', async () => {
    const refused = async (body: object) => {
      const { errorDetail } = await admin.post('/task/bulk', { ids: ['x'], ...body });
      return errorDetail.errorArguments.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
    };
    expect(await refused({ action: 'SET_PRIORITY' })).toEqual(['priority REQUIRED']);
    expect(await refused({ action: 'SET_PRIORITY', priority: null })).toEqual(['priority REQUIRED']);
    expect(await refused({ action: 'ASSIGN' })).toEqual(['assignee REQUIRED']);
    expect(await refused({ action: 'CLAIM', assignee: 'ada', variables: {} })).toEqual([
      'assignee NOT_ALLOWED',
      'variables NOT_ALLOWED',
    ]);
    expect(await refused({ action: 'SET_DUE_DATE', priority: 1 })).toEqual([
      'priority NOT_ALLOWED',
      'dueDate REQUIRED',
    ]);
    const many = { ids: Array.from({ length: 501 }, () => 'x'), action: 'CLAIM' };
    expect(outcome(await admin.post('/task/bulk', many))).toEqual([400, 'VALIDATION_FAILED']);
  });
});
