// Declares the models of the log of mails: a mail as the list shows it, its attempts, and what can be asked for.
import { type Static, Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields } from '../../../models/records.ts';
import {
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  nullable,
  optional,
  text,
  uuid,
} from '../../../models/schema.ts';

export const mailStatuses = [
  'SCHEDULED',
  'QUEUED',
  'RETRY',
  'SENDING',
  'SENT',
  'DELIVERED',
  'BOUNCED',
  'COMPLAINED',
  'PARTIAL',
  'FAILED',
  'DEAD',
  'EXPIRED',
  'UNCERTAIN',
  'CAPTURED',
  'SUPPRESSED',
  'SKIPPED',
  'CANCELLED',
] as const;
const recipientStatuses = [
  'QUEUED',
  'RETRY',
  'SENT',
  'DELIVERED',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'DEAD',
  'EXPIRED',
  'UNCERTAIN',
  'CAPTURED',
  'SUPPRESSED',
  'SKIPPED',
  'CANCELLED',
] as const;
export const mailPriorities = ['LOW', 'NORMAL', 'HIGH'] as const;
const recipientTypes = ['TO', 'CC', 'BCC'] as const;
/** A mail address has at most this many characters. */
const addressMax = 254;
const uuidsMax = 100;

const SvcNotificationMailRecipientModel = closed(
  {
    address: text('Address.'),
    name: nullable(text('Name shown with the address.')),
    type: choice(recipientTypes, 'Place in the message.'),
    status: choice(recipientStatuses, 'What happened to this copy.'),
    reason: nullable(text('Why it is skipped or suppressed.')),
    lastCode: nullable(integer('Last answer of the mail server, as 250 or 550.')),
    lastEnhancedCode: nullable(text('Enhanced code of that answer, as 5.1.1 (RFC 3463).')),
    lastMessage: nullable(text('Text of that answer.')),
    deliveredDate: nullable(dateTime('When a report said that it was delivered.')),
  },
  'SvcNotificationMailRecipientModel',
);

/** A map of short names to short texts, which mails carry for whoever sent them. */
export const mailMetadata = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 256 },
  propertyNames: { type: 'string', minLength: 1, maxLength: 64 },
  maxProperties: 20,
  description: 'At most 20 names with texts of at most 256 characters, kept with the mail and searchable.',
});

export const SvcNotificationMailModel = closed(
  {
    ...recordFields,
    status: choice(
      mailStatuses,
      'SCHEDULED, QUEUED, RETRY and SENDING are on their way. SENT: the mail server took it. DELIVERED, BOUNCED, COMPLAINED: a report said so. PARTIAL: copies ended differently. FAILED: refused for good. DEAD: given up after attempts. EXPIRED: past its date. UNCERTAIN: it may have arrived. CAPTURED: kept here, sent to nobody. SUPPRESSED: kept from addresses that must not be sent to.',
    ),
    statusReason: nullable(text('Why it ended so, where the status alone does not say it.')),
    templateCode: nullable(text('Template that the mail was made from; null: it was sent with its own content.')),
    templateVersion: nullable(integer('Version of the template.')),
    locale: text('Language of the mail, BCP 47.'),
    category: nullable(text('Category that the sender named.')),
    priority: choice(mailPriorities, 'Urgency.'),
    from: text('Sender.'),
    subject: text('Subject; of a sensitive mail the name of its template. The content is never part of this model.'),
    messageId: text('Message-ID of every attempt.'),
    groupUuid: nullable(uuid('Shared by mails that were sent together.')),
    metadata: mailMetadata,
    providerCode: nullable(text('By what it left, or was to leave, last.')),
    attemptCount: integer('Attempts that count: those that say something about the mail itself.'),
    uncertainCount: integer('Attempts after which nobody knew whether it had arrived.'),
    sendDate: dateTime('Not sent before.'),
    nextAttemptDate: nullable(dateTime('When it is tried next; null at an end.')),
    expireDate: dateTime('Not sent at or after.'),
    sentDate: nullable(dateTime('When the mail server took it.')),
    size: nullable(integer('Bytes of the whole message; null before the first attempt.')),
    recipientList: list(SvcNotificationMailRecipientModel, 'Who gets it.'),
  },
  'SvcNotificationMailModel',
);
export type SvcNotificationMailModel = Static<typeof SvcNotificationMailModel>;

export const mailSort = ['dateCreated', 'sendDate', 'expireDate', 'status', 'templateCode'] as const;
export const mailSortStandard = { properties: ['dateCreated'], direction: 'DESC' } as const;

