// Describes what is sent, on its way from a request to the queue.
import type { GivenAttachment } from '../attachment/feature.ts';
import type { MailBox } from '../message/mail-content.ts';
import type { Priority, UncertainPolicy } from '../record/mail.types.ts';
import type { JsonMap } from '../rendering/liquid/rendering.types.ts';

/** Is somebody of the directory, whether or not he may sign in. */
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

/** Says how a tenant reads what is written for it. */
export interface TenantReading {
  readonly localeTag: string;
  readonly timeZone: string;
}

/** Holds the recipients of a request, each once; names of users are folded. */
export interface GivenRecipients {
  readonly to: readonly MailBox[];
  readonly cc: readonly MailBox[];
  readonly bcc: readonly MailBox[];
  /** By its folded form the name as it was given. */
  readonly users: ReadonlyMap<string, string>;
}

/** Is what every send says, read and checked as far as the body alone decides. */
export interface SendRequest extends GivenRecipients {
  /** Is chosen by whoever sends; names the group where mails are separate. */
  readonly uuid: string | null;
  /** Tells two requests under one uuid apart. */
  readonly requestHash: Buffer;
  readonly locale: string | null;
  readonly timeZone: string | null;
  /** Each `to` and each user gets a mail of his own. */
  readonly separate: boolean;
  readonly from: MailBox | null;
  readonly replyTo: readonly MailBox[];
  /** Is null where a content is to stand as it is. */
  readonly parameters: JsonMap | null;
  /** Lie over the parameters, by `recipientKey`. */
  readonly recipientParameters: ReadonlyMap<string, JsonMap>;
  readonly headers: Readonly<Record<string, string>>;
  readonly priority: Priority;
  readonly sendDate: Date;
  readonly expireDate: Date | null;
  readonly category: string | null;
  /** Recipients can leave it. */
  readonly unsubscribeGroup: string | null;
  readonly inReplyTo: string | null;
  readonly uncertainPolicy: UncertainPolicy | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly attachments: readonly GivenAttachment[];
}

/** Is how the user reads who has proven an address. */
export interface AddressReading {
  readonly address: string;
  readonly localeTag: string | null;
  readonly timeZone: string | null;
}

/** Says what becomes of one copy when its mail is accepted. */
export interface AddressedRecipient extends MailBox {
  readonly type: 'TO' | 'CC' | 'BCC';
  /** SKIPPED: nobody is written to, for this reason. */
  readonly status: 'QUEUED' | 'SKIPPED';
  readonly reason: string | null;
  /** Is the user to whom it was sent, folded; absent where only an address was given. */
  readonly username?: string;
  readonly userUuid?: string;
}

/** Is one mail of a request: who gets it, and for whom it is written. */
export interface AddressedMail {
  readonly recipients: readonly AddressedRecipient[];
  /** Is the person of the directory for whom alone it is; null values are those of the tenant. */
  readonly reader: { readonly localeTag: string | null; readonly timeZone: string | null } | null;
  /** Names the mail within its request: the key of an address, or of a user without one. */
  readonly key: string;
}

/** One person's address in whatever case counts once. */
export function recipientKey(address: string): string {
  return address.toLowerCase();
}
