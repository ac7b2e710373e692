// Puts drafts live, takes live announcements back, deletes them: by their creators and by managers.
import type { SvcNotificationPollingAnnouncementModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { notificationPollingEvents } from '../notification-polling.events.ts';
import { removeDraft } from '../record/announcement.store.ts';
import { failState, type Managed, OVER, recordChange } from './managed.ts';
import type { Publishing } from './publishing.ts';
import type { Showing } from './showing.ts';

type Model = SvcNotificationPollingAnnouncementModel;

export interface ChangeParts extends Pick<Kernel, 'clock'> {
  readonly publishing: Publishing;
  readonly showing: Showing;
  readonly managed: Managed;
}

export function createChangeService({ clock, publishing, showing, managed: { changed, touched } }: ChangeParts) {
  return {
    async remove(act: Act, uuid: string): Promise<void> {
      await changed(act, uuid, async (tx, before) => {
        await recordChange(tx, act, notificationPollingEvents.removed, before);
        if (before.status === 'DRAFT') return removeDraft(tx, before.id);
        const after = touched(act, before);
        const status = OVER.includes(before.status) ? before.status : 'WITHDRAWN';
        await publishing.change(tx, { ...after, status, deleted: true, deletedDate: after.dateUpdated });
      });
    },
    async publish(act: Act, uuid: string): Promise<Model> {
      const saved = await changed(act, uuid, async (tx, before) => {
        if (before.status === 'PUBLISHED') return before;
        const now = new Date(clock.now());
        if (OVER.includes(before.status) || (before.endDate !== null && before.endDate <= now))
          return failState(before);
        const isDraft = before.status === 'DRAFT';
        if (isDraft) await publishing.requireRoom(tx, before.tenantIdentifier);
        const after = { ...before, updatedBy: act.caller.username, dateUpdated: now };
        const one =
          isDraft && before.startDate > now
            ? await publishing.change(tx, { ...after, version: before.version + 1, status: 'SCHEDULED' })
            : await publishing.publish(tx, { ...after, startDate: isDraft ? before.startDate : now });
        await recordChange(tx, act, notificationPollingEvents.published, one);
        return one;
      });
      return showing.show(act, saved);
    },
    async withdraw(act: Act, uuid: string): Promise<Model> {
      const saved = await changed(act, uuid, async (tx, before) => {
        if (before.status === 'WITHDRAWN') return before;
        if (before.status !== 'SCHEDULED' && before.status !== 'PUBLISHED') return failState(before);
        const one = await publishing.change(tx, { ...touched(act, before), status: 'WITHDRAWN' });
        await recordChange(tx, act, notificationPollingEvents.withdrawn, one);
        return one;
      });
      return showing.show(act, saved);
    },
  };
}
