// Gathers the acceptance of notification polling.
import { notificationPollingModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { ownPollingOperations, pollingReaches } from './notification-polling.reach.ts';
import { pollingScenarios } from './notification-polling.scenarios.ts';

export const notificationPollingSuite: Suite = {
  module: notificationPollingModule,
  scenarios: pollingScenarios,
  reach: { claim: 'notification-polling 21', reaches: pollingReaches, named: {}, own: ownPollingOperations },
};
