// Turns accepted events that cannot be stored into dead letters, counted and logged.
import type { Kernel } from '../../../kernel/module.ts';
import type { LogEvent } from '../record/event.types.ts';
import type { DeadLetterStore } from './dead-letter.store.ts';

const REASON_MAX = 1_000;

/** Resolves once it is kept; `event` is null where the bytes are no event. */
export type Bury = (payload: Buffer, why: string, event: LogEvent | null) => Promise<void>;

export function createBurying(
  { clock, ids, log, metrics }: Pick<Kernel, 'clock' | 'ids' | 'log' | 'metrics'>,
  store: Pick<DeadLetterStore, 'insert'>,
): Bury {
  const buried = metrics.counter({ name: 'log_dead_letters_total', help: 'Accepted events that could not be stored.' });
  return async (payload, why, event) => {
    const reason = why.slice(0, REASON_MAX);
    await store.insert({
      id: ids.uuidV7(),
      recordedAt: new Date(clock.now()),
      eventUuid: event?.uuid ?? null,
      tenantIdentifier: event?.tenantIdentifier ?? null,
      reason,
      payload,
    });
    buried.inc();
    log.warn({ reason }, 'an accepted event could not be stored and lies in the dead letters');
  };
}
