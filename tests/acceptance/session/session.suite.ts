// Gathers the acceptance of the session module.
import { sessionModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { sessionBeginScenarios } from './begin.scenarios.ts';
import { sessionClosingScenarios } from './closing.scenarios.ts';
import { namedSessionReaches, ownSessionOperations, sessionReaches } from './session.reach.ts';
import { sessionScenarios } from './session.scenarios.ts';

export const sessionSuite: Suite = {
  module: sessionModule,
  scenarios: { ...sessionScenarios, ...sessionBeginScenarios, ...sessionClosingScenarios },
  reach: {
    claim: 'session 1',
    reaches: sessionReaches,
    named: namedSessionReaches,
    own: ownSessionOperations,
  },
};
