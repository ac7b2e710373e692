// Tests the module as a whole, over HTTP: its listed addresses, and what another tenant sees of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActiveUser, createTenant, login, USER_PASSWORD } from '../../testing/sign-in.ts';
import { createPerson, type Person } from '../../testing/test-people.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { outcome, start, startEngine, startPath, tasksOf } from './testing/engine-server.ts';
import { singleElementFile, userTaskFile } from './testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  await admin.deploy([['work.bpmn', userTaskFile('working', 'keelson:assignee="admin"')]]);
});
afterAll(() => server.stop());

describe('the listed operations', () => {
  it('bpmn-engine 1: they answer at their twelve addresses, starts at both spellings', async () => {
    const { id, processDefinitionId } = await start(admin, 'working');
    const [task] = await tasksOf(admin, id);
    const files = ['one', 'two'].map((key) => [`${key}.bpmn`, singleElementFile(key, '<task id="t"/>', 't')] as const);
    const answers = [
      await admin.deploy(files.slice(0, 1)),
      await admin.deploy(files),
      await admin.get(`/repository/model/${processDefinitionId}`),
      await admin.post('/repository/activate', { processDefinitionId }),
      await admin.post(`/runtime/start/by-process-defitinion-id/${processDefinitionId}`),
      await admin.post(`/runtime/start/by-process-definition-id/${processDefinitionId}`),
      await admin.post('/runtime/start/by-process-defitinion-key/working'),
      await admin.post('/runtime/start/by-process-definition-key/working'),
      await admin.post(`/runtime/set-variable/by-execution-id/${id}/by-variable-name/a`, 1),
      await admin.post('/process-instance/page', {}),
      await admin.post('/task/list', { processInstanceId: id }),
      await admin.post('/task/page', {}),
      await admin.get(`/task/variables/${task?.id}`),
      await admin.get(`/task/${task?.id}/unclaim`),
    ];
    expect(answers.map(outcome)).toEqual(answers.map(() => [200, null]));
  });
});

describe('another tenant', () => {
  it('bpmn-engine 30: sees, starts and changes nothing of this one', async () => {
    const { id, processDefinitionId } = await start(admin, 'working');
    const [task] = await tasksOf(admin, id);
    await createTenant(server, 'other');
    const boss = { username: 'boss', tenantIdentifier: 'other', roleList: ['ROLE_TENANT_ADMIN'] };
    await createActiveUser(server, admin.token, boss);
    const { body } = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier: 'other' } });
    const stranger = createPerson(server.url, 'boss', body.token ?? '');
    const setVariable = `/runtime/set-variable/by-execution-id/${id}/by-variable-name/a`;
    const refusals = [
      [await stranger.post(`${startPath}/working`), 'DEFINITION_NOT_FOUND'],
      [await stranger.post(`/runtime/start/by-process-definition-id/${processDefinitionId}`), 'DEFINITION_NOT_FOUND'],
      [await stranger.get(`/repository/model/${processDefinitionId}`), 'DEFINITION_NOT_FOUND'],
      [await stranger.post('/repository/suspend', { key: 'working' }), 'DEFINITION_NOT_FOUND'],
      [await stranger.post('/repository/activate', { id: processDefinitionId }), 'DEFINITION_NOT_FOUND'],
      [await stranger.get(`/process-instance/${id}`), 'INSTANCE_NOT_FOUND'],
      [await stranger.get(`/history/process-instance/${id}/timeline`), 'INSTANCE_NOT_FOUND'],
      [await stranger.post('/history/activities/page', { processInstanceId: id }), 'INSTANCE_NOT_FOUND'],
      [await stranger.post(setVariable, 1), 'EXECUTION_NOT_FOUND'],
      [await stranger.get(`/task/variables/${task?.id}`), 'TASK_NOT_FOUND'],
      [await stranger.post(`/task/${task?.id}/claim`), 'TASK_NOT_FOUND'],
      [await stranger.get(`/task/${task?.id}/unclaim`), 'TASK_NOT_FOUND'],
      [await stranger.post(`/task/${task?.id}/complete`, {}), 'TASK_NOT_FOUND'],
    ] as const;
    expect(refusals.map(([answer]) => outcome(answer))).toEqual(refusals.map(([, code]) => [404, code]));
    const pages = [
      await stranger.post('/process-instance/page', { states: ['ACTIVE', 'ENDED'] }),
      await stranger.post('/task/page', {}),
    ];
    expect(pages.map((page) => page.body.totalElements)).toEqual([0, 0]);
    expect(await tasksOf(stranger, id)).toEqual([]);
    const elsewhere = await stranger.post(`${startPath}/working`, { tenantIdentifier: 'default' });
    expect(outcome(elsewhere)).toEqual([403, 'ACCESS_DENIED']);
  });
});
