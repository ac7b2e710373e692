// Writes announcements as the interface shows them.
import type { SvcNotificationPollingAnnouncementModel } from '@keelson/contract';
import { announcements } from '../record/announcement.store.ts';
import type { Announcement, LocalText } from '../record/announcement.types.ts';

/** Marks of one person on an announcement. */
export interface OwnMarks {
  readonly read: boolean;
  readonly readDate: Date | null;
  readonly archived: boolean;
  readonly dismissed: boolean;
  readonly acknowledged: boolean;
  readonly acknowledgedDate: Date | null;
}

/** How much of an announcement is shown. */
export interface Shown {
  readonly text: LocalText;
  /** All texts; null hides them: a reader needs one. */
  readonly allTexts: readonly LocalText[] | null;
  readonly showsAudience: boolean;
  readonly marks: OwnMarks;
}

/** Is how an announcement is before the person has done anything with it. */
export const unmarked: OwnMarks = {
  read: false,
  readDate: null,
  archived: false,
  dismissed: false,
  acknowledged: false,
  acknowledgedDate: null,
};

export function toAnnouncementModel(
  one: Announcement,
  { text, allTexts, showsAudience, marks }: Shown,
): SvcNotificationPollingAnnouncementModel {
  const { tenantIdentifier: _own, audience, ...fields } = announcements.toModel(one);
  return {
    ...fields,
    title: text.title,
    content: text.content,
    contentHtml: text.contentHtml,
    locale: text.locale,
    contentMap:
      allTexts === null
        ? null
        : Object.fromEntries(allTexts.map(({ locale, title, content }) => [locale, { title, content }])),
    audience: showsAudience ? audience : null,
    ...marks,
    readDate: marks.readDate?.toISOString() ?? null,
    acknowledgedDate: marks.acknowledgedDate?.toISOString() ?? null,
  };
}
