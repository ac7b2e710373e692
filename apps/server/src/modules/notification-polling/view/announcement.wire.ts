// Writes announcements as the interface shows them.
import type { SvcNotificationPollingAnnouncementModel } from '@keelson/contract';
import type { Announcement, LocalText } from '../record/announcement.types.ts';

/** Holds what one person has done with an announcement. */
export interface OwnMarks {
  readonly read: boolean;
  readonly readDate: Date | null;
  readonly archived: boolean;
  readonly dismissed: boolean;
  readonly acknowledged: boolean;
  readonly acknowledgedDate: Date | null;
}

/** Says how much of an announcement is shown. */
export interface Shown {
  readonly text: LocalText;
  /** Null hides them: who changes nothing needs one text. */
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

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export function toAnnouncementModel(
  one: Announcement,
  { text, allTexts, showsAudience, marks }: Shown,
): SvcNotificationPollingAnnouncementModel {
  return {
    id: one.id,
    uuid: one.uuid,
    version: one.version,
    createdBy: one.createdBy,
    updatedBy: one.updatedBy,
    deleted: one.deleted,
    title: text.title,
    content: text.content,
    contentHtml: text.contentHtml,
    locale: text.locale,
    contentType: one.contentType,
    type: one.type,
    displayType: one.displayType,
    priority: one.priority,
    pinned: one.pinned,
    dismissible: one.dismissible,
    acknowledgementRequired: one.acknowledgementRequired,
    actionUrl: one.actionUrl,
    actionLabel: one.actionLabel,
    application: one.application,
    status: one.status,
    publishSeq: one.publishSeq,
    revision: one.revision,
    groupUuid: one.groupUuid,
    contentMap:
      allTexts === null
        ? null
        : Object.fromEntries(allTexts.map(({ locale, title, content }) => [locale, { title, content }])),
    audience: showsAudience ? one.audience : null,
    metadata: one.metadata,
    startDate: one.startDate.toISOString(),
    endDate: iso(one.endDate),
    publishDate: iso(one.publishDate),
    dateCreated: one.dateCreated.toISOString(),
    dateUpdated: one.dateUpdated.toISOString(),
    deletedDate: iso(one.deletedDate),
    ...marks,
    readDate: iso(marks.readDate),
    acknowledgedDate: iso(marks.acknowledgedDate),
  };
}
