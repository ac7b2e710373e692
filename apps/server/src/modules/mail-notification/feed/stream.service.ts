// Serves the stream of mails: all of the tenant to callers who may see all, otherwise the mails that the caller caused.
import type { EventSink, EventStream, mailStreamEvents, SvcNotificationMailStreamQueryModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import type { TailedItem, TailSink } from '../../../kernel/live/tail.ts';
import { createTailFollowing } from '../../../kernel/live/tail-following.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { ownerOf } from '../log/feature.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { type FeedStore, LAST_ID, type StatusChange } from './feed.store.ts';

/** Bytes of a change on the wire without its metadata. */
const CHANGE_BYTES = 300;
// A place is time, transaction and number. A forged one only reads what its caller may read anyway.
const PLACE = /^(\d{1,15})\.(\d{1,20})\.(\d{1,19})$/;
const [XID_MAX, ID_MAX] = [2n ** 64n - 1n, BigInt(LAST_ID)];

type TailedChange = StatusChange & TailedItem;
type Sink = EventSink<typeof mailStreamEvents>;

interface StreamParts extends Pick<Kernel, 'clock' | 'database' | 'log'> {
  readonly feed: FeedStore;
  readonly settings: MailSettings;
}

/**
 * Reads the id that a client has seen last; null for one that this server did not make, and for one whose changes may
 * be deleted.
 */
function placeIn(id: string, keptFromMs: number): Cursor | null {
  const [, at, xid, order] = PLACE.exec(id) ?? [];
  if (at === undefined || xid === undefined || order === undefined || Number(at) < keptFromMs) return null;
  return BigInt(xid) <= XID_MAX && BigInt(order) <= ID_MAX ? { xid, order } : null;
}

/** Makes the filter of a caller's stream; mails of other tenants do not exist in it. */
function filterOf(caller: Caller, { uuid, groupUuid }: SvcNotificationMailStreamQueryModel) {
  const owner = ownerOf(caller);
  const uuids = uuid === undefined ? null : new Set(uuid.map((one) => one.toLowerCase()));
  const group = groupUuid?.toLowerCase();
  return ({ mail }: TailedChange): boolean =>
    mail.tenantIdentifier === caller.tenantIdentifier &&
    (owner === null || mail.createdByFolded === owner) &&
    (uuids === null || uuids.has(mail.uuid)) &&
    (group === undefined || mail.groupUuid === group);
}

export function createStreamService({ clock, database, log, feed, settings }: StreamParts) {
  const following = createTailFollowing<TailedChange>({
    log,
    lastOrder: LAST_ID,
    position: () => feed.position(database),
    async readOn(cursor) {
      const page = await feed.readOn(database, cursor);
      const items = page.items.map((change) => ({
        ...change,
        bytes: CHANGE_BYTES + JSON.stringify(change.mail.metadata).length,
      }));
      return { ...page, items };
    },
  });
  const sinkOf = (sink: Sink, fits: (change: TailedChange) => boolean): TailSink<TailedChange> => ({
    send(change, id) {
      if (!fits(change)) return false;
      const { uuid, groupUuid, metadata } = change.mail;
      const data = { uuid, groupUuid, from: change.from, to: change.to, date: change.at.toISOString(), metadata };
      sink.send({ event: 'status', id, data });
      return true;
    },
    gap: (_last, id) => sink.send({ event: 'resync', id, data: {} }),
    mark: (id) => sink.mark(id),
    end: () => sink.end(),
    idOf: ({ xid, order }) => `${Math.floor(clock.now())}.${xid}.${order}`,
  });
  return {
    /** Opens the stream: once a client has the head of the answer, it gets every change from then on. */
    async stream(act: Act, asked: SvcNotificationMailStreamQueryModel): Promise<EventStream<typeof mailStreamEvents>> {
      const { caller, context } = act;
      const keptFromMs = clock.now() - settings.retentionLog.get(null) * DAY_MS;
      const { lastEventId } = context;
      const start = lastEventId === null ? await feed.position(database) : placeIn(lastEventId, keptFromMs);
      return { open: (sink) => following.open(sinkOf(sink, filterOf(caller, asked)), start) };
    },
    count: following.count,
    follow: following.follow,
  };
}
