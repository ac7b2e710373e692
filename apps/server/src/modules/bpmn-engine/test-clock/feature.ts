// Wires the clock of a test installation.
import type { Kernel } from '../../../kernel/module.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import { createTestClockHandlers } from './test-clock.routes.ts';
import { createTestClockService } from './test-clock.service.ts';

export function createTestClockFeature(
  { testClock }: Pick<Kernel, 'testClock'>,
  {
    engine,
    ensurePartitions,
  }: {
    readonly engine: Pick<EngineRuntime, 'limits' | 'messages'>;
    readonly ensurePartitions: (at: number) => Promise<void>;
  },
) {
  testClock?.beforeMove(ensurePartitions);
  // A process that sent a message may not yet have looked whether somebody began to wait for it meanwhile.
  testClock?.beforeRest(engine.messages.matchAll);
  return {
    handlers: createTestClockHandlers(createTestClockService({ testClock, limits: engine.limits })),
  };
}
