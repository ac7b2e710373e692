// Notifies open pages that the menu of their tenant changed: at most once a second each, and at once those that missed
// a change.
import type { EventSink, EventStream, menuStreamEvents } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';

type Sink = EventSink<typeof menuStreamEvents>;

/**
 * Time between two events: an import or a person who drags items writes many times, and clients read the whole tree
 * again each time.
 */
const EVENT_INTERVAL_MS = 1_000;

interface Follower {
  readonly tenant: string;
  announce(): void;
}

export function createStreamService({
  snapshot,
  monotonic = () => performance.now(),
}: {
  readonly snapshot: Pick<MenuSnapshot, 'follower' | 'onChange' | 'viewRevisionOf'>;
  readonly monotonic?: () => number;
}) {
  const followers = new Set<Follower>();
  snapshot.onChange((concerned) => {
    for (const follower of followers) if (concerned === null || concerned.has(follower.tenant)) follower.announce();
  });

  const follow = (tenant: string, sink: Sink): { readonly follower: Follower; readonly stop: () => void } => {
    let sentAtMs = Number.NEGATIVE_INFINITY;
    let timer: NodeJS.Timeout | null = null;
    const send = (): void => {
      timer = null;
      sentAtMs = monotonic();
      const revision = snapshot.viewRevisionOf(tenant);
      sink.send({ event: 'menu-changed', id: String(revision), data: { revision } });
    };
    const announce = (): void => {
      if (timer !== null) return;
      const waitMs = sentAtMs + EVENT_INTERVAL_MS - monotonic();
      if (waitMs <= 0) send();
      else timer = setTimeout(send, waitMs).unref();
    };
    return { follower: { tenant, announce }, stop: () => void (timer !== null && clearTimeout(timer)) };
  };

  return {
    stream: ({
      caller: { tenantIdentifier: tenant },
      context: { lastEventId },
    }: Act): EventStream<typeof menuStreamEvents> => ({
      open(sink) {
        const { follower, stop } = follow(tenant, sink);
        followers.add(follower);
        const current = snapshot.viewRevisionOf(tenant);
        const seen = lastEventId === null ? current : Number(lastEventId);
        // A later revision than this process knows, or no number, says nothing about what the client has seen: it reads
        // again.
        const isCurrent = seen >= current && seen <= snapshot.follower.revision;
        if (isCurrent) sink.mark(String(current));
        else follower.announce();
        return () => {
          followers.delete(follower);
          stop();
        };
      },
    }),
  };
}
