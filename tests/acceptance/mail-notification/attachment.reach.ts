// Tells how the operations on uploaded files would reach into another tenant, and what comes back instead.
import type { Reach } from '../reach.ts';

/** They answer by the caller's own files alone. */
export const ownAttachmentOperations = ['uploadAttachment'];

export const attachmentReaches: Readonly<Record<string, Reach>> = {
  deleteAttachment: {
    call: async ({ mailNotification }, { tenant }) => {
      const files = { file: [{ fileName: 'theirs.txt', bytes: 'Theirs' }] };
      const { body } = await tenant.deputy.sure.mailNotification.uploadAttachment({ files });
      return mailNotification.deleteAttachment({ params: { fileUuid: body.fileUuid } });
    },
    stranger: 'ATTACHMENT_NOT_FOUND',
    everywhere: 'ATTACHMENT_NOT_FOUND',
  },
};
