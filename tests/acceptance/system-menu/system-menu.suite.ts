// Gathers the acceptance of the system menu module.
import { systemMenuModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { menuApplicationScenarios } from './applications.scenarios.ts';
import { menuConditionScenarios } from './conditions.scenarios.ts';
import { menuFavoriteScenarios } from './favorites.scenarios.ts';
import { makeMenuValues } from './fuzz-values.ts';
import { menuItemScenarios } from './items.scenarios.ts';
import { menuReaches, namedMenuReaches, ownMenuOperations } from './menu.reach.ts';
import { menuQueryScenarios } from './queries.scenarios.ts';
import { menuTransferScenarios } from './transfer.scenarios.ts';

export const systemMenuSuite: Suite = {
  module: systemMenuModule,
  scenarios: {
    ...menuApplicationScenarios,
    ...menuItemScenarios,
    ...menuConditionScenarios,
    ...menuFavoriteScenarios,
    ...menuQueryScenarios,
    ...menuTransferScenarios,
  },
  reach: {
    claim: 'system-menu 22',
    reaches: menuReaches,
    named: namedMenuReaches,
    own: ownMenuOperations,
  },
  makeFuzzValues: makeMenuValues,
};
