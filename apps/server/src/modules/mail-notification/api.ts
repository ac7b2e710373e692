// Declares what other modules may call of the mail module: ship templates, queue mails in their own transaction.
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { ChangeSet } from '../../kernel/group-commit/group-commit.ts';
import type { MailStatusHandler } from './feed/mail-event.types.ts';
import type {
  MailSender,
  Preparable,
  PreparedInvitation,
  PreparedMails,
  PreparedOf,
  RequestOf,
  ToldEvent,
} from './record/sent-mail.types.ts';

export type { MailStatusChanged, MailStatusHandler } from './feed/mail-event.types.ts';
export type { KeptFile, MailSender, PreparedMails } from './record/sent-mail.types.ts';

/** Names the languages in which shipped templates are written. */
export type MailLanguage = 'en' | 'tr';

export interface MailTemplateContent {
  /** Is one line; `{{ name }}` stands for a parameter. Null: it is a layout. */
  readonly subject: string | null;
  /** Is plain text with the same placeholders, or what `contentType` says. */
  readonly content: string;
  /** Is TEXT unless it is given. */
  readonly contentType?: 'TEXT' | 'HTML';
}

export interface MailTemplate {
  /** Has the form of `auth.password-reset`. */
  readonly code: string;
  readonly name: string;
  /** Is MAIL unless it is given. Templates of tenants may stand within a LAYOUT. */
  readonly type?: 'MAIL' | 'LAYOUT';
  /** Where true, the content is stored sealed and shown to nobody, and the list shows the name as subject. */
  readonly sensitive: boolean;
  /** A higher one takes the place of what tenants have stored, unless somebody has edited it; default 1. */
  readonly revision?: number;
  /** Says what becomes of a mail of which nobody knows whether it arrived; default the setting. */
  readonly uncertainPolicy?: 'RETRY' | 'HOLD';
  readonly contentMap: Readonly<Record<MailLanguage, MailTemplateContent>>;
}

export interface MailRecipient {
  /** Is one address, already checked. */
  readonly address: string;
  readonly name: string | null;
  /** Names the user whose mail it is, where it is one's: a link or code in it is shown to nobody who holds less. */
  readonly userUuid?: string;
}

export interface MailRequest {
  readonly tenantIdentifier: string;
  readonly templateCode: string;
  /** Is a tag of BCP 47; the mail is in the locale of the template that fits best. */
  readonly locale: string;
  readonly to: MailRecipient;
  /** Gives one value for each placeholder of the template; a missing one throws. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Is not sent at or after this; null: `mail.give-up-hours` of the tenant from now. */
  readonly expireDate: Date | null;
  /** Is NORMAL unless it is given. */
  readonly priority?: 'LOW' | 'NORMAL' | 'HIGH';
  /** Is the username that caused the mail. */
  readonly createdBy: string;
}

export interface QueuedMail {
  readonly uuid: string;
  /** Where it is not QUEUED the mail is listed and not sent. SKIPPED: the tenant has disabled the template. SUPPRESSED: the address must not be sent to. */
  readonly status: 'QUEUED' | 'SKIPPED' | 'SUPPRESSED';
  readonly messageId: string;
}

export interface MailApi {
  /** Must be called while connecting or starting; the same code twice is a bug and throws. */
  shipTemplate(template: MailTemplate): void;
  /**
   * Validates and renders what is to be sent, with the errors of the operation that sends it; stores nothing. Whoever has a
   * transaction open hands it in to be read through, as a second connection would let the pool run dry; a refusal leaves it
   * usable. The same uuid and request again answers the mail of the first one, which `add` adds nothing to.
   */
  prepare<K extends Preparable>(
    kind: K,
    by: MailSender,
    request: RequestOf<K>,
    queryable?: Queryable,
  ): Promise<PreparedOf<K>>;
  /** Adds what was prepared to a change set, for the group commit or `writeIn`; it leaves after that commit. */
  add(changes: ChangeSet, prepared: PreparedMails): void;
  /**
   * Writes an invitation that was prepared: it locks its event until the transaction is over, so whoever writes several does
   * so in the order of their uids. 409 CALENDAR_* where the event was changed since; MAIL_ALREADY_EXISTS where the same uuid
   * was told meanwhile.
   */
  write(tx: Transaction, prepared: PreparedInvitation): Promise<ToldEvent>;
  /**
   * Registers at start, before the first request, a handler that hears from then on, within a second as a rule, that a mail is FAILED, DEAD,
   * EXPIRED, UNCERTAIN, BOUNCED or COMPLAINED. `MailStatusHandler` says what it may do.
   */
  registerStatusHandler(module: string, handler: MailStatusHandler): void;
  /** Says whether mails are sent from a template. 404 NOTIFICATION_TEMPLATE_NOT_FOUND: a typo must not look like switched off. */
  isEnabled(tenantIdentifier: string, templateCode: string): Promise<boolean>;
  /** Answers those of the codes that name a template of mails of the tenant, enabled or not. */
  findTemplateCodes(tenantIdentifier: string, codes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Renders and stores the mail in the caller's transaction: it exists exactly when the change does. */
  enqueue(tx: Transaction, request: MailRequest): Promise<QueuedMail>;
}
