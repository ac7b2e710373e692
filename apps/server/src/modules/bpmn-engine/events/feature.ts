// Wires what comes from outside: messages, signals and circumstances, and who waits for them.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import { type TransactionGround, withinTransaction } from '../runtime/within-transaction.ts';
import { createConditionService } from './condition.service.ts';
import { createCorrelateService } from './correlate.service.ts';
import { createEventHandlers } from './event.routes.ts';
import { createReceiveMessage } from './receive-message.ts';
import { createSignalService } from './signal.service.ts';
import { createSubscriptionPageStore } from './subscription-page.store.ts';

export function createEventFeature(kernel: Pick<Kernel, 'clock' | 'database' | 'groupCommit'>, engine: EngineRuntime) {
  const whole = { ...kernel, ...engine };
  function servicesBy(ground: Omit<typeof whole, keyof TransactionGround> & TransactionGround) {
    const receive = createReceiveMessage(ground);
    return { correlation: createCorrelateService({ ...ground, receive }), signals: createSignalService(ground) };
  }
  const conditions = createConditionService(whole);
  const services = { ...servicesBy(whole), conditions };
  return {
    handlers: createEventHandlers(services, createSubscriptionPageStore(kernel.database)),
    api: {
      /** Makes the services of messages and signals for a transaction of somebody else, or for their own. */
      eventsIn: (tx: Transaction | null) => servicesBy({ ...whole, ...withinTransaction(whole, tx) }),
    },
  };
}
