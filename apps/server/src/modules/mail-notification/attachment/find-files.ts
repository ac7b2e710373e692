// Finds the uploaded files that a request names, for their uploader alone.
import type { Kernel } from '../../../kernel/module.ts';
import { notFoundError } from '../../../kernel/request/not-found.ts';
import { FILE_KEPT_MS, type FoundFile, takeFiles } from './file.store.ts';
import type { GivenAttachment } from './read-attachments.ts';

/** Owner whose uploaded files may be attached; null: no files. */
export interface FileOwner {
  readonly tenantIdentifier: string;
  readonly owner: string | null;
}

export function createFindFiles({ database, clock, contents }: Pick<Kernel, 'database' | 'clock' | 'contents'>) {
  /**
   * Answers files by uuid. 404 ATTACHMENT_NOT_FOUND names each that is not the caller's; `isUse` keeps them for another
   * day.
   */
  return async function findFiles(
    { tenantIdentifier, owner }: FileOwner,
    given: readonly GivenAttachment[],
    isUse = false,
  ): Promise<ReadonlyMap<string, FoundFile>> {
    const asked = given.flatMap(({ fileUuid }, index) => (fileUuid === null ? [] : [{ fileUuid, index }]));
    if (asked.length === 0) return new Map();
    const now = clock.now();
    const dates = { now: new Date(now), expireDate: new Date(isUse ? now + FILE_KEPT_MS : now) };
    const uuids = [...new Set(asked.map(({ fileUuid }) => fileUuid))];
    const found = owner === null ? [] : await takeFiles(database, { tenantIdentifier, owner }, uuids, dates);
    const files = new Map(found.map((file) => [file.uuid, file]));
    const missing = asked.filter(({ fileUuid }) => !files.has(fileUuid));
    if (missing.length > 0) throw notFoundError('ATTACHMENT_NOT_FOUND', missing);
    // Their rows keep the bytes until they expire; the mail that takes them is stored within that time.
    if (isUse) await contents.touch(found.map(({ content }) => content));
    return files;
  };
}

export type FindFiles = ReturnType<typeof createFindFiles>;
