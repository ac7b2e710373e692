// Declares requests to send, and their results.
import type {
  SvcCalendarNotificationRequestModel,
  SvcNotificationMailRequestModel,
  SvcNotificationMailRequestModelWithContent,
} from '@keelson/contract';
import type { ContentHash } from '../../../kernel/content/content-store.ts';
import type { AcceptedMail } from './accept.store.ts';

/**
 * A file whose bytes are in the content store already, so that they are neither read nor encoded for the mail: the
 * caller has found its hash in a row that may be seen.
 */
export interface KeptFile {
  readonly name: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly content: ContentHash;
}

/** Sender of mails: a request, a process or another module. */
export interface MailSender {
  readonly tenantIdentifier: string;
  readonly username: string;
  /** The locale of the session; null where there is none. */
  readonly localeTag: string | null;
  holds(authority: string): boolean;
  /** Owner of the uploaded files that may be attached; absent: none. */
  readonly fileOwner?: string;
  /** Files attached beside those of the request. */
  readonly files?: readonly KeptFile[];
}

/** Requests by kind. */
export interface MailRequests {
  readonly TEMPLATE: SvcNotificationMailRequestModel;
  readonly CONTENT: SvcNotificationMailRequestModelWithContent;
}
export type MailKind = keyof MailRequests;

/** Result of a send; the same again for the same request under one uuid. */
export interface SentMails {
  /** Uuid of the mail, or of the group of separate ones. */
  readonly uuid: string;
  /** Uuid of the only mail, or of the first of the group. */
  readonly mailUuid: string;
  readonly messageId: string;
  readonly status: 'QUEUED' | 'SCHEDULED' | 'SKIPPED' | 'SUPPRESSED';
  readonly locales: readonly string[];
}

export interface PreparedMails {
  /** Empty where the request was accepted before. */
  readonly mails: readonly AcceptedMail[];
  readonly sent: SentMails;
}

/** Result of an invitation: the event, and its mails. */
export interface InvitationResult {
  readonly uid: string;
  readonly sequence: number;
  /** Mails of the change; null: there was nobody to send to. */
  readonly sent: SentMails | null;
}

/** A checked and rendered invitation, whose sequence is decided when it is written. */
export interface PreparedInvitation {
  readonly uid: string;
  /** Result of the same request before. */
  readonly before: InvitationResult | null;
}

/** Kinds of requests that `prepare` of `MailApi` takes. */
export type Preparable = MailKind | 'CALENDAR';
export type RequestOf<K extends Preparable> = K extends MailKind
  ? MailRequests[K]
  : SvcCalendarNotificationRequestModel;
export type PreparedOf<K extends Preparable> = K extends MailKind ? PreparedMails : PreparedInvitation;
