// Declares the files of mails: as a send names them, and as they are kept once they were uploaded.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
import {
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  nullable,
  optional,
  text,
  uuid,
} from '../../../models/schema.ts';

const MEBIBYTE = 1_048_576;
/** Characters of a file's name, which are nowhere longer. */
export const attachmentNameMax = 255;
export const attachmentsMax = 20;
export const attachmentBytesMax = 10 * MEBIBYTE;
/** Bytes of files that travel as base64 in the body of one request, which has 8 MiB. */
export const inlineBytesMax = 5 * MEBIBYTE;
/** Bytes of all files of a mail: base64 makes nearly 25 MiB of them, which is what mail servers take. */
export const attachmentsBytesMax = 18 * MEBIBYTE;
/** Type and subtype have 127 characters each at most (RFC 6838 4.2); a charset may follow. */
const contentTypeMax = 300;

const contentType = (description: string) => text(description, { minLength: 3, maxLength: contentTypeMax });

export const SvcMailAttachment = needing(
  closed({
    name: text('Name of the file, without a path. What mail systems refuse to carry, such as exe, is refused here.', {
      minLength: 1,
      maxLength: attachmentNameMax,
    }),
    contentType: optional(
      contentType(
        'Media type; default by the name. Not multipart/*, message/* or text/calendar: mails have those themselves.',
      ),
    ),
    content: maybe(
      nullable(
        text('The bytes in base64 of RFC 4648 4, padded; at most 5 MiB of bytes in one request.'),
        'Given instead of fileUuid.',
      ),
    ),
    fileUuid: optional(uuid('File that the caller uploaded by `POST /notification/attachment`.')),
    contentId: optional(
      text('Name by which the HTML shows it, as `cid:logo`; such a file is inline. Unique in the mail.', {
        pattern: '^[A-Za-z0-9._-]{1,64}$',
      }),
    ),
    inline: optional(flag('Whether the HTML shows it; true exactly with a contentId.')),
  }),
  'SvcMailAttachment',
  { fields: ['content', 'fileUuid'], exclusive: true },
);
export type SvcMailAttachment = Static<typeof SvcMailAttachment>;

/** Declares the files of a send or a preview. */
export const mailAttachments = (description: string) =>
  optional(list(SvcMailAttachment, description, { maxItems: attachmentsMax }));

export const SvcMailAttachmentFileModel = closed(
  {
    fileUuid: uuid('Names the file in `attachments`.'),
    name: text('Name of the file.'),
    contentType: text('Media type.'),
    size: integer('Bytes.'),
    expireDate: dateTime('It is removed then; each mail that takes it puts this off by a day.'),
  },
  'SvcMailAttachmentFileModel',
);
export type SvcMailAttachmentFileModel = Static<typeof SvcMailAttachmentFileModel>;
