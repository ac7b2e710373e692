// Marks announcements for the caller alone: one receipt each, or one watermark for all of them.
import type { SvcPollingMarkModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { viewerOf } from '../announcement/feature.ts';
import { notificationPollingEvents } from '../notification-polling.events.ts';
import { readAsOf } from '../record/as-of.ts';
import type { Signals } from '../record/signals.ts';
import type { LiveAnnouncement } from '../view/live-announcements.ts';
import { COUNT_MAX, type OwnView, type OwnViews } from '../view/own-view.ts';
import { type Marking, saveReadAll, saveReceipts } from '../view/poll.store.ts';

export type MarkVerb = 'read' | 'unread' | 'archive' | 'unarchive' | 'dismiss' | 'acknowledge';

const markings: Readonly<Record<MarkVerb, Marking>> = {
  read: { read: true, archived: null, dismissed: null, acknowledged: null },
  unread: { read: false, archived: null, dismissed: null, acknowledged: null },
  archive: { read: true, archived: true, dismissed: null, acknowledged: null },
  unarchive: { read: null, archived: false, dismissed: null, acknowledged: null },
  acknowledge: { read: true, archived: null, dismissed: null, acknowledged: true },
  dismiss: { read: true, archived: null, dismissed: true, acknowledged: null },
};

/** Says whether a mark is set already, so that it is not written again. */
function isDone(view: OwnView, item: LiveAnnouncement, marking: Marking): boolean {
  const { read, archived, dismissed, acknowledged } = marking;
  const receipt = view.receiptOf(item);
  return (
    (read === null || view.isRead(item) === read) &&
    (archived === null || (receipt?.archived ?? false) === archived) &&
    (dismissed === null || receipt?.dismissed === true) &&
    (acknowledged === null || receipt?.acknowledged === true)
  );
}

export function createMarkService({
  database,
  clock,
  views,
  signals,
}: Pick<Kernel, 'database' | 'clock'> & { readonly views: OwnViews; readonly signals: Signals }) {
  /** Says whether hiding is refused: an announcement that has to be acknowledged must stay visible until then. */
  const isHeld = (view: OwnView, item: LiveAnnouncement, verb: MarkVerb): boolean =>
    (verb === 'archive' || verb === 'dismiss') && view.isOpen(item);
  const save = async (act: Act, view: OwnView, items: readonly LiveAnnouncement[], verb: MarkVerb): Promise<void> => {
    const marking = markings[verb];
    const open = items
      .filter((item) => !isDone(view, item, marking))
      .map((item) => ({ id: item.id, publishSeq: item.publishSeq, wasRead: view.isRead(item) }));
    if (open.length === 0) return;
    const viewer = viewerOf(act.caller);
    await database.transaction(async (tx) => {
      await saveReceipts(tx, viewer, open, marking, new Date(clock.now()));
      // Only acknowledgements are recorded, as they are a proof; marks of reading are private.
      for (const one of verb === 'acknowledge' ? items : []) {
        const detail = { uuid: one.uuid, publishSeq: one.publishSeq };
        await act.record(tx, notificationPollingEvents.acknowledged, one.uuid, detail);
      }
    });
    signals.ownChanged(viewerOf(act.caller));
  };
  return {
    async one(act: Act, uuid: string, verb: MarkVerb): Promise<void> {
      const view = await views.of(viewerOf(act.caller), true);
      const item = view.visible.find((visible) => visible.uuid === uuid.toLowerCase());
      if (item === undefined) return failNotFound('ANNOUNCEMENT_NOT_FOUND', { uuid });
      if (verb === 'dismiss' && !item.dismissible) fail('ANNOUNCEMENT_NOT_DISMISSIBLE');
      if (isHeld(view, item, verb)) fail('ANNOUNCEMENT_ACKNOWLEDGEMENT_REQUIRED');
      await save(act, view, [item], verb);
    },
    async list(act: Act, uuids: readonly string[], verb: 'read' | 'archive'): Promise<SvcPollingMarkModel[]> {
      const view = await views.of(viewerOf(act.caller), true);
      const visible = new Map(view.visible.map((item) => [item.uuid, item]));
      const found = new Set(uuids.flatMap((uuid) => visible.get(uuid.toLowerCase()) ?? []));
      await save(
        act,
        view,
        [...found].filter((item) => !isHeld(view, item, verb)).sort((left, right) => left.id - right.id),
        verb,
      );
      return uuids.map((uuid) => {
        const item = visible.get(uuid.toLowerCase());
        return { uuid, found: item !== undefined, held: item !== undefined && isHeld(view, item, verb) };
      });
    },
    async readAll(act: Act, token: string): Promise<number> {
      const viewer = viewerOf(act.caller);
      const asOf = readAsOf(token, await views.of(viewer, true));
      await saveReadAll(database, viewer, asOf.publishSeq);
      signals.ownChanged(viewer);
      return Math.min((await views.of(viewer, true)).countAnnouncements(), COUNT_MAX);
    },
  };
}
