// Gathers the acceptance of the system setting module.
import { systemSettingModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { settingDefinitionScenarios } from './definitions.scenarios.ts';
import { ofrepScenarios } from './ofrep.scenarios.ts';
import { namedSettingReaches, ownSettingOperations, settingReaches } from './settings.reach.ts';
import { settingScenarios } from './settings.scenarios.ts';
import { settingValueScenarios } from './values.scenarios.ts';

export const systemSettingSuite: Suite = {
  module: systemSettingModule,
  scenarios: { ...settingScenarios, ...settingDefinitionScenarios, ...settingValueScenarios, ...ofrepScenarios },
  reach: {
    claim: 'system-setting 26',
    reaches: settingReaches,
    named: namedSettingReaches,
    own: ownSettingOperations,
  },
};
