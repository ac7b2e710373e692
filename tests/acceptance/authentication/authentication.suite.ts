// Gathers the acceptance of the authentication module, and of the mails that it alone causes.
import { authenticationModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { apiKeyScenarios } from './api-keys.scenarios.ts';
import {
  authenticationReaches,
  namedAuthenticationReaches,
  ownAuthenticationOperations,
} from './authentication.reach.ts';
import { factorScenarios } from './factors.scenarios.ts';
import { mailedScenarios, resentScenarios } from './mailed.scenarios.ts';
import { passwordScenarios } from './passwords.scenarios.ts';
import { roleScenarios } from './roles.scenarios.ts';
import { signInScenarios } from './sign-in.scenarios.ts';
import { tenantScenarios } from './tenants.scenarios.ts';
import { userScenarios } from './users.scenarios.ts';

export const authenticationSuite: Suite = {
  module: authenticationModule,
  scenarios: {
    ...signInScenarios,
    ...passwordScenarios,
    ...factorScenarios,
    ...userScenarios,
    ...roleScenarios,
    ...tenantScenarios,
    ...apiKeyScenarios,
  },
  mailedScenarios,
  testModeScenarios: resentScenarios,
  reach: {
    claim: 'authentication 26',
    reaches: authenticationReaches,
    named: namedAuthenticationReaches,
    own: ownAuthenticationOperations,
  },
};
