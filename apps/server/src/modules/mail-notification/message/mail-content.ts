// Declares the content of a mail, which is kept sealed until it is sent.

export interface MailBox {
  readonly address: string;
  readonly name: string | null;
}

export interface MailCalendarPart {
  readonly method: 'REQUEST' | 'CANCEL';
  /** The iCalendar object, with CRLF. */
  readonly text: string;
}

export interface UnsubscribeLink {
  readonly url: string;
  /** True where the link is https, which RFC 8058 requires for programs that post by themselves. */
  readonly oneClick: boolean;
}

/** A file of a mail; its bytes are in the content store. */
export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  /** Name in the markup as `cid:`; null: it is attached only. */
  readonly contentId: string | null;
  readonly size: number;
  /** The hash of its bytes, base64url. */
  readonly content: string;
}

/** Is stored as JSON; mails of earlier versions have the first two alone. */
export interface MailContent {
  readonly subject: string;
  /** The text part. */
  readonly content: string;
  readonly html?: string;
  readonly replyTo?: readonly MailBox[];
  /** Message-ID of the mail that is answered, with angle brackets. */
  readonly inReplyTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly calendar?: MailCalendarPart;
  /** Link that ends the mails of the group; fixed when the mail is accepted, as everything in it. */
  readonly unsubscribe?: UnsubscribeLink;
  /** Files in the order of the message. */
  readonly attachments?: readonly MailAttachment[];
}

export function writeContent(content: MailContent): string {
  return JSON.stringify(content);
}

export function readContent(text: string): MailContent {
  return JSON.parse(text) as MailContent;
}
