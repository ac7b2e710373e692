// Holds examples of the operations on files of mails.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { attachmentOperations } from './attachment-operations.ts';

export const attachmentExamples: ExamplesOf<{ readonly operations: typeof attachmentOperations }> = {
  uploadAttachment: {
    files: { file: [{ fileName: 'offer.txt', bytes: 'Ten chairs', mediaType: 'text/plain' }] },
    answer: {
      fileUuid: example.uuid,
      name: 'offer.txt',
      contentType: 'text/plain',
      size: 10,
      expireDate: example.time,
    },
  },
  deleteAttachment: { params: { fileUuid: example.mailFile } },
};
