// Stores the files of an upload, those in archives one by one, before they are read.
import type { UploadedFile } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { AskingPerson } from '../../bpmn-engine/api.ts';
import type { ContentPreparation } from '../content/prepare-content.ts';
import { type DescribedFile, describeFiles } from './describe-files.ts';
import type { FileToImport } from './import.store.ts';
import { ArchiveRefused, isArchive, unpack } from './unpack.ts';

export type ReceivedFiles = ReturnType<typeof createReceivedFiles>;

export function createReceivedFiles({
  contents,
  content,
}: Pick<Kernel, 'contents'> & { readonly content: ContentPreparation }) {
  /** Stores a file and its picture; an invalid picture is left out. */
  async function keep(who: AskingPerson, { name, bytes, described, picture }: DescribedFile): Promise<FileToImport> {
    const [hash] = await contents.put([bytes]);
    const kept =
      picture === null ? null : await content.preparePicture(who, picture.toString(), 'svg').catch(() => null);
    return { name, content: hash!, picture: kept, described };
  }

  async function filesOfArchive(who: AskingPerson, { fileName, bytes }: UploadedFile): Promise<FileToImport[]> {
    const files = [];
    for await (const file of unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) files.push(file);
    const kept: FileToImport[] = [];
    for (const file of describeFiles(files))
      kept.push({ ...(await keep(who, file)), name: `${fileName}/${file.name}` });
    return kept;
  }

  /** Stores all files; 422 ARCHIVE_REFUSED with every refused archive, and nothing is imported. */
  async function keepAll(who: AskingPerson, uploaded: readonly UploadedFile[]): Promise<readonly FileToImport[]> {
    const files: FileToImport[] = [];
    const refused: object[] = [];
    for (const upload of uploaded) {
      const { fileName: name, bytes } = upload;
      try {
        if (isArchive(bytes)) files.push(...(await filesOfArchive(who, upload)));
        else files.push(await keep(who, { name, bytes: Buffer.from(bytes), described: null, picture: null }));
      } catch (error) {
        if (!(error instanceof ArchiveRefused)) throw error;
        refused.push({ file: name, reason: error.reason, entry: error.entry });
      }
    }
    if (refused.length > 0) fail('ARCHIVE_REFUSED', { errorArguments: refused });
    return files;
  }

  return { keepAll };
}
