// Plays the scenarios of what people leave beside tasks and instances.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { startedProcess, user } from './started-process.ts';

const textOf = (stream: unknown) => new Response(stream as ReadableStream).text();

const SAID = { text: 'The dates suit the team.' };
const CHANGED = { text: 'The dates suit everybody.' };

const BYTES = 'Unfit until Friday';
const UPLOAD = { files: { file: [{ fileName: 'doctor.txt', bytes: BYTES, mediaType: 'text/plain' }] }, fields: {} };
const SHOWN = { name: 'doctor.txt', mediaType: 'text/plain', size: BYTES.length, url: null };

async function opened(world: World) {
  const run = await startedProcess(world, [user('work')]);
  const { bpmnEngine } = world.admin.sure;
  const task = await run.task();
  return {
    id: run.id,
    task,
    attachToTask: async () => (await bpmnEngine.addTaskAttachment({ params: { id: task }, ...UPLOAD })).body.id,
    attachToInstance: async () =>
      (await bpmnEngine.addInstanceAttachment({ params: { id: run.id }, ...UPLOAD })).body.id,
    attached: async () =>
      (await bpmnEngine.getInstanceAttachments({ params: { id: run.id } })).body.data.map(({ name }) => name),
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
  'bpmn-engine getTaskAttachments': async (as, world) => {
    const { task, attachToTask } = await opened(world);
    const id = await attachToTask();
    const { body } = await as(world.admin).bpmnEngine.getTaskAttachments({ params: { id: task } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ id, taskId: task, author: 'admin', ...SHOWN }] });
  },
  'bpmn-engine addTaskAttachment': async (as, world) => {
    const { task, attached } = await opened(world);
    await as(world.admin).bpmnEngine.addTaskAttachment({ params: { id: task }, ...UPLOAD });
    expect(await attached()).toEqual(['doctor.txt']);
  },
  'bpmn-engine getTaskAttachment': async (as, world) => {
    const { task, attachToTask } = await opened(world);
    const params = { id: task, attachmentId: await attachToTask() };
    const { body } = await as(world.admin).bpmnEngine.getTaskAttachment({ params });
    expect(await textOf(body)).toBe(BYTES);
  },
  'bpmn-engine deleteTaskAttachment': async (as, world) => {
    const { task, attached, attachToTask } = await opened(world);
    await as(world.admin).bpmnEngine.deleteTaskAttachment({ params: { id: task, attachmentId: await attachToTask() } });
    expect(await attached()).toEqual([]);
  },
  'bpmn-engine getInstanceAttachments': async (as, world) => {
    const { id, attachToInstance } = await opened(world);
    await attachToInstance();
    const { body } = await as(world.admin).bpmnEngine.getInstanceAttachments({ params: { id } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ taskId: null, processInstanceId: id, ...SHOWN }] });
  },
  'bpmn-engine addInstanceAttachment': async (as, world) => {
    const { id, attached } = await opened(world);
    await as(world.admin).bpmnEngine.addInstanceAttachment({ params: { id }, ...UPLOAD });
    expect(await attached()).toEqual(['doctor.txt']);
  },
  'bpmn-engine getInstanceAttachment': async (as, world) => {
    const { id, attachToInstance } = await opened(world);
    const params = { id, attachmentId: await attachToInstance() };
    const { body } = await as(world.admin).bpmnEngine.getInstanceAttachment({ params });
    expect(await textOf(body)).toBe(BYTES);
  },
  'bpmn-engine deleteInstanceAttachment': async (as, world) => {
    const { id, attached, attachToInstance } = await opened(world);
    const params = { id, attachmentId: await attachToInstance() };
    await as(world.admin).bpmnEngine.deleteInstanceAttachment({ params });
    expect(await attached()).toEqual([]);
  },
};
