// One scenario for each built operation, by module and key; each runs at every address of its operation.
import { apiKeyScenarios } from './scenarios-api-keys.ts';
import { bpmnEngineScenarios } from './scenarios-bpmn-engine.ts';
import { factorScenarios } from './scenarios-factors.ts';
import { mailedScenarios } from './scenarios-mailed.ts';
import { menuApplicationScenarios } from './scenarios-menu-applications.ts';
import { menuConditionScenarios } from './scenarios-menu-conditions.ts';
import { menuFavoriteScenarios } from './scenarios-menu-favorites.ts';
import { menuItemScenarios } from './scenarios-menu-items.ts';
import { menuQueryScenarios } from './scenarios-menu-queries.ts';
import { menuTransferScenarios } from './scenarios-menu-transfer.ts';
import { ofrepScenarios } from './scenarios-ofrep.ts';
import { passwordScenarios } from './scenarios-passwords.ts';
import { roleScenarios } from './scenarios-roles.ts';
import { sessionScenarios } from './scenarios-session.ts';
import { sessionBeginScenarios } from './scenarios-session-begin.ts';
import { sessionClosingScenarios } from './scenarios-session-closing.ts';
import { settingDefinitionScenarios } from './scenarios-setting-definitions.ts';
import { settingValueScenarios } from './scenarios-setting-values.ts';
import { settingScenarios } from './scenarios-settings.ts';
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
  ...settingScenarios,
  ...settingDefinitionScenarios,
  ...settingValueScenarios,
  ...ofrepScenarios,
  ...menuApplicationScenarios,
  ...menuItemScenarios,
  ...menuConditionScenarios,
  ...menuFavoriteScenarios,
  ...menuQueryScenarios,
  ...menuTransferScenarios,
  ...bpmnEngineScenarios,
};

/** Scenarios that need a server whose mails can be read. */
export const mailedIds: ReadonlySet<string> = new Set(Object.keys(mailedScenarios));
