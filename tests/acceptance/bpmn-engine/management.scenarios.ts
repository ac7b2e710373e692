// Plays the scenarios of jobs, incidents and managed instances.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { FAILING, startedProcess, TIMER, TO_INCIDENT, user } from './started-process.ts';

async function timerJob(world: World) {
  const run = await startedProcess(world, [TIMER, user('next')]);
  const { body } = await world.admin.sure.bpmnEngine.queryJobs({ body: { processInstanceId: run.id } });
  return { run, id: body.data[0]?.id ?? '' };
}

async function incident(world: World) {
  const run = await startedProcess(world, [FAILING, user('next')], { attributes: TO_INCIDENT });
  const { body } = await world.admin.sure.bpmnEngine.queryIncidents({ body: { processInstanceId: run.id } });
  return { run, id: body.data[0]?.id ?? '' };
}

const instanceOf = async ({ admin }: World, id: string) =>
  (await admin.sure.bpmnEngine.getProcessInstance({ params: { id } })).body;

/** An ad-hoc sub-process that is worked on by hand. */
const AD_HOC = '<adHocSubProcess id="box" keelson:activation="manual"><userTask id="inside"/></adHocSubProcess>';
const WAITING = '<manualTask id="hand" keelson:wait="true"/>';

async function executionAt(world: World, elements: readonly string[], elementId: string) {
  const run = await startedProcess(world, elements);
  const { currentElements } = await instanceOf(world, run.id);
  return { run, id: currentElements.find((each) => each.elementId === elementId)?.executionId ?? '' };
}

