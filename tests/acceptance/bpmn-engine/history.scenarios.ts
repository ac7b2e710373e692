// Plays the scenarios of the pages of the past.
import { expect } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import type { Scenario } from '../world.ts';

export const historyScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine queryHistoryInstances': async (as, { admin, instance }) => {
    const { id } = await instance();
    await admin.sure.bpmnEngine.cancelProcessInstance({ params: { id } });
    const { body } = await as(admin).bpmnEngine.queryHistoryInstances({ body: { ids: [id] } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ id, endState: 'CANCELLED' }] });
  },
  'bpmn-engine queryHistoryTasks': async (as, { admin, task }) => {
    const { id, processInstanceId } = await task();
    await admin.sure.bpmnEngine.complete({ params: { id } });
    const { body } = await as(admin).bpmnEngine.queryHistoryTasks({ body: { processInstanceId } });
    const closed = { id, state: 'COMPLETED', assignee: 'admin', taskDefinitionKey: 'answer' };
    expect(body).toMatchObject({ totalElements: 1, data: [closed] });
  },
  'bpmn-engine queryHistoryOperations': async (as, { admin, instance }) => {
    const { id } = await instance();
    await admin.sure.bpmnEngine.cancelProcessInstance({ params: { id }, body: { reason: 'Sent twice' } });
    const { body } = await as(admin).bpmnEngine.queryHistoryOperations({ body: { processInstanceId: id } });
    const cancelled = { operation: 'CANCEL', actor: 'admin', success: true, detail: 'Sent twice' };
    expect(body).toMatchObject({ totalElements: 1, data: [cancelled] });
  },
  'bpmn-engine cleanUpHistory': async (as, { admin, instance }) => {
    const { id } = await instance();
    await admin.sure.bpmnEngine.cancelProcessInstance({ params: { id } });
    const { body } = await as(admin).bpmnEngine.cleanUpHistory();
    expect(body).toEqual({ instances: 0, more: false });
    const { body: kept } = await admin.sure.bpmnEngine.queryHistoryInstances({ body: { ids: [id] } });
    expect(kept.totalElements).toBe(1);
  },
  'bpmn-engine watchProcessInstance': async (as, { admin, task }) => {
    const { id, processInstanceId } = await task();
    const stream = await as(admin).bpmnEngine.watchProcessInstance({ params: { id: processInstanceId } });
    const listener = listenTo(stream.body);
    try {
      await admin.sure.bpmnEngine.claim({ params: { id } });
      const { body } = await admin.sure.bpmnEngine.getProcessInstance({ params: { id: processInstanceId } });
      // What was committed shortly before the stream was opened may be heard, too.
      const heard = await listener.hear(({ data }) => data.version === body.version);
      expect(heard).toMatchObject({ event: 'change', data: { processInstanceId, endState: null } });
    } finally {
      await listener.close();
    }
  },
  'bpmn-engine watchTasks': async (as, { admin, task }) => {
    const { id, processInstanceId } = await task();
    await admin.sure.bpmnEngine.claim({ params: { id } });
    const listener = listenTo((await as(admin).bpmnEngine.watchTasks()).body);
    try {
      await admin.sure.bpmnEngine.complete({ params: { id } });
      // What was committed shortly before the stream was opened may be heard, too.
      const heard = await listener.hear(({ data }) => JSON.stringify(data.tasks ?? []).includes('"COMPLETED"'));
      expect(heard).toMatchObject({ event: 'tasks', data: { processInstanceId, tasks: [{ taskId: id }] } });
    } finally {
      await listener.close();
    }
  },
  'bpmn-engine queryHistoryVariables': async (as, { admin, task }) => {
    const { id, processInstanceId } = await task();
    await admin.sure.bpmnEngine.complete({ params: { id }, body: { variables: { approved: true } } });
    const { body } = await as(admin).bpmnEngine.queryHistoryVariables({ body: { processInstanceId } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ name: 'approved', value: true, type: 'BOOLEAN' }] });
  },
};
