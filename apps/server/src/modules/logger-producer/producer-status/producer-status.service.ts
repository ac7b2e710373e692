// Shows operators the waiting events of this process, and waits until they are stored.
import type { Act } from '../../../kernel/records/act.ts';
import type { createEventFeature } from '../event/feature.ts';

const FLUSH_MS = 25_000;

type EventFeature = ReturnType<typeof createEventFeature>;

export interface ProducerStatusParts extends Pick<EventFeature, 'status' | 'flush'> {
  readonly processUuid: string;
  readonly sealLagMs: () => number;
  readonly countDeadLetters: () => Promise<number>;
}

export function createProducerStatusService({
  processUuid,
  status,
  flush,
  sealLagMs,
  countDeadLetters,
}: ProducerStatusParts) {
  return {
    async status(_act: Act) {
      return { processUuid, ...status(), sealLagMillis: sealLagMs(), deadLetterCount: await countDeadLetters() };
    },
    flush: (_act: Act, timeoutMs: number = FLUSH_MS) => flush(timeoutMs),
  };
}
