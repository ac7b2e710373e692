// Plays the scenarios of what people leave beside tasks and instances.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { startedProcess, user } from './started-process.ts';

const SAID = { text: 'The dates suit the team.' };
const CHANGED = { text: 'The dates suit everybody.' };

async function opened(world: World) {
  const run = await startedProcess(world, [user('work')]);
  const { bpmnEngine } = world.admin.sure;
  const task = await run.task();
  return {
    id: run.id,
    task,
    sayOfTask: async () => (await bpmnEngine.addTaskComment({ params: { id: task }, body: SAID })).body.id,
    sayOfInstance: async () => (await bpmnEngine.addInstanceComment({ params: { id: run.id }, body: SAID })).body.id,
    said: async () =>
      (await bpmnEngine.getInstanceComments({ params: { id: run.id } })).body.data.map(({ text }) => text),
  };
}

export const remarkScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine getTaskComments': async (as, world) => {
    const { task, sayOfTask } = await opened(world);
    const id = await sayOfTask();
    const { body } = await as(world.admin).bpmnEngine.getTaskComments({ params: { id: task }, query: { pageSize: 1 } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ id, taskId: task, author: 'admin', ...SAID }] });
  },
  'bpmn-engine addTaskComment': async (as, world) => {
    const { task, said } = await opened(world);
    await as(world.admin).bpmnEngine.addTaskComment({ params: { id: task }, body: SAID });
    expect(await said()).toEqual([SAID.text]);
  },
  'bpmn-engine changeTaskComment': async (as, world) => {
    const { task, said, sayOfTask } = await opened(world);
    const params = { id: task, commentId: await sayOfTask() };
    await as(world.admin).bpmnEngine.changeTaskComment({ params, body: CHANGED });
    expect(await said()).toEqual([CHANGED.text]);
  },
  'bpmn-engine deleteTaskComment': async (as, world) => {
    const { task, said, sayOfTask } = await opened(world);
    await as(world.admin).bpmnEngine.deleteTaskComment({ params: { id: task, commentId: await sayOfTask() } });
    expect(await said()).toEqual([]);
  },
  'bpmn-engine getInstanceComments': async (as, world) => {
    const { id, sayOfInstance } = await opened(world);
    await sayOfInstance();
    const { body } = await as(world.admin).bpmnEngine.getInstanceComments({ params: { id } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ taskId: null, processInstanceId: id, ...SAID }] });
  },
  'bpmn-engine addInstanceComment': async (as, world) => {
    const { id, said } = await opened(world);
    await as(world.admin).bpmnEngine.addInstanceComment({ params: { id }, body: SAID });
    expect(await said()).toEqual([SAID.text]);
  },
  'bpmn-engine changeInstanceComment': async (as, world) => {
    const { id, said, sayOfInstance } = await opened(world);
    const params = { id, commentId: await sayOfInstance() };
    await as(world.admin).bpmnEngine.changeInstanceComment({ params, body: CHANGED });
    expect(await said()).toEqual([CHANGED.text]);
  },
  'bpmn-engine deleteInstanceComment': async (as, world) => {
    const { id, said, sayOfInstance } = await opened(world);
    await as(world.admin).bpmnEngine.deleteInstanceComment({ params: { id, commentId: await sayOfInstance() } });
    expect(await said()).toEqual([]);
  },
};
