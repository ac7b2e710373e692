// Declares how files are uploaded for mails.
import { closed, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcMailAttachmentFileModel } from './attachment-models.ts';

/** The authority to send mails in one way or another. */
const senders = authority('NOTIFICATION_MAIL_SEND', 'NOTIFICATION_MAIL_SEND_CONTENT', 'NOTIFICATION_MAIL_CALENDAR');

export const attachmentOperations = {
  uploadAttachment: operation({
    method: 'POST',
    path: '/notification/attachment',
    summary: 'Uploads a file for mails',
    description:
      'Only its uploader can attach it, to any number of mails. It is removed a day after it was uploaded or last attached; the mails keep what they have. At most 10 MiB, 500 files and 1 GiB of a caller.',
    access: senders,
    effect: 'write',
    idempotent: true,
    body: {
      kind: 'multipart',
      files: { file: { min: 1, max: 1, description: 'The file, under its name and with its media type.' } },
      fields: closed({}),
    },
    reply: { kind: 'json', schema: SvcMailAttachmentFileModel },
    errors: ['ATTACHMENT_LIMIT_REACHED'],
  }),
  deleteAttachment: operation({
    method: 'DELETE',
    path: '/notification/attachment/{fileUuid}',
    summary: 'Removes an uploaded file',
    description: 'One of the caller; mails that have it keep it.',
    access: senders,
    effect: 'write',
    params: closed({ fileUuid: uuid('File.') }),
    errors: ['ATTACHMENT_NOT_FOUND'],
  }),
} as const;
