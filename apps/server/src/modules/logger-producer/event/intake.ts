// Takes events of another protocol: checked as any event; a request's are queued all or not at all.
import type { SvcEventLogModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { Disposition, LogEvent } from '../record/event.types.ts';
import type { EventCheck } from './batch-body.ts';
import { type EventOrigin, type EventSender, readEvent, senderOf } from './event-input.ts';
import { type ProduceParts, reasonOut } from './produce.service.ts';

export function createIntake(parts: ProduceParts, check: EventCheck) {
  function readOf(sender: EventSender, model: SvcEventLogModel): LogEvent {
    const problems = check(model);
    if (problems !== null) invalid(...problems);
    return readEvent(sender, model, parts);
  }
  return {
    /** Reads an event without a request, and the reason that keeps it out. Throws as for a single event. */
    admit(
      sender: EventSender,
      model: SvcEventLogModel,
    ): { readonly event: LogEvent; readonly out: Disposition | null } {
      const event = readOf(sender, model);
      return { event, out: reasonOut(`${sender.tenantIdentifier}/${sender.username}`, event, parts) };
    },
    /** Reads an event; throws as for a single event. */
    read(act: Act, model: SvcEventLogModel, origin: EventOrigin): LogEvent {
      return readOf(senderOf(act, origin), model);
    },
    /** Queues events; resolves once they are in the spool. 429 RATE_LIMITED, 503: none was taken. */
    async queue({ caller }: Act, events: readonly LogEvent[]): Promise<void> {
      const retryAfterSeconds = parts.rate(caller.identifier, events.length);
      if (retryAfterSeconds !== null) fail('RATE_LIMITED', { retryAfterSeconds });
      const taken = events.filter((event) => {
        const reason = parts.keptOut(event);
        if (reason !== null) parts.count(reason, event.eventType);
        return reason === null;
      });
      if (taken.length === 0) return;
      await parts.accept(taken);
      for (const { eventType } of taken) parts.count('queued', eventType);
    },
  };
}
