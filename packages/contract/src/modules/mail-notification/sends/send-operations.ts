// Declares the sending of mails.
import { list } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcNotificationMailBatchModel, SvcNotificationMailBatchResultModel } from './batch-models.ts';
import { SvcNotificationMailRequestModel, SvcNotificationMailRequestModelWithContent } from './send-models.ts';

/** Attachments travel as base64. */
export const limitBytes = 8 * 1_024 * 1_024;

export const sentHeaders = {
  location: 'Address of the mail; of several the first one.',
  'x-svc-notification-uuid': 'The uuid of the mail, or the groupUuid of separate ones.',
  'x-svc-notification-status': 'QUEUED, SCHEDULED, or SKIPPED or SUPPRESSED where nobody gets one.',
  'content-language': 'Locales of the mails.',
} as const;

/** Codes that every send can answer. */
export const sendErrors = [
  'MAIL_ALREADY_EXISTS',
  'USER_UNKNOWN',
  'SENDER_NOT_ALLOWED',
  'SENDER_NOT_CONFIGURED',
  'RECIPIENT_NOT_ALLOWED',
  'QUEUE_OVERLOADED',
  'ATTACHMENT_NOT_FOUND',
  'INLINE_ATTACHMENT_MISMATCH',
  'MAIL_TOO_LARGE',
] as const;
export const renderErrors = [
  'TEMPLATE_VARIABLE_MISSING',
  'TEMPLATE_RENDER_LIMIT_EXCEEDED',
  'TEMPLATE_CONTENT_UNSAFE',
  'TEMPLATE_SYNTAX_ERROR',
  'SUBJECT_EMPTY',
] as const;

const accepted =
  'The mails are stored when this is answered, and leave later. Recipients that cannot be written to never fail the others: they are SKIPPED. Bodies up to 8 MiB.';

export const sendOperations = {
  notify: operation({
    method: 'POST',
    path: '/notification/mail/notify',
    listed: true,
    summary: 'Sends a mail from a template',
    description: accepted,
    access: authority('NOTIFICATION_MAIL_SEND'),
    effect: 'write',
    idempotent: true,
    body: { kind: 'json', schema: SvcNotificationMailRequestModel, limitBytes },
    reply: { kind: 'void', headers: sentHeaders },
    errors: [
      ...sendErrors,
      ...renderErrors,
      'NOTIFICATION_TEMPLATE_NOT_FOUND',
      'NOTIFICATION_TEMPLATE_DISABLED',
      'TEMPLATE_LOCALE_NOT_FOUND',
      'TEMPLATE_TYPE_MISMATCH',
    ],
  }),
  notifyWithContent: operation({
    method: 'POST',
    path: '/notification/mail/notify-with-content',
    listed: true,
    summary: 'Sends a mail with its own content',
    description: `${accepted} Liquid is read only where parameters are given. HTML is sanitised unless the caller holds NOTIFICATION_MAIL_SEND_RAW.`,
    access: authority('NOTIFICATION_MAIL_SEND_CONTENT'),
    effect: 'write',
    idempotent: true,
    body: { kind: 'json', schema: SvcNotificationMailRequestModelWithContent, limitBytes },
    reply: { kind: 'void', headers: sentHeaders },
    errors: [
      ...sendErrors,
      'TEMPLATE_VARIABLE_MISSING',
      'TEMPLATE_RENDER_LIMIT_EXCEEDED',
      'TEMPLATE_SYNTAX_ERROR',
      'SUBJECT_EMPTY',
    ],
  }),
  notifyBatch: operation({
    method: 'POST',
    path: '/notification/mail/notify-batch',
    summary: 'Sends many mails from templates',
    description:
      'At most 500 requests as one change set, each answered in its place. One that is refused does not stop the others, unless atomic=true: then nothing is sent, and MAIL_BATCH_REFUSED names what is wrong with each. Each request counts in the rate of a person; where none was taken because of it, the answer is 429 RATE_LIMITED with Retry-After. A body that does not fit the model is refused as a whole. Bodies up to 8 MiB.',
    access: authority('NOTIFICATION_MAIL_SEND'),
    effect: 'write',
    idempotent: true,
    body: { kind: 'json', schema: SvcNotificationMailBatchModel, limitBytes },
    reply: { kind: 'json', schema: list(SvcNotificationMailBatchResultModel, 'One for each request, in their order.') },
    errors: ['QUEUE_OVERLOADED', 'MAIL_BATCH_REFUSED'],
  }),
} as const;
