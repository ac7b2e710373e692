// Describes a mail as whoever sends it decides it, before it is accepted.
import type { MailBox, MailContent } from '../message/mail-content.ts';
import type { AcceptedMail } from '../record/accept.store.ts';
import type { UncertainPolicy } from '../record/mail.types.ts';

/** Is what a sender decides; the rest is decided here. */
export interface MailDraft
  extends Omit<
    AcceptedMail,
    | 'id'
    | 'uuid'
    | 'messageId'
    | 'sender'
    | 'uncertainPolicy'
    | 'expireDate'
    | 'isExpireDefault'
    | 'now'
    | 'sealedContent'
    | 'files'
    | 'status'
    | 'subject'
    | 'recipients'
  > {
  /** Null: a new one. */
  readonly uuid: string | null;
  /** Null: the tenant's. */
  readonly sender: MailBox | null;
  /** Null: `mail.uncertain-policy` of the tenant. */
  readonly uncertainPolicy: UncertainPolicy | null;
  /** Null: `mail.give-up-hours` of the tenant after the send date. */
  readonly expireDate: Date | null;
  /** Null: nobody gets it, and it is kept for the log. */
  readonly content: MailContent | null;
  /** Stands in the list. */
  readonly shownSubject: string;
  /** The only `to` can leave it by a link in the mail. */
  readonly unsubscribeGroup?: string | null;
  /** Whoever must not be sent to is found when the mail is accepted. */
  readonly recipients: readonly (AcceptedMail['recipients'][number] & {
    /** Names the user to whom it is sent, whose preferences count. */
    readonly username?: string | null;
  })[];
}
