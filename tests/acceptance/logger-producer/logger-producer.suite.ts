// Gathers the acceptance of the logger producer.
import { loggerProducerModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { loggerReaches, ownLoggerOperations } from './logger-producer.reach.ts';
import { loggerProducerScenarios } from './logger-producer.scenarios.ts';

export const loggerProducerSuite: Suite = {
  module: loggerProducerModule,
  scenarios: loggerProducerScenarios,
  reach: { claim: 'logger-producer 24', reaches: loggerReaches, named: {}, own: ownLoggerOperations },
};
