// Describes what a mail says, as it is kept sealed until it leaves.

export interface MailBox {
  readonly address: string;
  readonly name: string | null;
}

export interface MailCalendarPart {
  readonly method: 'REQUEST' | 'CANCEL';
  /** Is the iCalendar object, CRLF. */
  readonly text: string;
}

export interface UnsubscribeLink {
  readonly url: string;
  /** RFC 8058 wants https: without it no mail program may post by itself. */
  readonly oneClick: boolean;
}

/** Is a file of a mail; its bytes lie in the content store. */
export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  /** The markup names it as `cid:` with this; null: it is attached. */
  readonly contentId: string | null;
  readonly size: number;
  /** Is the hash of its bytes, base64url. */
  readonly content: string;
}

/** Is stored as JSON; mails of earlier versions have the first two alone. */
export interface MailContent {
  readonly subject: string;
  /** Is the text part. */
  readonly content: string;
  readonly html?: string;
  readonly replyTo?: readonly MailBox[];
  /** Names the mail that is answered, with angle brackets. */
  readonly inReplyTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly calendar?: MailCalendarPart;
  /** Ends the mails of its group; it is fixed when the mail is accepted, as everything is that stands in it. */
  readonly unsubscribe?: UnsubscribeLink;
  /** Stand in the mail in this order. */
  readonly attachments?: readonly MailAttachment[];
}

export function writeContent(content: MailContent): string {
  return JSON.stringify(content);
}

export function readContent(text: string): MailContent {
  return JSON.parse(text) as MailContent;
}
