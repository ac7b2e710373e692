// Plays the scenarios of decisions.

import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { leaveDecisionFile } from './leave-decision.ts';

async function deployedDecision({ admin, name }: World) {
  const key = name('limit');
  const bytes = leaveDecisionFile.replace('id="leave-limit"', `id="${key}"`);
  await admin.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'leave.dmn', bytes }] } });
  const { body } = await admin.sure.bpmnEngine.queryDecisions({ body: { key } });
  return { key, id: body.data[0]?.id ?? '' };
}

export const decisionScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-engine queryDecisions': async (as, world) => {
    const { key, id } = await deployedDecision(world);
    const { body } = await as(world.admin).bpmnEngine.queryDecisions({ body: { key } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ id, key, version: 1, hitPolicy: 'FIRST' }] });
  },
  'bpmn-engine getDecision': async (as, world) => {
    const { key, id } = await deployedDecision(world);
    const { body } = await as(world.admin).bpmnEngine.getDecision({ params: { id } });
    expect(body).toMatchObject({ id, key, outputs: [{ name: 'look', type: 'string' }] });
  },
  'bpmn-engine evaluateDecision': async (as, world) => {
    const { key } = await deployedDecision(world);
    const input = { params: { key }, body: { variables: { days: 9 } } };
    const { body } = await as(world.admin).bpmnEngine.evaluateDecision(input);
    expect(body).toMatchObject({ results: [{ look: 'two' }], matchedRules: [{ number: 2, id: 'long' }] });
  },
};
