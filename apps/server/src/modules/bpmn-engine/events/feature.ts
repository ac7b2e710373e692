// Wires what comes from outside: messages, signals and circumstances, and who waits for them.
import type { Kernel } from '../../../kernel/module.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import { createConditionService } from './condition.service.ts';
import { createCorrelateService } from './correlate.service.ts';
import { createEventHandlers } from './event.routes.ts';
import { createReceiveMessage } from './receive-message.ts';
import { createSignalService } from './signal.service.ts';
import { createSubscriptionPageStore } from './subscription-page.store.ts';

export function createEventFeature(kernel: Pick<Kernel, 'clock' | 'database' | 'groupCommit'>, engine: EngineRuntime) {
  const receive = createReceiveMessage({ ...kernel, ...engine });
  const correlation = createCorrelateService({ ...kernel, ...engine, receive });
  const signals = createSignalService({ ...kernel, ...engine });
  const conditions = createConditionService({ ...kernel, ...engine });
  const services = { correlation, signals, conditions };
  return { handlers: createEventHandlers(services, createSubscriptionPageStore(kernel.database)) };
}
