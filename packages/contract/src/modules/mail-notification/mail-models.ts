// Declares the models of the mail queue: a mail as the list shows it, and what can be asked for.
import { type Static, Type } from 'typebox';
import { pageable } from '../../models/paging.ts';
import { recordFields } from '../../models/records.ts';
import { choice, closed, dateTime, list, nullable, optional, text } from '../../models/schema.ts';

export const mailStatuses = ['QUEUED', 'EXPIRED'] as const;
const mailPriorities = ['LOW', 'NORMAL', 'HIGH'] as const;
const recipientTypes = ['TO', 'CC', 'BCC'] as const;
/** A mail address has at most this many characters. */
const addressMax = 254;
const uuidsMax = 100;

const SvcNotificationMailRecipientModel = closed(
  {
    address: text('Address.'),
    name: nullable(text('Name shown with the address.')),
    type: choice(recipientTypes, 'Place in the message.'),
    status: choice(mailStatuses, 'What happened to this copy.'),
  },
  'SvcNotificationMailRecipientModel',
);

export const SvcNotificationMailModel = closed(
  {
    ...recordFields,
    status: choice(mailStatuses, 'QUEUED until it is sent; EXPIRED when it waited too long, its content is gone then.'),
    templateCode: text('Template that the mail was made from.'),
    locale: text('Language of the mail, BCP 47.'),
    priority: choice(mailPriorities, 'Urgency.'),
    from: text('Sender.'),
    subject: text('Subject; of a sensitive mail the name of its template. The content is never part of this model.'),
    messageId: text('Message-ID of every attempt.'),
    sendDate: dateTime('Not sent before.'),
    expireDate: dateTime('Not sent at or after.'),
    recipientList: list(SvcNotificationMailRecipientModel, 'Who gets it.'),
  },
  'SvcNotificationMailModel',
);
export type SvcNotificationMailModel = Static<typeof SvcNotificationMailModel>;

export const mailSort = ['dateCreated', 'sendDate', 'expireDate', 'status', 'templateCode'] as const;
export const mailSortStandard = { properties: ['dateCreated'], direction: 'DESC' } as const;

export const SvcNotificationMailQueryModel = closed(
  {
    pageable: pageable(mailSort, mailSortStandard),
    statusList: optional(
      list(choice(mailStatuses, 'Status.'), 'Any of these; default all.', { maxItems: mailStatuses.length }),
    ),
    recipient: optional(text('Contained in the address of a recipient.', { minLength: 1, maxLength: addressMax })),
    templateCode: optional(text('Code of the template.', { minLength: 1, maxLength: 128 })),
    messageId: optional(text('Message-ID.', { minLength: 1, maxLength: 998 })),
    uuidList: optional(
      list(Type.String({ format: 'uuid' }), 'Any of these mails.', { minItems: 1, maxItems: uuidsMax }),
    ),
    dateCreatedFrom: optional(dateTime('Accepted at or after.')),
    dateCreatedTo: optional(dateTime('Accepted before.')),
  },
  'SvcNotificationMailQueryModel',
);
export type SvcNotificationMailQueryModel = Static<typeof SvcNotificationMailQueryModel>;
