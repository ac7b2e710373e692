// Declares how many mails are sent in one request, and what became of each.
import type { Static } from 'typebox';
import { anyMap, choice, closed, flag, integer, list, nullable, optional, text, uuid } from '../../../models/schema.ts';
import { SvcNotificationMailRequestModel } from './send-models.ts';

/** Mails of one request: so many are written in a tenth of a second, and 8 MiB are 16 KiB for each. */
export const mailBatchMax = 500;

export const SvcNotificationMailBatchModel = closed(
  {
    requests: list(SvcNotificationMailRequestModel, 'What is sent, each as for notify; at most 500.', {
      minItems: 1,
      maxItems: mailBatchMax,
    }),
    atomic: optional(flag('Nothing is sent unless all of it can be; default false: what can be sent is.')),
  },
  'SvcNotificationMailBatchModel',
);
export type SvcNotificationMailBatchModel = Static<typeof SvcNotificationMailBatchModel>;

export const SvcNotificationMailBatchResultModel = closed(
  {
    index: integer('Place of the request in the list, from 0 on.'),
    uuid: nullable(uuid('The mail, or the groupUuid of separate ones; null: it was refused.')),
    status: nullable(
      choice(
        ['QUEUED', 'SCHEDULED', 'SKIPPED', 'SUPPRESSED'],
        'As X-Svc-Notification-Status of notify; null: it was refused.',
      ),
    ),
    errorCode: nullable(text('Why it was refused, as notify would say; null: it was not.')),
    errorArguments: list(anyMap('Argument.'), 'What notify would say beside the code.'),
  },
  'SvcNotificationMailBatchResultModel',
);
export type SvcNotificationMailBatchResultModel = Static<typeof SvcNotificationMailBatchResultModel>;
