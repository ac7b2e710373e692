// Gathers the acceptance of the BPMN engine.
import { bpmnEngineModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { batchScenarios } from './batch.scenarios.ts';
import { engineReaches, ownEngineOperations } from './bpmn-engine.reach.ts';
import { bpmnEngineScenarios } from './bpmn-engine.scenarios.ts';
import { decisionScenarios } from './decision.scenarios.ts';
import { eventScenarios } from './event.scenarios.ts';
import { executionScenarios } from './execution.scenarios.ts';
import { historyScenarios } from './history.scenarios.ts';
import { managementScenarios, testClockScenarios } from './management.scenarios.ts';
import { remarkScenarios } from './remark.scenarios.ts';
import { repositoryScenarios } from './repository.scenarios.ts';
import { taskScenarios } from './task.scenarios.ts';

export const bpmnEngineSuite: Suite = {
  module: bpmnEngineModule,
  scenarios: {
    ...batchScenarios,
    ...bpmnEngineScenarios,
    ...decisionScenarios,
    ...eventScenarios,
    ...executionScenarios,
    ...historyScenarios,
    ...managementScenarios,
    ...remarkScenarios,
    ...repositoryScenarios,
    ...taskScenarios,
  },
  testModeScenarios: testClockScenarios,
  reach: { claim: 'bpmn-engine 30', reaches: engineReaches, named: {}, own: ownEngineOperations },
};
