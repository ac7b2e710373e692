// Describes what is sent, and what whoever sends is told of it.
import type {
  SvcCalendarNotificationRequestModel,
  SvcNotificationMailRequestModel,
  SvcNotificationMailRequestModelWithContent,
} from '@keelson/contract';
import type { ContentHash } from '../../../kernel/content/content-store.ts';
import type { AcceptedMail } from './accept.store.ts';

/**
 * Is a file whose bytes lie in the content store already, so that they are neither read nor encoded for the mail: whoever names it has
 * found its hash in a row that he may see.
 */
export interface KeptFile {
  readonly name: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly content: ContentHash;
}

/** Says on whose account mails are sent: of a request, a process or another module. */
export interface MailSender {
  readonly tenantIdentifier: string;
  readonly username: string;
  /** Is the locale of the session; null where there is none. */
  readonly localeTag: string | null;
  holds(authority: string): boolean;
  /** Says whose uploaded files may be attached; absent: nobody's. */
  readonly fileOwner?: string;
  /** Are attached beside those of the request. */
  readonly files?: readonly KeptFile[];
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

/** Is what became of an invitation: the event, and the mails that tell of it. */
export interface ToldEvent {
  readonly uid: string;
  readonly sequence: number;
  /** Null: there was nobody to tell. */
  readonly sent: SentMails | null;
}

/** Is checked and rendered; under which sequence it is told is decided when it is written. */
export interface PreparedInvitation {
  readonly uid: string;
  /** The same request was answered so before. */
  readonly before: ToldEvent | null;
}

/** Is what `prepare` of `MailApi` takes and answers for a kind. */
export type Preparable = MailKind | 'CALENDAR';
export type RequestOf<K extends Preparable> = K extends MailKind
  ? MailRequests[K]
  : SvcCalendarNotificationRequestModel;
export type PreparedOf<K extends Preparable> = K extends MailKind ? PreparedMails : PreparedInvitation;
