// Wires the files of mails: uploading them, and what a send makes of those that it names.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createAttachmentHandlers } from './attachment.routes.ts';
import { createFileService } from './file.service.ts';
import { removeExpiredFiles } from './file.store.ts';
import { createFindFiles } from './find-files.ts';
import { createKeepAttachments } from './keep-attachments.ts';
import { createShowInline } from './show-inline.ts';

export { ownerOf } from './file.service.ts';
export { type KeepAttachments, requireInlineMatch, requireSendable } from './keep-attachments.ts';
export { type GivenAttachment, readAttachments, readKeptFiles } from './read-attachments.ts';
export type { ShownMarkup } from './show-inline.ts';

/** Interval of the job; an expired file cannot be attached any more, and this bounds how long it takes space. */
const SWEEP_INTERVAL_MS = 600_000;
const ROWS_PER_STATEMENT = 1_000;

export function createAttachmentFeature(kernel: Kernel) {
  const { database, clock, log } = kernel;
  const findFiles = createFindFiles(kernel);
  const sweep = async (): Promise<void> => {
    const some = () => removeExpiredFiles(database, new Date(clock.now()), ROWS_PER_STATEMENT);
    while ((await some()) === ROWS_PER_STATEMENT);
  };
  return {
    api: { keep: createKeepAttachments(kernel, findFiles), showInline: createShowInline(kernel, findFiles) },
    handlers: createAttachmentHandlers(createFileService(kernel)),
    jobs: [createRepeatedJob({ name: 'mail-files', run: sweep, intervalMs: () => SWEEP_INTERVAL_MS }, log)],
  };
}
