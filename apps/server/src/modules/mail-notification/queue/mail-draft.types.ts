// Declares a mail as its sender decides it, before it is accepted.
import type { MailBox, MailContent } from '../message/mail-content.ts';
import type { AcceptedMail } from '../record/accept.store.ts';
import type { UncertainPolicy } from '../record/mail.types.ts';

/** Fields that a sender decides. */
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
  /** Uuid; null: a new one. */
  readonly uuid: string | null;
  /** Sender; null: the tenant's. */
  readonly sender: MailBox | null;
  /** Policy; null: `mail.uncertain-policy` of the tenant. */
  readonly uncertainPolicy: UncertainPolicy | null;
  /** Expiry; null: `mail.give-up-hours` of the tenant after the send date. */
  readonly expireDate: Date | null;
  /** Content; null: the mail is not sent, but kept for the log. */
  readonly content: MailContent | null;
  /** Subject in the list. */
  readonly shownSubject: string;
  /** Group that the only `to` can leave by a link in the mail. */
  readonly unsubscribeGroup?: string | null;
  /** Recipients; suppressed ones are found when the mail is accepted. */
  readonly recipients: readonly (AcceptedMail['recipients'][number] & {
    /** User who gets the copy, and whose preferences count. */
    readonly username?: string | null;
  })[];
}
