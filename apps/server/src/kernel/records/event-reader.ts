// Says how what was recorded is read: pages for people, and the order of commits for streams.
import type { Pageable } from '@keelson/contract';
import type { Cursor, FollowedPage } from '../database/commit-horizon.ts';
import type { DefinedEvent } from './event-definition.ts';

/** An event as it was recorded; what was not given is null. */
export interface StoredEvent {
  readonly id: string;
  readonly recordedAt: Date;
  readonly tenantIdentifier: string;
  readonly kind: string;
  readonly type: DefinedEvent['type'];
  readonly actor: string;
  readonly ipAddress: string | null;
  readonly requestId: string | null;
  readonly subject: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** Conditions, all of which hold; null or absent: any. */
export interface EventQuery {
  readonly tenantIdentifier: string;
  readonly kinds: readonly string[];
  readonly subjects?: readonly string[] | null;
  /** One address or a CIDR range, already checked. */
  readonly addressRange?: string | null;
  /** Inclusive. */
  readonly from?: Date | null;
  /** Exclusive. */
  readonly to?: Date | null;
}

/** Asks for what a stream of one tenant missed. */
export interface EventReplay {
  readonly kinds: readonly string[];
  readonly tenantIdentifier: string;
  /** Kinds whose events without a subject concern every tenant. */
  readonly suiteWideKinds: readonly string[];
  /** The last position that was seen. */
  readonly after: Cursor;
  /** Earliest time of the answered events, whatever the position says. */
  readonly from: Date;
  readonly max: number;
}

export interface ReplayedEvents {
  /** In the order of their commits, those of transactions below the horizon; at most `max`. */
  readonly events: readonly PlacedEvent[];
  /** False when there are more than `max`, or the position is of another cluster: the reader has to start anew. */
  readonly complete: boolean;
}

/** An event with its place in the order of commits. */
export type PlacedEvent = StoredEvent & { readonly followXid: string; readonly followOrder: string };

export interface EventReader {
  /** Answers a page sorted by `dateCreated`; rows and exact total are of one snapshot. */
  page(
    query: EventQuery,
    pageable: Pageable,
  ): Promise<{ readonly events: readonly StoredEvent[]; readonly total: number }>;
  /** Reads on behind a position: events of these kinds and all tenants, exactly once, in the order of their commits. */
  follow(name: string, kinds: readonly string[]): (cursor: Cursor) => Promise<FollowedPage<PlacedEvent>>;
  replay(query: EventReplay): Promise<ReplayedEvents>;
  /** Stands behind everything that was committed before the oldest open transaction began. */
  position(): Promise<Cursor>;
}

/** Says where an event stands in the order of commits. */
export function placeOf({ followXid, followOrder }: PlacedEvent): Cursor {
  return { xid: followXid, order: followOrder };
}

/** A reader that answers once the module of the event log has attached its own. */
export function createAttachableReader(): EventReader & { attach(reader: EventReader): void } {
  let attached: EventReader | null = null;
  const reader = (): EventReader => {
    if (attached === null) throw new Error('nothing reads events yet');
    return attached;
  };
  return {
    attach(given) {
      attached = given;
    },
    page: (...given) => reader().page(...given),
    follow(name, kinds) {
      let follow: ReturnType<EventReader['follow']> | null = null;
      return (cursor) => {
        follow ??= reader().follow(name, kinds);
        return follow(cursor);
      };
    },
    replay: (query) => reader().replay(query),
    position: () => reader().position(),
  };
}
