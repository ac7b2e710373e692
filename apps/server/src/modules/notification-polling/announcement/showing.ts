// Shows one announcement to callers who may see or change it.
import type { SvcNotificationPollingAnnouncementModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { listTexts } from '../record/announcement.store.ts';
import type { Announcement, LocalText } from '../record/announcement.types.ts';
import type { Viewer } from '../record/audience.ts';
import { type OwnMarks, toAnnouncementModel, unmarked } from '../view/announcement.wire.ts';
import { bestText, type Locales } from '../view/locales.ts';
import { findMarks } from '../view/marks.store.ts';
import type { OwnViews } from '../view/own-view.ts';

export const MANAGE = 'ANNOUNCEMENT_MANAGE';

export function viewerOf({ tenantIdentifier, username, roles, authorities }: Caller): Viewer {
  return { tenantIdentifier, usernameFolded: foldName(username), roles, authorities };
}

/** Says whether the caller may change it: its creator and managers, of another tenant managers with TENANT_ALL. */
export function mayManage(caller: Caller, one: Announcement): boolean {
  const isOwnTenant = one.tenantIdentifier === caller.tenantIdentifier;
  if (isOwnTenant && foldName(one.createdBy) === foldName(caller.username)) return true;
  return caller.holds(MANAGE) && (isOwnTenant || caller.holds('TENANT_ALL'));
}

export function createShowing({
  database,
  views,
  locales,
}: Pick<Kernel, 'database'> & { readonly views: OwnViews; readonly locales: Locales }) {
  const modelOf = (
    act: Act,
    one: Announcement,
    texts: readonly LocalText[],
    { marks, locales: reads }: { readonly marks: OwnMarks; readonly locales: readonly string[] },
  ): SvcNotificationPollingAnnouncementModel => {
    const allTexts = mayManage(act.caller, one) ? texts : null;
    const showsAudience = act.caller.holds(MANAGE);
    return toAnnouncementModel(one, { text: bestText(texts, reads), allTexts, showsAudience, marks });
  };
  return {
    localesOf: (act: Act) => locales.of(act, null),
    /** Shows an announcement written in a transaction that is still open; its sender has read a live one. */
    written(act: Act, one: Announcement, texts: readonly LocalText[], reads: readonly string[]) {
      const read = one.status === 'PUBLISHED' && !one.acknowledgementRequired;
      const marks = { ...unmarked, read, readDate: read ? one.publishDate : null };
      return modelOf(act, one, texts, { marks, locales: reads });
    },
    async show(act: Act, one: Announcement, locale?: string): Promise<SvcNotificationPollingAnnouncementModel> {
      const viewer = viewerOf(act.caller);
      const { watermark } = await views.of(viewer, true);
      const texts = await listTexts(database, one.id);
      return modelOf(act, one, texts, {
        marks: await findMarks(database, viewer, one, watermark),
        locales: await locales.of(act, locale),
      });
    },
  };
}

export type Showing = ReturnType<typeof createShowing>;
