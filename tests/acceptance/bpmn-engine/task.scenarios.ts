// Plays the scenarios of what people do with a task beside claiming and completing it.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { caughtAt, startedProcess, user } from './started-process.ts';

async function openTask(world: World, elements = [user('work'), user('next')]) {
  const run = await startedProcess(world, elements, caughtAt('work'));
  const id = await run.task();
  const shown = async () => (await world.admin.sure.bpmnEngine.getTask({ params: { id } })).body;
  return { run, id, shown };
}

export const taskScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine getTask': async (as, world) => {
    const { id, run } = await openTask(world);
    const { body } = await as(world.admin).bpmnEngine.getTask({ params: { id } });
    expect(body).toMatchObject({ id, processInstanceId: run.id, taskDefinitionKey: 'work', state: 'UNASSIGNED' });
  },
  'bpmn-engine getTaskForm': async (as, world) => {
    const asked = '<keelson:formProperty id="days" name="Days" type="long" required="true" max="30" default="3"/>';
    const work = `<userTask id="work"><extensionElements>${asked}</extensionElements></userTask>`;
    const { id } = await openTask(world, [work]);
    const { body } = await as(world.admin).bpmnEngine.getTaskForm({ params: { id } });
    expect(body).toMatchObject({ taskId: id, fields: [{ id: 'days', type: 'INTEGER', max: 30, value: 3 }] });
  },
  'bpmn-engine updateTask': async (as, world) => {
    const { id, shown } = await openTask(world);
    await as(world.admin).bpmnEngine.updateTask({ params: { id }, body: { name: 'Look', priority: 80 } });
    expect(await shown()).toMatchObject({ name: 'Look', priority: 80 });
  },
  'bpmn-engine unclaimTask': async (as, world) => {
    const { id, shown } = await openTask(world);
    await world.admin.sure.bpmnEngine.claim({ params: { id } });
    await as(world.admin).bpmnEngine.unclaimTask({ params: { id } });
    expect(await shown()).toMatchObject({ assignee: null });
  },
  'bpmn-engine assignTask': async (as, world) => {
    const { id, shown } = await openTask(world);
    await as(world.admin).bpmnEngine.assignTask({ params: { id }, body: { assignee: 'mary' } });
    expect(await shown()).toMatchObject({ assignee: 'mary' });
  },
  'bpmn-engine delegateTask': async (as, world) => {
    const { id, shown } = await openTask(world);
    await world.admin.sure.bpmnEngine.claim({ params: { id } });
    await as(world.admin).bpmnEngine.delegateTask({ params: { id }, body: { user: 'mary' } });
    expect(await shown()).toMatchObject({ assignee: 'mary', owner: 'admin', delegationState: 'PENDING' });
  },
  'bpmn-engine resolveTask': async (as, world) => {
    const { id, shown } = await openTask(world);
    await world.admin.sure.bpmnEngine.claim({ params: { id } });
    await world.admin.sure.bpmnEngine.delegateTask({ params: { id }, body: { user: 'mary' } });
    await as(world.admin).bpmnEngine.resolveTask({ params: { id }, body: { variables: { found: 1 } } });
    expect(await shown()).toMatchObject({ assignee: 'admin', delegationState: 'RESOLVED' });
  },
  'bpmn-engine setTaskVariables': async (as, world) => {
    const { id } = await openTask(world);
    await as(world.admin).bpmnEngine.setTaskVariables({ params: { id }, body: { variables: { seen: 1 } } });
    const { body } = await world.admin.sure.bpmnEngine.getVariables({ params: { taskId: id } });
    expect(body).toMatchObject({ seen: 1 });
  },
  'bpmn-engine getIdentityLinks': async (as, world) => {
    const { id } = await openTask(world);
    await world.admin.sure.bpmnEngine.addIdentityLink({ params: { id }, body: { type: 'watcher', user: 'mary' } });
    const { body } = await as(world.admin).bpmnEngine.getIdentityLinks({ params: { id } });
    expect(body).toEqual([{ type: 'watcher', user: 'mary', group: null }]);
  },
  'bpmn-engine addIdentityLink': async (as, world) => {
    const { id, shown } = await openTask(world);
    await as(world.admin).bpmnEngine.addIdentityLink({ params: { id }, body: { type: 'candidate', group: 'CLERKS' } });
    expect(await shown()).toMatchObject({ candidateGroups: ['CLERKS'] });
  },
  'bpmn-engine removeIdentityLink': async (as, world) => {
    const { id, shown } = await openTask(world);
    const link = { type: 'candidate', user: 'mary' };
    await world.admin.sure.bpmnEngine.addIdentityLink({ params: { id }, body: link });
    await as(world.admin).bpmnEngine.removeIdentityLink({ params: { id }, query: link });
    expect(await shown()).toMatchObject({ candidateUsers: [] });
  },
  'bpmn-engine countTasks': async (as, world) => {
    const { run } = await openTask(world);
    const { body } = await as(world.admin).bpmnEngine.countTasks({
      body: { processInstanceId: run.id, groupBy: 'taskDefinitionKey' },
    });
    expect(body).toEqual({ total: 1, groups: [{ key: 'work', count: 1 }] });
  },
  'bpmn-engine changeTasks': async (as, world) => {
    const { id, shown } = await openTask(world);
    const { body } = await as(world.admin).bpmnEngine.changeTasks({
      body: { ids: [id, 'nothing'], action: 'ASSIGN', assignee: 'mary' },
    });
    expect(body).toEqual([
      { id, errorCode: null },
      { id: 'nothing', errorCode: 'TASK_NOT_FOUND' },
    ]);
    expect(await shown()).toMatchObject({ assignee: 'mary' });
  },
  'bpmn-engine returnTask': async (as, world) => {
    const { id, run } = await openTask(world);
    await world.admin.sure.bpmnEngine.complete({ params: { id } });
    const next = await run.task('next');
    const { body } = await as(world.admin).bpmnEngine.returnTask({ params: { id: next }, body: { dryRun: true } });
    expect(body).toMatchObject({ legal: true, starts: [{ elementId: 'work' }], processInstance: null });
  },
  'bpmn-engine withdrawTask': async (as, world) => {
    const { id } = await openTask(world);
    await world.admin.sure.bpmnEngine.complete({ params: { id } });
    const { body } = await as(world.admin).bpmnEngine.withdrawTask({ params: { id } });
    expect(body.processInstance).toMatchObject({ currentElements: [{ elementId: 'work' }] });
  },
  'bpmn-engine jumpTask': async (as, world) => {
    const { id } = await openTask(world);
    const { body } = await as(world.admin).bpmnEngine.jumpTask({
      params: { id },
      body: { targetElementIds: ['next'] },
    });
    expect(body.processInstance).toMatchObject({ currentElements: [{ elementId: 'next' }] });
  },
  'bpmn-engine throwTaskError': async (as, world) => {
    const { id } = await openTask(world);
    const { body } = await as(world.admin).bpmnEngine.throwTaskError({ params: { id }, body: { code: 'E1' } });
    expect(body).toMatchObject({ currentElements: [{ elementId: 'care' }] });
  },
  'bpmn-engine throwTaskEscalation': async (as, world) => {
    const { id } = await openTask(world);
    const { body } = await as(world.admin).bpmnEngine.throwTaskEscalation({ params: { id }, body: { code: 'S' } });
    expect(body).toMatchObject({ currentElements: [{ elementId: 'work' }] });
  },
};
