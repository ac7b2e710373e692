// Serves the stream of stored events to callers who may see them.
import type { EventStream, logEventStreamEvents, SvcEventLogTailQueryModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { loggerProducerEvents } from '../logger-producer.events.ts';
import { AUDIT_TYPES, typesSeenBy } from '../reading/feature.ts';
import type { FullText } from '../record/search-tokens.ts';
import { tailFilterOf } from './tail-filter.ts';
import type { createTailFollowing } from './tail-following.ts';

interface TailParts extends Pick<Kernel, 'database'> {
  readonly following: Pick<ReturnType<typeof createTailFollowing>, 'open' | 'startOf'>;
  readonly fullText: () => FullText;
}

export function createTailService({ database, following, fullText }: TailParts) {
  return {
    /** Streams events from now on, or after the last one that the client has seen; a look at the audit is recorded. */
    async tail(act: Act, asked: SvcEventLogTailQueryModel): Promise<EventStream<typeof logEventStreamEvents>> {
      const fits = tailFilterOf(act, asked, fullText());
      const types = asked.eventType === undefined ? typesSeenBy(act.caller) : [asked.eventType];
      if (types.some((type) => AUDIT_TYPES.includes(type)))
        await database.transaction((tx) => act.record(tx, loggerProducerEvents.auditRead, null, { tail: asked }));
      // Once a client has the head of the answer, it gets every event.
      const start = await following.startOf(act.context.lastEventId);
      return { open: (sink) => following.open(sink, fits, start) };
    },
  };
}
