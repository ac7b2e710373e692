// One scenario for each built operation, by module and key; each runs at every address of its operation.
import { apiKeyScenarios } from './scenarios-api-keys.ts';
import { bpmnEngineScenarios } from './scenarios-bpmn-engine.ts';
import { factorScenarios } from './scenarios-factors.ts';
import { mailedScenarios } from './scenarios-mailed.ts';
import { passwordScenarios } from './scenarios-passwords.ts';
import { roleScenarios } from './scenarios-roles.ts';
import { sessionScenarios } from './scenarios-session.ts';
import { sessionBeginScenarios } from './scenarios-session-begin.ts';
import { sessionClosingScenarios } from './scenarios-session-closing.ts';
import { signInScenarios } from './scenarios-sign-in.ts';
import { tenantScenarios } from './scenarios-tenants.ts';
import { userScenarios } from './scenarios-users.ts';
import type { Scenario } from './world.ts';

export const scenarios: Readonly<Record<string, Scenario>> = {
  ...signInScenarios,
  ...passwordScenarios,
  ...factorScenarios,
  ...userScenarios,
  ...roleScenarios,
  ...tenantScenarios,
  ...apiKeyScenarios,
  ...mailedScenarios,
  ...sessionScenarios,
  ...sessionBeginScenarios,
  ...sessionClosingScenarios,
  ...bpmnEngineScenarios,
};

/** Scenarios that need a server whose mails can be read. */
export const mailedIds: ReadonlySet<string> = new Set(Object.keys(mailedScenarios));
