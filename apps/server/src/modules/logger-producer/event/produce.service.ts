// Takes events: reads them, asks the producer cache, stores them, and answers the results.
import type { SvcEventLogModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Disposition, LogEvent } from '../record/event.types.ts';
import { type EventInputParts, type EventOrigin, readEvent, senderOf } from './event-input.ts';
import type { EventRate } from './event-rate.ts';
import type { EventWriter } from './event-writer.ts';

export interface Produced {
  readonly uuid: string;
  readonly disposition: Disposition;
}

export interface ProduceParts extends EventInputParts {
  readonly writer: Pick<EventWriter, 'store'>;
  /** Queues events, all or none; see `createEventQueue`. */
  readonly accept: (events: readonly LogEvent[]) => Promise<void>;
  /** Says why an event is not produced; AUDIT and SECURITY always are. */
  readonly keptOut: (event: LogEvent) => 'filtered' | 'sampled-out' | null;
  readonly rate: EventRate;
  readonly count: (disposition: Disposition | 'refused', eventType: LogEvent['eventType']) => void;
}

const SYNC: EventOrigin = { path: '/event/sync', index: null };
const ASYNC: EventOrigin = { path: '/event/async', index: null };

/** Counts the event of this caller and answers why it is not produced; null where it is. 429 RATE_LIMITED. */
export function reasonOut(
  identifier: string,
  event: LogEvent,
  parts: Pick<ProduceParts, 'keptOut' | 'count' | 'rate'>,
): Disposition | null {
  // Audited events have no bound of rate.
  if (event.retentionClass === 'AUDIT') return null;
  const retryAfterSeconds = parts.rate(identifier);
  if (retryAfterSeconds !== null) fail('RATE_LIMITED', { retryAfterSeconds });
  const reason = parts.keptOut(event);
  if (reason !== null) parts.count(reason, event.eventType);
  return reason;
}

export function createProduceService(parts: ProduceParts) {
  return {
    /**
     * Stores an event and answers after the commit. 409 LOG_EVENT_UUID_CONFLICT, IDEMPOTENCY_KEY_REUSED; the errors of
     * the writer.
     */
    async produceSync(act: Act, body: SvcEventLogModel): Promise<Produced> {
      const event = readEvent(senderOf(act, SYNC), body, parts);
      const { uuid, eventType } = event;
      const reason = reasonOut(act.caller.identifier, event, parts);
      if (reason !== null) return { uuid, disposition: reason };
      const disposition = await parts.writer.store(event, sizeOf(event));
      if (disposition === 'conflict') {
        parts.count('refused', eventType);
        const isNamed = body.uuid !== null && body.uuid !== undefined;
        return fail(isNamed ? 'LOG_EVENT_UUID_CONFLICT' : 'IDEMPOTENCY_KEY_REUSED');
      }
      parts.count(disposition, eventType);
      return { uuid, disposition };
    },

    /**
     * Queues an event and answers once it is in the spool; it is stored a moment later, once. The errors of the queue.
     */
    async produceAsync(act: Act, body: SvcEventLogModel): Promise<Produced> {
      const event = readEvent(senderOf(act, ASYNC), body, parts);
      const { uuid, eventType } = event;
      const reason = reasonOut(act.caller.identifier, event, parts);
      if (reason !== null) return { uuid, disposition: reason };
      await parts.accept([event]);
      parts.count('queued', eventType);
      return { uuid, disposition: 'queued' };
    },
  };
}

/** Estimates the bytes of an event on its way to the database. */
export function sizeOf({ message, attributeMap, errorDetail, searchTokens }: LogEvent): number {
  const texts = [message, attributeMap, errorDetail, searchTokens];
  return texts.reduce((bytes, text) => bytes + (text?.length ?? 0), 512);
}
