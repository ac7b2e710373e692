// Declares the stream of what becomes of mails.
import type { Static } from 'typebox';
import { choice, closed, dateTime, list, maybe, nullable, uuid } from '../../../models/schema.ts';
import { mailMetadata, mailStatuses } from './mail-models.ts';

/** A browser can only say in the address what it listens to. */
export const streamedMailsMax = 100;

export const SvcNotificationMailStatusModel = closed(
  {
    uuid: uuid('Mail.'),
    groupUuid: nullable(uuid('Shared by mails that were sent together.')),
    from: nullable(choice(mailStatuses, 'Status before; null where the mail was accepted.')),
    to: choice(mailStatuses, 'Status from then on. That a SCHEDULED mail has become QUEUED with its date is not sent.'),
    date: dateTime('When it changed.'),
    metadata: mailMetadata,
  },
  'SvcNotificationMailStatusModel',
);
export type SvcNotificationMailStatusModel = Static<typeof SvcNotificationMailStatusModel>;

/** Declares the events of `GET /notification/mail/stream`. */
export const mailStreamEvents = {
  status: SvcNotificationMailStatusModel,
  resync: closed({}, 'SvcNotificationMailResyncModel'),
} as const;

export const SvcNotificationMailStreamQueryModel = closed({
  uuid: maybe(
    list(uuid('Mail.'), 'These mails, at most 100; one that does not exist yet, too.', {
      minItems: 1,
      maxItems: streamedMailsMax,
    }),
  ),
  groupUuid: maybe(uuid('Mails that were sent together.')),
});
export type SvcNotificationMailStreamQueryModel = Static<typeof SvcNotificationMailStreamQueryModel>;
