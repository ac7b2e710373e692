// Plays the scenarios of the BPMN engine.
import { expect } from 'vitest';
import { oneTask, straightThrough } from '../../support/models.ts';
import type { Scenario } from '../world.ts';

const bpmnFile = (fileName: string, bytes: string) => ({ fileName, bytes, mediaType: 'application/xml' });

export const bpmnEngineScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine deploy': async (as, { admin, name }) => {
    const key = name('deployed');
    const { headers } = await as(admin).bpmnEngine.deploy({ files: { xmlFile: [bpmnFile('a.bpmn', oneTask(key))] } });
    expect(headers.get('x-svc-deployment-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-svc-deployment-warnings')).toMatch(/^\d+$/);
  },
  'bpmn-engine deployList': async (as, { admin, name }) => {
    const keys = [name('first'), name('second')];
    await as(admin).bpmnEngine.deployList({
      files: { xmlFileList: keys.map((key) => bpmnFile(`${key}.bpmn`, straightThrough(key))) },
    });
    for (const processDefinitionKey of keys) {
      const { body } = await admin.sure.bpmnEngine.startProcessInstanceByKey({ params: { processDefinitionKey } });
      expect(body).toMatchObject({ ended: true, endState: 'COMPLETED' });
    }
  },
  'bpmn-engine getBpmnModelArrayByProcessDefinitionId': async (as, { admin, instance, processKey }) => {
    const params = { id: (await instance()).processDefinitionId };
    const { body } = await as(admin).bpmnEngine.getBpmnModelArrayByProcessDefinitionId({ params });
    expect(body?.map(({ type }) => type)).toEqual(expect.arrayContaining(['startEvent', 'userTask', 'endEvent']));
    const file = await as(admin).bpmnEngine.getBpmnModelArrayByProcessDefinitionId({
      params,
      headers: { accept: 'application/xml' },
    });
    const expected = oneTask(processKey, 'keelson:candidateUsers="admin"');
    expect(new TextDecoder().decode(file.bytes ?? new Uint8Array())).toBe(expected);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  },
  'bpmn-engine queryDeployments': async (as, { admin, name }) => {
    const key = name('drawn');
    const drawn = oneTask(key).replace('isExecutable="true"', 'isExecutable="false"');
    const { headers } = await admin.sure.bpmnEngine.deploy({ files: { xmlFile: [bpmnFile('drawn.bpmn', drawn)] } });
    const id = headers.get('x-svc-deployment-id');
    const { body } = await as(admin).bpmnEngine.queryDeployments({ body: { id } });
    expect(body).toMatchObject({
      totalElements: 1,
      data: [{ id, deployedBy: 'admin', resources: [{ name: 'drawn.bpmn' }], definitions: [{ key, version: 1 }] }],
    });
    const [deployment] = body.data;
    expect(String(deployment?.problemCount)).toBe(headers.get('x-svc-deployment-warnings'));
    expect(deployment?.problems.map(({ ruleId }) => ruleId)).toContain('W-21');
  },
  'bpmn-engine queryDefinitions': async (as, { admin, instance, processKey: key }) => {
    const { processDefinitionId: id, deploymentId } = await instance();
    const { body } = await as(admin).bpmnEngine.queryDefinitions({
      body: { key, latestOnly: true, startableByMe: true, pageable: { pageSize: 1 } },
    });
    expect(body).toMatchObject({
      totalElements: 1,
      data: [{ id, key, deploymentId, resourceName: 'ask.bpmn', executable: true, startable: true, suspended: false }],
    });
  },
  'bpmn-engine updateProcessDefinition': async (as, { admin, instance }) => {
    const { processDefinitionId: id } = await instance();
    const params = { id };
    const { body } = await as(admin).bpmnEngine.updateProcessDefinition({ params, body: { runAs: admin.username } });
    expect(body).toMatchObject({ id, runAs: admin.username });
    await admin.sure.bpmnEngine.updateProcessDefinition({ params, body: { runAs: null } });
  },
  'bpmn-engine suspendProcessDefinition': async (as, { admin, instance }) => {
    const { processDefinitionId: id } = await instance();
    await as(admin).bpmnEngine.suspendProcessDefinition({ body: { id } });
    const start = await admin.client.bpmnEngine.startProcessInstanceById({ params: { processDefinitionId: id } });
    expect(start.errorDetail).toMatchObject({ errorCode: 'DEFINITION_SUSPENDED' });
    await admin.sure.bpmnEngine.activateProcessDefinition({ body: { id } });
  },
  'bpmn-engine activateProcessDefinition': async (as, { admin, instance, processKey: key }) => {
    await admin.sure.bpmnEngine.suspendProcessDefinition({ body: { key } });
    await as(admin).bpmnEngine.activateProcessDefinition({ body: { key } });
    expect((await instance()).state).toBe('ACTIVE');
  },
  'bpmn-engine startProcessInstanceById': async (as, { admin, instance }) => {
    const params = { processDefinitionId: (await instance()).processDefinitionId };
    const body = { businessKey: 'order-7', variables: { days: 3 }, returnVariables: true };
    const answer = await as(admin).bpmnEngine.startProcessInstanceById({ params, body });
    expect(answer.body).toMatchObject({ ...params, businessKey: 'order-7', ended: false, variables: { days: 3 } });
  },
  'bpmn-engine startProcessInstanceByKey': async (as, { admin, processKey }) => {
    const { body } = await as(admin).bpmnEngine.startProcessInstanceByKey({
      params: { processDefinitionKey: processKey },
    });
    expect(body).toMatchObject({ processDefinitionKey: processKey, state: 'ACTIVE', startUserId: 'admin' });
    expect(body.currentElements.map(({ elementId }) => elementId)).toEqual(['answer']);
  },
  'bpmn-engine processInstance_queryPage': async (as, { admin, instance }) => {
    const { id } = await instance();
    const { body } = await as(admin).bpmnEngine.processInstance_queryPage({ body: { ids: [id] } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ id, state: 'ACTIVE' }] });
  },
  'bpmn-engine getProcessInstance': async (as, { admin, instance }) => {
    const { id } = await instance();
    expect((await as(admin).bpmnEngine.getProcessInstance({ params: { id } })).body).toMatchObject({ id });
  },
  'bpmn-engine setVariable': async (as, { admin, task }) => {
    const { id, processInstanceId: executionId } = await task();
    const value = { days: [1, 2, null], 'two words': true };
    await as(admin).bpmnEngine.setVariable({ params: { executionId, variableName: 'request' }, body: value });
    expect((await admin.sure.bpmnEngine.getVariables({ params: { taskId: id } })).body).toEqual({ request: value });
  },
  'bpmn-engine getVariables': async (as, { admin, task }) => {
    const { id } = await task();
    expect((await as(admin).bpmnEngine.getVariables({ params: { taskId: id } })).body).toEqual({});
  },
  'bpmn-engine task_queryList': async (as, { admin, task }) => {
    const { id } = await task();
    const { body } = await as(admin).bpmnEngine.task_queryList({ body: { ids: [id] } });
    expect(body).toMatchObject([{ id, taskDefinitionKey: 'answer', state: 'UNASSIGNED', candidateUsers: ['admin'] }]);
  },
  'bpmn-engine task_queryPage': async (as, { admin, task }) => {
    const { id, processInstanceId } = await task();
    const { body } = await as(admin).bpmnEngine.task_queryPage({ body: { processInstanceId } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ id }] });
  },
  'bpmn-engine claim': async (as, { admin, task }) => {
    const { id } = await task();
    await as(admin).bpmnEngine.claim({ params: { id } });
    const { body } = await admin.sure.bpmnEngine.task_queryList({ body: { ids: [id] } });
    expect(body).toMatchObject([{ assignee: 'admin', state: 'ASSIGNED' }]);
  },
  'bpmn-engine unclaim': async (as, { admin, task }) => {
    const { id } = await task();
    await admin.sure.bpmnEngine.claim({ params: { id } });
    await as(admin).bpmnEngine.unclaim({ params: { id } });
    const { body } = await admin.sure.bpmnEngine.task_queryList({ body: { ids: [id] } });
    expect(body).toMatchObject([{ assignee: null, state: 'UNASSIGNED', candidateUsers: ['admin'] }]);
  },
  'bpmn-engine complete': async (as, { admin, task }) => {
    const { id, processInstanceId } = await task();
    const { body } = await as(admin).bpmnEngine.complete({ params: { id }, body: { variables: { approved: true } } });
    expect(body).toMatchObject({ id: processInstanceId, ended: true, endState: 'COMPLETED', endElementIds: ['done'] });
  },
  'bpmn-engine getTimeline': async (as, { admin, instance }) => {
    const { id } = await instance();
    const { body } = await as(admin).bpmnEngine.getTimeline({ params: { id } });
    expect(JSON.stringify(body)).toContain('answer');
  },
  'bpmn-engine replayProcessInstance': async (as, { admin, instance }) => {
    const { id, startTime: at } = await instance();
    await admin.sure.bpmnEngine.cancelProcessInstance({ params: { id } });
    const { body: now } = await as(admin).bpmnEngine.replayProcessInstance({ params: { id } });
    expect(now).toMatchObject({ state: 'ENDED', endState: 'CANCELLED', tasks: [], activities: [] });
    const { body } = await as(admin).bpmnEngine.replayProcessInstance({ params: { id }, query: { at } });
    expect(body).toMatchObject({ at, endState: null, tasks: [{ elementId: 'answer' }] });
  },
  'bpmn-engine deleteProcessInstanceHistory': async (as, { admin, instance }) => {
    const { id } = await instance();
    await admin.sure.bpmnEngine.cancelProcessInstance({ params: { id } });
    await as(admin).bpmnEngine.deleteProcessInstanceHistory({ params: { id } });
    const gone = await admin.client.bpmnEngine.getTimeline({ params: { id } });
    expect(gone.errorDetail).toMatchObject({ errorCode: 'INSTANCE_NOT_FOUND' });
  },
  'bpmn-engine queryActivities': async (as, { admin, instance }) => {
    const { id } = await instance();
    const { body } = await as(admin).bpmnEngine.queryActivities({ body: { processInstanceId: id } });
    expect(body.data.map(({ elementId, state }) => [elementId, state])).toEqual([
      ['begun', 'COMPLETED'],
      ['answer', 'ACTIVE'],
    ]);
  },
};
