// Keeps files that callers upload for their mails, until a day after they were last attached.
import type { SvcMailAttachmentFileModel, UploadedFile } from '@keelson/contract';
import { attachmentNameMax } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { findNameProblem, readMediaType } from './attachment-name.ts';
import { FILE_KEPT_MS, removeFile, saveFile } from './file.store.ts';

/** Bounds of one uploader, so that forgotten uploads do not fill the disk. */
const BOUNDS = { filesMax: 500, bytesMax: 1_073_741_824 };
/** Media types that clients send for unknown files; the type then follows from the name. */
const UNKNOWN_TYPES = new Set(['application/octet-stream', 'binary/octet-stream', '']);

/**
 * Identifies the uploader by an id that stays when the name changes; users whom no directory knows have only their
 * name.
 */
export function ownerOf({
  userUuid,
  apiKeyUuid,
  username,
}: Pick<Caller, 'userUuid' | 'apiKeyUuid' | 'username'>): string {
  if (userUuid !== null) return `user ${userUuid}`;
  return apiKeyUuid === null ? `name ${username}` : `key ${apiKeyUuid}`;
}

function readFile({ fileName: name, mediaType }: UploadedFile): string {
  const problems: ArgumentProblem[] = [];
  const nameProblem = findNameProblem('file', name);
  const type = readMediaType('file', name, UNKNOWN_TYPES.has(mediaType) ? null : mediaType);
  if (name.length > attachmentNameMax) {
    problems.push({ field: 'file', code: 'TOO_LONG', message: `Must have at most ${attachmentNameMax} characters.` });
  }
  if (nameProblem !== null) problems.push(nameProblem);
  else if (type.problem !== null) problems.push(type.problem);
  if (problems.length > 0) invalid(...problems);
  return type.contentType;
}

export function createFileService(kernel: Pick<Kernel, 'database' | 'clock' | 'ids' | 'contents'>) {
  const { database, clock, ids, contents } = kernel;
  return {
    /** Stores a file; 409 ATTACHMENT_LIMIT_REACHED. */
    upload(act: Act, file: UploadedFile): Promise<SvcMailAttachmentFileModel> {
      const contentType = readFile(file);
      return act.once(async (claim) => {
        const { fileName: name, bytes } = file;
        const [content] = await contents.put([bytes]);
        const now = clock.now();
        const saved = {
          uuid: ids.uuidV7(),
          tenantIdentifier: act.caller.tenantIdentifier,
          owner: ownerOf(act.caller),
          name,
          contentType,
          size: bytes.byteLength,
          content: content!,
          now: new Date(now),
          expireDate: new Date(now + FILE_KEPT_MS),
        };
        const { uuid: fileUuid, size, expireDate } = saved;
        const answer = { fileUuid, name, contentType, size, expireDate: expireDate.toISOString() };
        await database.transaction(async (tx) => {
          if (!(await saveFile(tx, saved, BOUNDS))) fail('ATTACHMENT_LIMIT_REACHED');
          await claim.save(tx, answer);
        });
        return answer;
      });
    },
    /** Removes a file; 404 ATTACHMENT_NOT_FOUND, also for those of others. */
    async remove({ caller }: Act, fileUuid: string): Promise<void> {
      const { tenantIdentifier } = caller;
      const file = { tenantIdentifier, owner: ownerOf(caller), uuid: fileUuid, now: new Date(clock.now()) };
      if (!(await removeFile(database, file))) failNotFound('ATTACHMENT_NOT_FOUND', { fileUuid });
    },
  };
}

export type FileService = ReturnType<typeof createFileService>;
