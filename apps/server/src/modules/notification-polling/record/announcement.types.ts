// Holds the words of announcements: what is stored of one, and whom it is for.
import type { announcementStatuses, announcementTypes, contentTypes, displayTypes } from '@keelson/contract';

export type AnnouncementStatus = (typeof announcementStatuses)[number];
export type ContentType = (typeof contentTypes)[number];

/** Live or scheduled announcements of a tenant: every process keeps them, and each poll looks at each. */
export const LIVE_MAX = 1_000;

/** Audience; a null list is no condition; an empty one fits nobody. Names of users are as they were given. */
export interface Audience {
  readonly all: boolean;
  readonly users: readonly string[] | null;
  readonly roles: readonly string[] | null;
  readonly authorities: readonly string[] | null;
  readonly excludeUsers: readonly string[] | null;
}

export interface AnnouncementFields {
  readonly contentType: ContentType;
  readonly type: (typeof announcementTypes)[number];
  readonly displayType: (typeof displayTypes)[number];
  readonly priority: number;
  readonly pinned: boolean;
  readonly startDate: Date;
  readonly endDate: Date | null;
  readonly audience: Audience;
  readonly dismissible: boolean;
  /** True where it stays unread until it is acknowledged. */
  readonly acknowledgementRequired: boolean;
  readonly actionUrl: string | null;
  readonly actionLabel: string | null;
  readonly application: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Where it stands. */
export interface Standing {
  readonly status: AnnouncementStatus;
  readonly publishDate: Date | null;
  readonly publishSeq: number | null;
  readonly revision: number;
}

export interface Announcement extends AnnouncementFields, Standing {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly tenantIdentifier: string;
  readonly groupUuid: string | null;
  readonly contentHash: string;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly dateCreated: Date;
  readonly dateUpdated: Date;
  readonly deleted: boolean;
  readonly deletedDate: Date | null;
}

/** The text in one locale, in the order in which it was given. */
export interface LocalText {
  readonly locale: string;
  readonly title: string;
  readonly content: string;
  readonly contentHtml: string;
}

/** Stands for every locale that has no text of its own. */
export const DEFAULT_LOCALE = 'default';
