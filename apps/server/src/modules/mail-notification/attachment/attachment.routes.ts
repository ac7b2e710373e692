// Answers the operations on files of mails.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { FileService } from './file.service.ts';

type Handlers = ModuleHandlers<typeof mailNotificationModule>;

export function createAttachmentHandlers(files: FileService) {
  return {
    uploadAttachment: ({ body, act }) => files.upload(act, body.files.file![0]!),
    async deleteAttachment({ params, act }) {
      await files.remove(act, params.fileUuid);
      return undefined;
    },
  } satisfies Partial<Handlers>;
}
