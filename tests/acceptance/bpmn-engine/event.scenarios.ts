// Plays the scenarios of messages, signals and external tasks.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import {
  CATCH_MESSAGE,
  CATCH_SIGNAL,
  caughtAt,
  external,
  startedByCondition,
  startedProcess,
  user,
} from './started-process.ts';

/** Starts a process with an external task of a topic of its own, locked for `w1`. */
async function lockedTask(world: World) {
  const topic = world.name('topic');
  const run = await startedProcess(world, [external(topic), user('next')], caughtAt('work'));
  const body = { workerId: 'w1', maxTasks: 1, topics: [{ topic, lockMillis: 60_000 }] };
  const locked = await world.admin.sure.bpmnEngine.fetchAndLockExternalTasks({ body });
  const id = locked.body[0]?.id ?? '';
  const next = async () => (await world.admin.sure.bpmnEngine.getProcessInstance({ params: { id: run.id } })).body;
  return { run, topic, id, next };
}

const standsAt = (elementId: string) => ({ currentElements: [{ elementId }] });

export const eventScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine correlateMessage': async (as, world) => {
    const { key, id } = await startedProcess(world, [CATCH_MESSAGE, user('next')]);
    const body = { messageName: key, processInstanceId: id, variables: { paid: true } };
    const answer = await as(world.admin).bpmnEngine.correlateMessage({ body });
    expect(answer.body).toMatchObject([{ kind: 'EXECUTION', processInstanceId: id }]);
  },
  'bpmn-engine throwSignal': async (as, world) => {
    const { key, id } = await startedProcess(world, [CATCH_SIGNAL, user('next')]);
    const answer = await as(world.admin).bpmnEngine.throwSignal({ body: { name: key, processInstanceId: id } });
    expect(answer.body).toEqual({ subscriptions: 1, starts: 0 });
  },
  'bpmn-engine evaluateConditions': async (as, world) => {
    const key = world.name('reorder');
    const xmlFile = [{ fileName: 'reorder.bpmn', bytes: startedByCondition(key) }];
    await world.admin.sure.bpmnEngine.deploy({ files: { xmlFile } });
    const body = { processDefinitionKey: key, variables: { stock: 3 }, businessKey: 'bolts' };
    const answer = await as(world.admin).bpmnEngine.evaluateConditions({ body });
    expect(answer.body).toEqual({ conditions: 1, starts: 1, failures: [] });
  },
  'bpmn-engine querySubscriptions': async (as, world) => {
    const { key, id } = await startedProcess(world, [CATCH_MESSAGE]);
    const { body } = await as(world.admin).bpmnEngine.querySubscriptions({ body: { processInstanceId: id } });
    expect(body.data).toMatchObject([{ type: 'MESSAGE', name: key, start: false }]);
  },
  'bpmn-engine fetchAndLockExternalTasks': async (as, world) => {
    const topic = world.name('topic');
    const { id } = await startedProcess(world, [external(topic)]);
    const { body } = await as(world.admin).bpmnEngine.fetchAndLockExternalTasks({
      body: { workerId: 'w1', maxTasks: 5, topics: [{ topic, lockMillis: 5_000 }] },
    });
    expect(body).toMatchObject([{ topic, workerId: 'w1', processInstanceId: id, variables: {} }]);
  },
  'bpmn-engine completeExternalTask': async (as, world) => {
    const { id, next } = await lockedTask(world);
    const body = { workerId: 'w1', variables: { done: true } };
    await as(world.admin).bpmnEngine.completeExternalTask({ params: { id }, body });
    expect(await next()).toMatchObject(standsAt('next'));
  },
  'bpmn-engine completeExternalTasks': async (as, world) => {
    const { id, next } = await lockedTask(world);
    const answer = await as(world.admin).bpmnEngine.completeExternalTasks({
      body: { workerId: 'w1', tasks: [{ id }] },
    });
    expect(answer.body).toEqual([{ id, errorCode: null }]);
    expect(await next()).toMatchObject(standsAt('next'));
  },
  'bpmn-engine failExternalTask': async (as, world) => {
    const { id, next } = await lockedTask(world);
    const body = { workerId: 'w1', message: 'no', retries: 0 };
    await as(world.admin).bpmnEngine.failExternalTask({ params: { id }, body });
    expect((await next()).incidentCount).toBe(1);
  },
  'bpmn-engine throwExternalTaskError': async (as, world) => {
    const { id, next } = await lockedTask(world);
    await as(world.admin).bpmnEngine.throwExternalTaskError({ params: { id }, body: { workerId: 'w1', code: 'E1' } });
    expect(await next()).toMatchObject(standsAt('care'));
  },
  'bpmn-engine throwExternalTaskEscalation': async (as, world) => {
    const { id, next } = await lockedTask(world);
    await as(world.admin).bpmnEngine.throwExternalTaskEscalation({
      params: { id },
      body: { workerId: 'w1', code: 'S' },
    });
    expect(await next()).toMatchObject(standsAt('next'));
  },
  'bpmn-engine extendExternalTaskLock': async (as, world) => {
    const { id } = await lockedTask(world);
    await as(world.admin).bpmnEngine.extendExternalTaskLock({
      params: { id },
      body: { workerId: 'w1', lockMillis: 3_600_000 },
    });
    const { body } = await world.admin.sure.bpmnEngine.queryExternalTasks({ body: { ids: [id] } });
    expect(Date.parse(body.data[0]?.lockedUntil ?? '')).toBeGreaterThan(Date.now() + 1_800_000);
  },
  'bpmn-engine unlockExternalTask': async (as, world) => {
    const { id } = await lockedTask(world);
    await as(world.admin).bpmnEngine.unlockExternalTask({ params: { id }, body: { workerId: 'w1' } });
    const { body } = await world.admin.sure.bpmnEngine.queryExternalTasks({ body: { ids: [id] } });
    expect(body.data).toMatchObject([{ workerId: null, lockedUntil: null }]);
  },
  'bpmn-engine queryExternalTasks': async (as, world) => {
    const { id, topic } = await lockedTask(world);
    const { body } = await as(world.admin).bpmnEngine.queryExternalTasks({ body: { topic, locked: true } });
    expect(body.data).toMatchObject([{ id, workerId: 'w1', variables: null }]);
  },
  'bpmn-engine setExternalTaskRetries': async (as, world) => {
    const { id, next } = await lockedTask(world);
    const failed = { workerId: 'w1', message: 'no', retries: 0 };
    await world.admin.sure.bpmnEngine.failExternalTask({ params: { id }, body: failed });
    const answer = await as(world.admin).bpmnEngine.setExternalTaskRetries({ body: { ids: [id], retries: 2 } });
    expect(answer.body).toEqual([{ id, errorCode: null }]);
    expect((await next()).incidentCount).toBe(0);
  },
};
