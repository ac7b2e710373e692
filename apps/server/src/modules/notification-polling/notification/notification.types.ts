// Declares notifications before they are stored for each user.
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
