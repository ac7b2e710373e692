// Holds what is told to named users, before it is stored for each of them.
import type { ContentType } from '../record/announcement.types.ts';

export interface NewNotification {
  readonly title: string;
  readonly content: string | null;
  readonly contentType: ContentType;
  readonly contentHtml: string | null;
  readonly type: string;
  readonly actionUrl: string | null;
  readonly actionLabel: string | null;
  readonly application: string | null;
  readonly groupKey: string | null;
  readonly expireDate: Date | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly uniqueKey: string | null;
  readonly createdBy: string;
}