const mailFilters = {
  statusList: optional(
    list(choice(mailStatuses, 'Status.'), 'Any of these; default all.', { maxItems: mailStatuses.length }),
  ),
  recipient: optional(text('Contained in the address of a recipient.', { minLength: 1, maxLength: addressMax })),
  username: optional(text('Who caused the mail.', { minLength: 1, maxLength: 254 })),
  templateCode: optional(text('Code of the template.', { minLength: 1, maxLength: 128 })),
  category: optional(text('Category.', { minLength: 1, maxLength: 64 })),
  messageId: optional(text('Message-ID.', { minLength: 1, maxLength: 998 })),
  uuidList: optional(list(Type.String({ format: 'uuid' }), 'Any of these mails.', { minItems: 1, maxItems: uuidsMax })),
  errorCode: optional(integer('Last answer of the mail server to one of the copies.', { minimum: 200, maximum: 599 })),
  metadata: optional(mailMetadata),
  groupUuid: optional(uuid('Mails that were sent together.')),
  dateCreatedFrom: optional(dateTime('Accepted at or after.')),
  dateCreatedTo: optional(dateTime('Accepted before.')),
} as const;

export const SvcNotificationMailQueryModel = queryModel(
  { pageable: pageable(mailSort, mailSortStandard), ...mailFilters },
  'SvcNotificationMailQueryModel',
);
export type SvcNotificationMailQueryModel = Static<typeof SvcNotificationMailQueryModel>;

export const SvcNotificationMailSelectionModel = closed(mailFilters, 'SvcNotificationMailSelectionModel');
export type SvcNotificationMailSelectionModel = Static<typeof SvcNotificationMailSelectionModel>;

export const SvcNotificationMailAttemptModel = closed(
  {
    number: integer('Counts the attempts from 1 on.'),
    startDate: dateTime('When it began.'),
    durationMs: integer('How long it took, milliseconds.'),
    providerCode: text('By what it was tried: default, the mail server of the configuration, or capture.'),
    host: nullable(text('Mail server; null of a captured mail.')),
    tls: flag('Whether the connection was encrypted.'),
    outcome: choice(
      ['ACCEPTED', 'CAPTURED', 'DEFERRED', 'REFUSED', 'CONNECTION', 'AUTH', 'PROTOCOL', 'RELAY', 'UNCERTAIN'],
      'What it meant. CONNECTION, AUTH, PROTOCOL and RELAY say nothing about the mail and do not count.',
    ),
    phase: nullable(choice(['CONNECT', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'REPLY'], 'How far it came.')),
    code: nullable(integer('Answer that ended it, as 250 or 550.')),
    enhancedCode: nullable(text('Enhanced code of that answer (RFC 3463).')),
    text: nullable(text('Text of that answer, or why there was none.')),
    transcript: nullable(text('Commands and answers, without the sign-in and the message.')),
  },
  'SvcNotificationMailAttemptModel',
);
export type SvcNotificationMailAttemptModel = Static<typeof SvcNotificationMailAttemptModel>;

export const SvcNotificationMailCountModel = closed(
  {
    status: choice(mailStatuses, 'Status.'),
    count: integer('Mails in it.'),
  },
  'SvcNotificationMailCountModel',
);
export type SvcNotificationMailCountModel = Static<typeof SvcNotificationMailCountModel>;

export const SvcNotificationMailContentModel = closed(
  {
    uuid: uuid('Mail.'),
    subject: text('Subject as it is sent.'),
    text: text('Text part.'),
    html: nullable(text('Markup as it is sent; null: the mail has none. It is foreign: show it in a sandbox only.')),
  },
  'SvcNotificationMailContentModel',
);
export type SvcNotificationMailContentModel = Static<typeof SvcNotificationMailContentModel>;

export const SvcNotificationMailResolveModel = closed(
  { delivered: flag('True: it arrived, and is SENT. False: it did not, and is FAILED; it can be sent again then.') },
  'SvcNotificationMailResolveModel',
);
export type SvcNotificationMailResolveModel = Static<typeof SvcNotificationMailResolveModel>;

export const SvcNotificationInboundModel = closed(
  {
    outcome: choice(
      ['TAKEN', 'UNCHANGED', 'NOT_ATTRIBUTED', 'NO_REPORT'],
      'TAKEN: it changed something. UNCHANGED: it is about a mail or an event, and changes nothing of it. NOT_ATTRIBUTED: it is about no mail or event of the tenant, or not proven to be. NO_REPORT: another mail; it is dropped.',
    ),
  },
  'SvcNotificationInboundModel',
);
export type SvcNotificationInboundModel = Static<typeof SvcNotificationInboundModel>;
