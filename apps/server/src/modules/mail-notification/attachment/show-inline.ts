// Shows the inline files of a preview in its markup, as a mail program would.
import type { SvcMailAttachment } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { inlineIdsOf, replaceInlineFiles } from '../message/attached-files.ts';
import type { FileOwner, FindFiles } from './find-files.ts';
import { type GivenAttachment, readAttachments } from './read-attachments.ts';

export interface ShownMarkup {
  readonly html: string | null;
  readonly warningList: readonly string[];
}

/** Media types that are shown: anything but an image could act when it is loaded. */
const IMAGE = /^image\//;

export function createShowInline({ contents }: Pick<Kernel, 'contents'>, findFiles: FindFiles) {
  async function addressesOf(by: FileOwner, given: readonly GivenAttachment[]): Promise<ReadonlyMap<string, string>> {
    const files = await findFiles(by, given);
    const addresses = new Map<string, string>();
    for (const { contentId, contentType, bytes, fileUuid } of given) {
      const file = fileUuid === null ? null : files.get(fileUuid)!;
      const type = contentType ?? file!.contentType;
      const found = contentId === null || !IMAGE.test(type) ? null : (bytes ?? (await contents.read(file!.content)));
      if (contentId !== null && found !== null) {
        addresses.set(contentId, `data:${type.replaceAll(' ', '')};base64,${found.toString('base64')}`);
      }
    }
    return addresses;
  }

  /**
   * Shows the files without storing anything. What would be refused of a mail is a warning; 400 and 404
   * ATTACHMENT_NOT_FOUND as for a mail.
   */
  return async function showInline(
    by: FileOwner,
    attachments: readonly SvcMailAttachment[] | null | undefined,
    html: string | null,
  ): Promise<ShownMarkup> {
    const problems: ArgumentProblem[] = [];
    const given = readAttachments(attachments, problems);
    if (problems.length > 0) invalid(...problems);
    const addresses = await addressesOf(by, given);
    const shown = inlineIdsOf(html ?? '');
    const inline = new Set(given.flatMap(({ contentId }) => (contentId === null ? [] : [contentId])));
    return {
      html: html === null ? null : replaceInlineFiles(html, (id) => addresses.get(id) ?? null),
      warningList: [
        ...[...shown].filter((id) => !inline.has(id)).map((id) => `The HTML names cid:${id}, which no file has.`),
        ...[...inline].filter((id) => !shown.has(id)).map((id) => `No cid: of the HTML shows the file ${id}.`),
      ],
    };
  };
}
