// Changes what an announcement says and whom it is for.
import type {
  SvcNotificationPollingAnnouncementModel,
  SvcNotificationPollingAnnouncementUpdateModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { notificationPollingEvents } from '../notification-polling.events.ts';
import { listTexts, replaceTexts } from '../record/announcement.store.ts';
import { isWithin } from '../record/audience.ts';
import type { Locales } from '../view/locales.ts';
import { failState, type Managed, OVER, recordChange } from './managed.ts';
import { planUpdate } from './plan-update.ts';
import type { Publishing } from './publishing.ts';
import type { Recipients } from './recipients.ts';
import type { Showing } from './showing.ts';

type Model = SvcNotificationPollingAnnouncementModel;

export interface UpdateParts extends Pick<Kernel, 'database' | 'clock'> {
  readonly recipients: Recipients;
  readonly publishing: Publishing;
  readonly showing: Showing;
  readonly locales: Locales;
  readonly managed: Managed;
}

export function createUpdateService({
  database,
  clock,
  recipients,
  publishing,
  showing,
  locales,
  managed: { changed, requireManaged, touched },
}: UpdateParts) {
  return {
    async update(
      act: Act,
      body: SvcNotificationPollingAnnouncementUpdateModel,
      { significant, ignoreUnknown }: { readonly significant: boolean; readonly ignoreUnknown: boolean },
    ): Promise<{ readonly model: Model; readonly widened: boolean }> {
      const readerLocales = await locales.of(act, null);
      const found = await requireManaged(act, body.uuid);
      const asked = planUpdate(found, await listTexts(database, found.id), body, {
        nowMs: clock.now(),
        locales: readerLocales,
      });
      const { tenantIdentifier } = found;
      const known =
        asked.audience === null
          ? null
          : (await recipients.audiencesOf(asked.audience, [tenantIdentifier], ignoreUnknown)).get(tenantIdentifier)!;
      const { saved, widened } = await changed(act, body.uuid, async (tx, before) => {
        requireVersion({ identifier: before.uuid, version: before.version }, body.version);
        if (OVER.includes(before.status)) failState(before);
        const audience = known ?? before.audience;
        const after = touched(act, { ...before, ...asked.fields, audience });
        const isLive = before.status === 'PUBLISHED';
        if (isLive && after.startDate.getTime() !== before.startDate.getTime()) failState(before);
        if (asked.texts !== null) await replaceTexts(tx, before.id, asked.texts);
        const renewed = isLive && significant;
        const one = renewed
          ? await publishing.renew(tx, { ...after, revision: before.revision + 1 })
          : await publishing.change(tx, after);
        await recordChange(tx, act, notificationPollingEvents.updated, one, { significant: renewed });
        return { saved: one, widened: isLive && !renewed && !isWithin(audience, before.audience) };
      });
      return { model: await showing.show(act, saved), widened };
    },
  };
}
