// Declares what other modules may call of the mail module: ship templates, queue mails in their own transaction.
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { ChangeSet } from '../../kernel/group-commit/group-commit.ts';
import type { MailStatusHandler } from './feed/mail-event.types.ts';
import type {
  InvitationResult,
  MailSender,
  Preparable,
  PreparedInvitation,
  PreparedMails,
  PreparedOf,
  RequestOf,
} from './record/sent-mail.types.ts';

export type { MailStatusChanged, MailStatusHandler } from './feed/mail-event.types.ts';
export type { KeptFile, MailSender, PreparedMails } from './record/sent-mail.types.ts';

/** Names the languages in which shipped templates are written. */
export type MailLanguage = 'en' | 'tr';

export interface MailTemplateContent {
  /** One line; `{{ name }}` stands for a parameter. Null for a layout. */
  readonly subject: string | null;
  /** Plain text with the same placeholders, or in the form that `contentType` names. */
  readonly content: string;
  /** Default: TEXT. */
  readonly contentType?: 'TEXT' | 'HTML';
}

export interface MailTemplate {
  /** Code of the form `auth.password-reset`. */
  readonly code: string;
  readonly name: string;
  /** Default: MAIL. Templates of tenants may stand within a LAYOUT. */
  readonly type?: 'MAIL' | 'LAYOUT';
  /** Where true, the content is stored sealed and shown to nobody, and the list shows the name as subject. */
  readonly sensitive: boolean;
  /** Revision; a higher one replaces what tenants have stored, unless somebody has edited it; default 1. */
  readonly revision?: number;
  /** What happens to a mail that may or may not have arrived; default the setting. */
  readonly uncertainPolicy?: 'RETRY' | 'HOLD';
  readonly contentMap: Readonly<Record<MailLanguage, MailTemplateContent>>;
}

export interface MailRecipient {
  /** One address, already checked. */
  readonly address: string;
  readonly name: string | null;
  /**
   * User who owns the address, where one does: a link or code in the mail is not shown to callers with fewer
   * authorities.
   */
  readonly userUuid?: string;
}

export interface MailRequest {
  readonly tenantIdentifier: string;
  readonly templateCode: string;
  /** A tag of BCP 47; the mail is in the locale of the template that fits best. */
  readonly locale: string;
  readonly to: MailRecipient;
  /** Gives one value for each placeholder of the template; a missing one throws. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Time from which on the mail is not sent any more; null: `mail.give-up-hours` of the tenant from now. */
  readonly expireDate: Date | null;
  /** Default: NORMAL. */
  readonly priority?: 'LOW' | 'NORMAL' | 'HIGH';
  /** The username that caused the mail. */
  readonly createdBy: string;
}

export interface QueuedMail {
  readonly uuid: string;
  /**
   * QUEUED, or the reason why the mail is listed and not sent. SKIPPED: the tenant has disabled the template.
   * SUPPRESSED: the address must not be sent to.
   */
  readonly status: 'QUEUED' | 'SKIPPED' | 'SUPPRESSED';
  readonly messageId: string;
}

export interface MailApi {
  /** Ships a template; called while connecting or starting. The same code twice is a bug and throws. */
  shipTemplate(template: MailTemplate): void;
  /**
   * Validates and renders a request, with the errors of the operation that sends it; stores nothing. A caller with an
   * open transaction passes it as `queryable`, since a second connection would let the pool run dry; a refusal leaves
   * it usable. The same uuid and request again answers the first mail, for which `add` does nothing.
   */
  prepare<K extends Preparable>(
    kind: K,
    by: MailSender,
    request: RequestOf<K>,
    queryable?: Queryable,
  ): Promise<PreparedOf<K>>;
  /** Adds prepared mails to a change set, for the group commit or `writeIn`; they are sent after that commit. */
  add(changes: ChangeSet, prepared: PreparedMails): void;
  /**
   * Writes a prepared invitation. It locks its event until the end of the transaction, so that several are written in
   * the order of their uids. 409 CALENDAR_* where the event was changed since; MAIL_ALREADY_EXISTS where the same uuid
   * was used meanwhile.
   */
  write(tx: Transaction, prepared: PreparedInvitation): Promise<InvitationResult>;
  /**
   * Registers a handler at start, before the first request. It is called, within a second as a rule, when a mail
   * becomes FAILED, DEAD, EXPIRED, UNCERTAIN, BOUNCED or COMPLAINED. `MailStatusHandler` says what it may do.
   */
  registerStatusHandler(module: string, handler: MailStatusHandler): void;
  /**
   * Says whether mails are sent from a template. 404 NOTIFICATION_TEMPLATE_NOT_FOUND, so that a typo does not look like
   * a disabled template.
   */
  isEnabled(tenantIdentifier: string, templateCode: string): Promise<boolean>;
  /** Answers those of the codes that name a template of mails of the tenant, enabled or not. */
  findTemplateCodes(tenantIdentifier: string, codes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Renders and stores the mail in the caller's transaction: it exists exactly when the change does. */
  enqueue(tx: Transaction, request: MailRequest): Promise<QueuedMail>;
}
