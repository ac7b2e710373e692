// Gathers the acceptance of the BPMN engine.
import { bpmnEngineModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { bpmnEngineScenarios } from './bpmn-engine.scenarios.ts';

export const bpmnEngineSuite: Suite = { module: bpmnEngineModule, scenarios: bpmnEngineScenarios };
