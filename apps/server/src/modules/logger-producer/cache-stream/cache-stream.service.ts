// Sends changed entries of the producer cache to outside producers, which keep a copy.
import type { EventSink, EventStream, logCacheStreamEvents } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { createProducerCache } from '../producer-cache/feature.ts';

type Changes = ReturnType<typeof createProducerCache>['changes'];
type Entry = Awaited<ReturnType<Changes['newer']>>['entries'][number];
type Sink = EventSink<typeof logCacheStreamEvents>;

/** Entries of a resumption; for more it is cheaper to read the list anew, for both sides. */
const RESUMED_MAX = 1_000;

export function createCacheStreamService({ onChange, revision, newer }: Changes) {
  const followers = new Set<(entries: readonly Entry[], revision: number) => void>();
  onChange((entries, changed) => {
    for (const hear of followers) hear(entries, changed);
  });

  /** Creates the sender of one client; events are held back while missed ones are read. */
  function follow({ caller }: Act, sink: Sink) {
    const isTheirs = ({ tenantIdentifier }: Entry): boolean =>
      tenantIdentifier === null || tenantIdentifier === caller.tenantIdentifier || caller.holds('TENANT_ALL');
    let sent = revision();
    const send = (entries: readonly Entry[], changed: number): void => {
      if (changed <= sent) return;
      sent = changed;
      const theirs = entries.filter(isTheirs);
      for (const entry of theirs) {
        const { key, tenantIdentifier, expireDate, deletedDate } = entry;
        const value = deletedDate === null ? entry.value : null;
        sink.send({
          event: 'log-cache-changed',
          id: String(changed),
          data: { key, tenantIdentifier, value, expireDate: expireDate?.toISOString() ?? null },
        });
      }
      if (theirs.length === 0) sink.mark(String(changed));
    };
    const restart = (): void => {
      sent = revision();
      sink.send({ event: 'resync', id: String(sent), data: { revision: sent } });
    };
    return {
      send,
      async resume(lastEventId: string): Promise<void> {
        const seen = Number(lastEventId);
        if (!Number.isSafeInteger(seen) || seen < 0 || seen > sent) return restart();
        const missed = await newer(seen);
        if (missed.entries.length > RESUMED_MAX) return restart();
        sent = seen;
        if (missed.revision <= seen) sink.mark(String(seen));
        else send(missed.entries, missed.revision);
      },
    };
  }

  return {
    /** Streams changes from now on, or after the last revision that the client has seen; `resync`: the list is read again. */
    stream: (act: Act): EventStream<typeof logCacheStreamEvents> => ({
      open(sink) {
        const { lastEventId } = act.context;
        const { send, resume } = follow(act, sink);
        let waiting: Parameters<typeof send>[] | null = lastEventId === null ? null : [];
        const hear = (...change: Parameters<typeof send>): void => {
          if (waiting === null) send(...change);
          else waiting.push(change);
        };
        followers.add(hear);
        if (lastEventId === null) sink.mark(String(revision()));
        else {
          resume(lastEventId).then(
            () => {
              const held = waiting ?? [];
              waiting = null;
              for (const change of held) send(...change);
            },
            () => sink.end(),
          );
        }
        return () => void followers.delete(hear);
      },
    }),
  };
}
