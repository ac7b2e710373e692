// Describes what is sent, and what whoever sends is told of it.
import type { SvcNotificationMailRequestModel, SvcNotificationMailRequestModelWithContent } from '@keelson/contract';
import type { AcceptedMail } from './accept.store.ts';

/** Says on whose account mails are sent: of a request, a process or another module. */
export interface MailSender {
  readonly tenantIdentifier: string;
  readonly username: string;
  /** Is the locale of the session; null where there is none. */
  readonly localeTag: string | null;
  holds(authority: string): boolean;
}

/** Is what can be sent, by its kind. */
export interface MailRequests {
  readonly TEMPLATE: SvcNotificationMailRequestModel;
  readonly CONTENT: SvcNotificationMailRequestModelWithContent;
}
export type MailKind = keyof MailRequests;

/** Is told of what was accepted; the same again for the same request under one uuid. */
export interface SentMails {
  /** Names the mail, or the group of separate ones. */
  readonly uuid: string;
  /** Names the only mail, or the first of the group. */
  readonly mailUuid: string;
  readonly messageId: string;
  readonly status: 'QUEUED' | 'SCHEDULED' | 'SKIPPED' | 'SUPPRESSED';
  readonly locales: readonly string[];
}

export interface PreparedMails {
  /** Is empty where the request was accepted before. */
  readonly mails: readonly AcceptedMail[];
  readonly sent: SentMails;
}
