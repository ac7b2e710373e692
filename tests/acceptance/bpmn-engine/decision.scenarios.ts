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

/** Asks for the decision, and ends. */
const decidingFile = (key: string, decision: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:keelson="urn:keelson:bpmn:1" targetNamespace="urn:example:leave">
  <process id="${key}" isExecutable="true">
    <startEvent id="asked"/>
    <sequenceFlow id="first" sourceRef="asked" targetRef="decide"/>
    <businessRuleTask id="decide" name="Decide" keelson:decisionRef="${decision}"/>
    <sequenceFlow id="last" sourceRef="decide" targetRef="decided"/>
    <endEvent id="decided"/>
  </process>
</definitions>
`;

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
  'bpmn-engine queryHistoryDecisions': async (as, world) => {
    const { key: decision } = await deployedDecision(world);
    const { admin, name } = world;
    const key = name('deciding');
    const xmlFile = [{ fileName: 'deciding.bpmn', bytes: decidingFile(key, decision) }];
    await admin.sure.bpmnEngine.deploy({ files: { xmlFile } });
    const params = { processDefinitionKey: key };
    await admin.sure.bpmnEngine.startProcessInstanceByKey({ params, body: { variables: { days: 9 } } });
    const { body } = await as(admin).bpmnEngine.queryHistoryDecisions({ body: { decisionKeys: [decision] } });
    const made = { elementId: 'decide', inputs: [{ name: 'Days', value: 9 }], results: [{ look: 'two' }] };
    expect(body).toMatchObject({ totalElements: 1, data: [made] });
  },
};
