// Marks announcements for the caller alone: one receipt each, or one watermark for all of them.
import type { SvcPollingMarkModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { viewerOf } from '../announcement/feature.ts';
import { readAsOf } from '../record/as-of.ts';
import type { Signals } from '../record/signals.ts';
import type { LiveAnnouncement } from '../view/live-announcements.ts';
import { COUNT_MAX, type OwnView, type OwnViews } from '../view/own-view.ts';
import { type Marking, saveReadAll, saveReceipts } from '../view/poll.store.ts';

export type MarkVerb = 'read' | 'unread' | 'archive' | 'unarchive' | 'dismiss';

const markings: Readonly<Record<MarkVerb, Marking>> = {
  read: { read: true, archived: null, dismissed: null },
  unread: { read: false, archived: null, dismissed: null },
  archive: { read: true, archived: true, dismissed: null },
  unarchive: { read: null, archived: false, dismissed: null },
  dismiss: { read: true, archived: null, dismissed: true },
};

/** What is so already is not written again. */
function isDone(view: OwnView, item: LiveAnnouncement, { read, archived, dismissed }: Marking): boolean {
  const receipt = view.receiptOf(item);
  return (
    (read === null || view.isRead(item) === read) &&
    (archived === null || (receipt?.archived ?? false) === archived) &&
    (dismissed === null || receipt?.dismissed === true)
  );
}

export function createMarkService({
  database,
  clock,
  views,
  signals,
}: Pick<Kernel, 'database' | 'clock'> & { readonly views: OwnViews; readonly signals: Signals }) {
  const save = async (act: Act, view: OwnView, items: readonly LiveAnnouncement[], verb: MarkVerb): Promise<void> => {
    const marking = markings[verb];
    const open = items
      .filter((item) => !isDone(view, item, marking))
      .map((item) => ({ id: item.id, publishSeq: item.publishSeq, wasRead: view.isRead(item) }));
    if (open.length === 0) return;
    await saveReceipts(database, viewerOf(act.caller), open, marking, new Date(clock.now()));
    signals.ownChanged(viewerOf(act.caller));
  };
  return {
    async one(act: Act, uuid: string, verb: MarkVerb): Promise<void> {
      const view = await views.of(viewerOf(act.caller), true);
      const item = view.visible.find((visible) => visible.uuid === uuid.toLowerCase());
      if (item === undefined) return failNotFound('ANNOUNCEMENT_NOT_FOUND', { uuid });
      if (verb === 'dismiss' && !item.dismissible) fail('ANNOUNCEMENT_NOT_DISMISSIBLE');
      await save(act, view, [item], verb);
    },
    async list(act: Act, uuids: readonly string[], verb: 'read' | 'archive'): Promise<SvcPollingMarkModel[]> {
      const view = await views.of(viewerOf(act.caller), true);
      const visible = new Map(view.visible.map((item) => [item.uuid, item]));
      const found = new Set(uuids.flatMap((uuid) => visible.get(uuid.toLowerCase()) ?? []));
      await save(
        act,
        view,
        [...found].sort((left, right) => left.id - right.id),
        verb,
      );
      return uuids.map((uuid) => ({ uuid, found: visible.has(uuid.toLowerCase()) }));
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
