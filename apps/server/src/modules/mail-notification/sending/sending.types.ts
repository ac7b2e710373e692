// Declares a send on its way from a request to the queue.
import type { GivenAttachment } from '../attachment/feature.ts';
import type { MailBox } from '../message/mail-content.ts';
import type { Priority, UncertainPolicy } from '../record/mail.types.ts';
import type { JsonMap } from '../rendering/liquid/rendering.types.ts';

/** A user of the directory, who may or may not sign in. */
export interface DirectoryPerson {
  readonly userUuid: string;
  readonly usernameFolded: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly localeTag: string | null;
  readonly timeZone: string | null;
  readonly isActive: boolean;
}

/** Locale and time zone of a tenant. */
export interface TenantReading {
  readonly localeTag: string;
  readonly timeZone: string;
}

/** Holds the recipients of a request, each once; names of users are folded. */
export interface GivenRecipients {
  readonly to: readonly MailBox[];
  readonly cc: readonly MailBox[];
  readonly bcc: readonly MailBox[];
  /** Names of users as they were given, by their folded form. */
  readonly users: ReadonlyMap<string, string>;
}

/** Fields of every send, read and checked as far as the body alone decides. */
export interface SendRequest extends GivenRecipients {
  /** Uuid chosen by the sender; of the group where mails are separate. */
  readonly uuid: string | null;
  /** Hash by which two requests under one uuid are compared. */
  readonly requestHash: Buffer;
  readonly locale: string | null;
  readonly timeZone: string | null;
  /** True where each `to` and each user gets a separate mail. */
  readonly separate: boolean;
  readonly from: MailBox | null;
  readonly replyTo: readonly MailBox[];
  /** Parameters; null where a content is to stand as it is. */
  readonly parameters: JsonMap | null;
  /** Parameters that override the common ones, by `recipientKey`. */
  readonly recipientParameters: ReadonlyMap<string, JsonMap>;
  readonly headers: Readonly<Record<string, string>>;
  readonly priority: Priority;
  readonly sendDate: Date;
  readonly expireDate: Date | null;
  readonly category: string | null;
  /** Group that recipients can leave. */
  readonly unsubscribeGroup: string | null;
  readonly inReplyTo: string | null;
  readonly uncertainPolicy: UncertainPolicy | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly attachments: readonly GivenAttachment[];
}

/** Locale and time zone of a user who has verified an address. */
export interface AddressReading {
  readonly address: string;
  readonly localeTag: string | null;
  readonly timeZone: string | null;
}

/** Recipient of a mail, and the status of the copy when it is accepted. */
export interface AddressedRecipient extends MailBox {
  readonly type: 'TO' | 'CC' | 'BCC';
  /** Status; SKIPPED: the copy is not sent, for this reason. */
  readonly status: 'QUEUED' | 'SKIPPED';
  readonly reason: string | null;
  /** Folded name of the user; absent where only an address was given. */
  readonly username?: string;
  readonly userUuid?: string;
}

/** One mail of a request: its recipients and its reader. */
export interface AddressedMail {
  readonly recipients: readonly AddressedRecipient[];
  /** Person for whom alone it is written; null values are those of the tenant. */
  readonly reader: { readonly localeTag: string | null; readonly timeZone: string | null } | null;
  /** Key of the mail within its request: that of an address, or of a user without one. */
  readonly key: string;
}

/** Answers the key of an address, which ignores case. */
export function recipientKey(address: string): string {
  return address.toLowerCase();
}