export const managementScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine queryJobs': async (as, world) => {
    const { run } = await timerJob(world);
    const { body } = await as(world.admin).bpmnEngine.queryJobs({ body: { processInstanceId: run.id } });
    expect(body.data).toMatchObject([{ type: 'TIMER', elementId: 'later', retries: 3, lockedBy: null }]);
  },
  'bpmn-engine getJob': async (as, world) => {
    const { id } = await timerJob(world);
    expect((await as(world.admin).bpmnEngine.getJob({ params: { id } })).body).toMatchObject({ id, type: 'TIMER' });
  },
  'bpmn-engine executeJob': async (as, world) => {
    const { id, run } = await timerJob(world);
    await as(world.admin).bpmnEngine.executeJob({ params: { id } });
    expect(await instanceOf(world, run.id)).toMatchObject({ currentElements: [{ elementId: 'next' }] });
  },
  'bpmn-engine updateJob': async (as, world) => {
    const { id } = await timerJob(world);
    await as(world.admin).bpmnEngine.updateJob({ params: { id }, body: { priority: 7, suspended: true } });
    const { body } = await world.admin.sure.bpmnEngine.getJob({ params: { id } });
    expect(body).toMatchObject({ priority: 7, suspended: true });
  },
  'bpmn-engine deleteJob': async (as, world) => {
    const { id } = await timerJob(world);
    await as(world.admin).bpmnEngine.deleteJob({ params: { id } });
    const gone = await world.admin.client.bpmnEngine.getJob({ params: { id } });
    expect(gone.errorDetail).toMatchObject({ errorCode: 'JOB_NOT_FOUND' });
  },
  'bpmn-engine queryIncidents': async (as, world) => {
    const { run } = await incident(world);
    const { body } = await as(world.admin).bpmnEngine.queryIncidents({ body: { processInstanceId: run.id } });
    expect(body.data).toMatchObject([{ code: 'EXPRESSION_FAILED', elementId: 'bad', resolvedTime: null }]);
  },
  'bpmn-engine groupIncidents': async (as, world) => {
    const { run } = await incident(world);
    const { body } = await as(world.admin).bpmnEngine.groupIncidents({ body: { processDefinitionKey: run.key } });
    expect(body).toMatchObject([
      { processDefinitionKey: run.key, elementId: 'bad', code: 'EXPRESSION_FAILED', count: 1 },
    ]);
  },
  'bpmn-engine resolveIncident': async (as, world) => {
    const { id, run } = await incident(world);
    const body = { action: 'RETRY', variables: { missing: 1 } } as const;
    await as(world.admin).bpmnEngine.resolveIncident({ params: { id }, body });
    expect(await instanceOf(world, run.id)).toMatchObject({
      incidentCount: 0,
      currentElements: [{ elementId: 'next' }],
    });
  },
  'bpmn-engine annotateIncident': async (as, world) => {
    const { id, run } = await incident(world);
    await as(world.admin).bpmnEngine.annotateIncident({ params: { id }, body: { annotation: 'asked the bank' } });
    const { body } = await world.admin.sure.bpmnEngine.queryIncidents({ body: { processInstanceId: run.id } });
    expect(body.data).toMatchObject([{ annotation: 'asked the bank' }]);
  },
  'bpmn-engine listNodes': async (as, { admin }) => {
    const { body } = await as(admin).bpmnEngine.listNodes();
    expect(body.length).toBeGreaterThan(0);
  },
  'bpmn-engine getStatistics': async (as, world) => {
    await world.instance();
    const { body } = await as(world.admin).bpmnEngine.getStatistics();
    expect(body.instancesRunning).toBeGreaterThan(0);
    expect(body.tasksOpen).toBeGreaterThan(0);
  },
  'bpmn-engine suspendProcessInstance': async (as, world) => {
    const { id } = await world.instance();
    const { body } = await as(world.admin).bpmnEngine.suspendProcessInstance({ params: { id } });
    expect(body).toMatchObject({ state: 'SUSPENDED', suspended: true });
  },
  'bpmn-engine activateProcessInstance': async (as, world) => {
    const { id } = await world.instance();
    await world.admin.sure.bpmnEngine.suspendProcessInstance({ params: { id } });
    const { body } = await as(world.admin).bpmnEngine.activateProcessInstance({ params: { id } });
    expect(body).toMatchObject({ state: 'ACTIVE', suspended: false });
  },
  'bpmn-engine cancelProcessInstance': async (as, world) => {
    const { id } = await world.instance();
    const answer = await as(world.admin).bpmnEngine.cancelProcessInstance({ params: { id }, body: { reason: 'sold' } });
    expect(answer.body).toMatchObject({ state: 'ENDED', endState: 'CANCELLED' });
  },
  'bpmn-engine updateProcessInstance': async (as, world) => {
    const { id } = await world.instance();
    const body = { businessKey: 'B-9', name: 'Order', priority: 80, dueDate: '2031-02-03T04:05:06Z' };
    const answer = await as(world.admin).bpmnEngine.updateProcessInstance({ params: { id }, body });
    expect(answer.body).toMatchObject({ ...body, dueDate: '2031-02-03T04:05:06.000Z' });
  },
  'bpmn-engine modifyProcessInstance': async (as, world) => {
    const run = await startedProcess(world, [user('work'), user('next')]);
    const instructions = [
      { type: 'CANCEL', elementId: 'work' },
      { type: 'START_BEFORE', elementId: 'next' },
    ] as const;
    const { body } = await as(world.admin).bpmnEngine.modifyProcessInstance({
      params: { id: run.id },
      body: { instructions, reason: 'The work was done before.' },
    });
    expect(body).toMatchObject({ legal: true, cancels: [{ elementId: 'work' }], starts: [{ elementId: 'next' }] });
  },
  'bpmn-engine migrateProcessInstances': async (as, world) => {
    const run = await startedProcess(world, [user('work')]);
    const targetDefinitionId = await run.deployAgain([user('check'), user('next')]);
    const { body } = await as(world.admin).bpmnEngine.migrateProcessInstances({
      body: { targetDefinitionId, processInstanceIds: [run.id], mapping: [{ source: 'work', target: 'check' }] },
    });
    expect(body).toMatchObject([{ id: run.id, errorCode: null, plan: { legal: true } }]);
    expect(await instanceOf(world, run.id)).toMatchObject({ currentElements: [{ elementId: 'check' }] });
  },
  'bpmn-engine triggerExecution': async (as, world) => {
    const { id } = await executionAt(world, [WAITING, user('next')], 'hand');
    const { body } = await as(world.admin).bpmnEngine.triggerExecution({ params: { id } });
    expect(body).toMatchObject({ currentElements: [{ elementId: 'next' }] });
  },
  'bpmn-engine activateAdHoc': async (as, world) => {
    const { id } = await executionAt(world, [AD_HOC], 'box');
    const body = { elementIds: ['inside'] };
    const answer = await as(world.admin).bpmnEngine.activateAdHoc({ params: { id }, body });
    expect(answer.body.currentElements.map(({ elementId }) => elementId)).toContain('inside');
  },
  'bpmn-engine completeAdHoc': async (as, world) => {
    const { id } = await executionAt(world, [AD_HOC], 'box');
    const { body } = await as(world.admin).bpmnEngine.completeAdHoc({ params: { id } });
    expect(body).toMatchObject({ ended: true, endState: 'COMPLETED' });
  },
};

/** The server must have been started in test mode. */
export const testClockScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine getTestClock': async (as, { admin }) => {
    const { body } = await as(admin).bpmnEngine.getTestClock();
    expect(body.standing).toBe(false);
  },
  'bpmn-engine advanceTestClock': async (as, { admin }) => {
    const before = await admin.sure.bpmnEngine.getTestClock();
    const { body } = await as(admin).bpmnEngine.advanceTestClock({ body: { by: 'PT10S', drain: true } });
    await admin.sure.bpmnEngine.setTestClock({ body: { now: null } });
    expect(body.standing).toBe(true);
    expect(Date.parse(body.now) - Date.parse(before.body.now)).toBeGreaterThanOrEqual(10_000);
  },
  'bpmn-engine setTestClock': async (as, { admin }) => {
    const { body: shown } = await admin.sure.bpmnEngine.getTestClock();
    const now = new Date(Date.parse(shown.now) + 60_000).toISOString();
    const { body } = await as(admin).bpmnEngine.setTestClock({ body: { now } });
    expect(body).toEqual({ now, standing: true });
    await admin.sure.bpmnEngine.setTestClock({ body: { now: null } });
  },
};
