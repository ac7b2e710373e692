// Answers the operations on the clock of a test installation.
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { TestClockService } from './test-clock.service.ts';

type TestClockHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  'getTestClock' | 'setTestClock' | 'advanceTestClock'
>;

export function createTestClockHandlers(service: TestClockService): TestClockHandlers {
  return {
    getTestClock: async ({ act }) => service.get(act),
    setTestClock: ({ body, act }) => service.set(act, body.now),
    advanceTestClock: ({ body, act }) => service.advance(act, body),
  };
}
