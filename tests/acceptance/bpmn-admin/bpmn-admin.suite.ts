// Gathers the acceptance of the BPMN admin.
import { bpmnAdminModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { bpmnAdminReaches, ownAdminOperations } from './bpmn-admin.reach.ts';
import { bpmnAdminScenarios } from './bpmn-admin.scenarios.ts';

export const bpmnAdminSuite: Suite = {
  module: bpmnAdminModule,
  scenarios: bpmnAdminScenarios,
  reach: { claim: 'bpmn-admin 17', reaches: bpmnAdminReaches, named: {}, own: ownAdminOperations },
};
