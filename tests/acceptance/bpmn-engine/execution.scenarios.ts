// Plays the scenarios of executions and their variables.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { caughtAt, startedProcess, user } from './started-process.ts';

/** An instance at one task, with a variable. */
async function withVariable(world: World) {
  const run = await startedProcess(world, [user('work')], caughtAt('work'));
  const { bpmnEngine } = world.admin.sure;
  await bpmnEngine.setVariable({ params: { executionId: run.id, variableName: 'days' }, body: 3 });
  const { body } = await bpmnEngine.queryExecutions({ body: { processInstanceId: run.id, elementId: 'work' } });
  const id = body.data[0]?.id ?? '';
  const value = async (name: string) => {
    const found = await bpmnEngine.getExecutionVariables({ params: { id } });
    return found.body.find((each) => each.name === name)?.value;
  };
  return { run, id, value };
}

export const executionScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine getExecutionTree': async (as, world) => {
    const { run, id } = await withVariable(world);
    const { body } = await as(world.admin).bpmnEngine.getExecutionTree({ params: { id: run.id } });
    expect(body).toMatchObject({ id: run.id, elementId: run.key, children: [{ id, elementId: 'work', children: [] }] });
  },
  'bpmn-engine queryExecutions': async (as, world) => {
    const { run, id } = await withVariable(world);
    const { body } = await as(world.admin).bpmnEngine.queryExecutions({ body: { processInstanceId: run.id } });
    expect(body.data.map((each) => each.id)).toEqual([run.id, id]);
  },
  'bpmn-engine getExecutionVariables': async (as, world) => {
    const { run, id } = await withVariable(world);
    const { body } = await as(world.admin).bpmnEngine.getExecutionVariables({ params: { id } });
    expect(body).toMatchObject([{ name: 'days', type: 'INTEGER', value: 3, executionId: run.id }]);
    const own = await as(world.admin).bpmnEngine.getExecutionVariables({ params: { id }, query: { local: true } });
    expect(own.body).toEqual([]);
  },
  'bpmn-engine setExecutionVariables': async (as, world) => {
    const { id, value } = await withVariable(world);
    const body = { variables: { days: 4 }, typedVariables: { until: { type: 'DATE', value: '2028-02-29' } } } as const;
    await as(world.admin).bpmnEngine.setExecutionVariables({ params: { id }, body });
    expect([await value('days'), await value('until')]).toEqual([4, '2028-02-29']);
  },
  'bpmn-engine deleteExecutionVariables': async (as, world) => {
    const { id, value } = await withVariable(world);
    await as(world.admin).bpmnEngine.deleteExecutionVariables({ params: { id }, query: { names: 'days' } });
    expect(await value('days')).toBeUndefined();
  },
  'bpmn-engine getExecutionVariable': async (as, world) => {
    const { id } = await withVariable(world);
    const { body } = await as(world.admin).bpmnEngine.getExecutionVariable({ params: { id, name: 'days' } });
    expect(body).toMatchObject({ type: 'INTEGER', value: 3 });
  },
  'bpmn-engine setExecutionVariable': async (as, world) => {
    const { id, value } = await withVariable(world);
    const body = { type: 'DECIMAL', value: '2.5' } as const;
    await as(world.admin).bpmnEngine.setExecutionVariable({ params: { id, name: 'days' }, body });
    expect(await value('days')).toBe(2.5);
  },
  'bpmn-engine deleteExecutionVariable': async (as, world) => {
    const { id, value } = await withVariable(world);
    await as(world.admin).bpmnEngine.deleteExecutionVariable({ params: { id, name: 'days' } });
    expect(await value('days')).toBeUndefined();
  },
  'bpmn-engine getExecutionVariableData': async (as, world) => {
    const { id } = await withVariable(world);
    const params = { id, name: 'days' };
    const plain = await as(world.admin).bpmnEngine.getExecutionVariableData({
      params,
      headers: { accept: 'application/json' },
    });
    expect(plain.body).toBe('Mw==');
    const answer = await as(world.admin).bpmnEngine.getExecutionVariableData({
      params,
      headers: { accept: 'application/octet-stream' },
    });
    expect(new TextDecoder().decode(answer.bytes ?? new Uint8Array())).toBe('3');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  },
  'bpmn-engine throwExecutionError': async (as, world) => {
    const { id } = await withVariable(world);
    const { body } = await as(world.admin).bpmnEngine.throwExecutionError({ params: { id }, body: { code: 'E1' } });
    expect(body.currentElements).toMatchObject([{ elementId: 'care' }]);
  },
  'bpmn-engine throwExecutionEscalation': async (as, world) => {
    const { id } = await withVariable(world);
    const answer = await as(world.admin).bpmnEngine.throwExecutionEscalation({ params: { id }, body: { code: 'S' } });
    expect(answer.body.currentElements).toMatchObject([{ elementId: 'work' }]);
  },
};
