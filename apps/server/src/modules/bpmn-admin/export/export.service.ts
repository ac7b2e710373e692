// Hands out the files of processes: one as it is, several as an archive.

import type { Download, KnownDownload, SvcBpmnProcessModel } from '@keelson/contract';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { fileNameOf } from '../content/prepare-content.ts';
import { findVersion } from '../record/version.store.ts';
import { archiveOf } from './archive.ts';
import { type ExportedFile, findExported, findExportedFile } from './export.store.ts';

type Type = NonNullable<SvcBpmnProcessModel['type']>;
const mediaTypes: Readonly<Record<Type, string>> = {
  BPMN: 'application/xml',
  DMN: 'application/xml',
  FORM: 'application/json',
};

/** Bytes of recent files that are kept, so that repeated downloads do not read them again. */
const KEPT_BYTES_MAX = 16 * 1_048_576;
const KEPT_FILE_BYTES_MAX = 1_048_576;

type ExportGround = Pick<Kernel, 'database' | 'contents' | 'clock'>;
export type ExportService = ReturnType<typeof createExportService>;

export function createExportService({ database, contents, clock }: ExportGround) {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES_MAX, sizeCalculation: ({ length }) => length + 1 });

  async function hashOf(id: number, { code, content }: ExportedFile, version: number | null): Promise<Buffer> {
    if (content === null) return fail('MODEL_EMPTY', { parameters: { code } });
    if (version === null) return content;
    const found = await findVersion(database, id, version);
    return found?.content ?? failNotFound('PROCESS_VERSION_NOT_FOUND', { version });
  }

  /** Reads bytes; a hash always means the same ones. */
  async function bytesOf(hash: Buffer): Promise<Buffer> {
    const key = hash.toString('hex');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bytes = await contents.read(hash);
    if (bytes === null) throw new Error(`the content ${key} is gone`);
    if (bytes.byteLength <= KEPT_FILE_BYTES_MAX) kept.set(key, bytes);
    return bytes;
  }

  return {
    async one(act: Act, id: number, version: number | null): Promise<KnownDownload> {
      const { tenantIdentifier } = act.caller;
      const file =
        (await findExportedFile(database, tenantIdentifier, id)) ?? failNotFound('PROCESS_NOT_FOUND', { id });
      const hash = await hashOf(id, file, version);
      const bytes = await bytesOf(hash);
      const { byteLength: size } = bytes;
      const chunks = (async function* () {
        yield bytes;
      })();
      return { mediaType: mediaTypes[file.type], fileName: fileNameOf(file), size, etag: hash.toString('hex'), chunks };
    },

    /** Exports processes; 404 PROCESS_NOT_FOUND with every unknown id. */
    async many(act: Act, ids: readonly number[]): Promise<Download> {
      const wanted = [...new Set(ids)];
      const found = await findExported(database, act.caller.tenantIdentifier, wanted);
      const known = new Set(found.map(({ id }) => id));
      const missing = wanted.filter((id) => !known.has(id));
      if (missing.length > 0) failNotFound('PROCESS_NOT_FOUND', ...missing.map((id) => ({ id })));
      const exported = found.map(({ id: _id, ...process }) => process);
      const chunks = archiveOf(exported, contents, new Date(clock.now()));
      return { mediaType: 'application/zip', fileName: 'processes.zip', chunks };
    },
  };
}
