// One scenario for each built operation, by module and key; each runs at every address of its operation.
import { authenticationScenarios } from './scenarios-authentication.ts';
import { bpmnEngineScenarios } from './scenarios-bpmn-engine.ts';
import { sessionScenarios } from './scenarios-session.ts';
import type { Scenario } from './world.ts';

export const scenarios: Readonly<Record<string, Scenario>> = {
  ...authenticationScenarios,
  ...sessionScenarios,
  ...bpmnEngineScenarios,
};
