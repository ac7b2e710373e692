// Hands out the files of processes: one as it is, several as an archive.
import type { Download, KnownDownload, SvcBpmnProcessModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { fileNameOf } from '../content/prepare-content.ts';
import { type Process, processes } from '../record/process.store.ts';
import { findVersion } from '../record/version.store.ts';
import { archiveOf } from './archive.ts';
import { findExported } from './export.store.ts';

type Type = NonNullable<SvcBpmnProcessModel['type']>;
const mediaTypes: Readonly<Record<Type, string>> = {
  BPMN: 'application/xml',
  DMN: 'application/xml',
  FORM: 'application/json',
};

type ExportGround = Pick<Kernel, 'database' | 'contents' | 'clock'>;
export type ExportService = ReturnType<typeof createExportService>;

export function createExportService({ database, contents, clock }: ExportGround) {
  async function hashOf({ id, code, content, currentVersion }: Process, version: number | null): Promise<Buffer> {
    if (content === null) return fail('MODEL_EMPTY', { parameters: { code } });
    if (version === null || version === currentVersion) return content;
    const found = await findVersion(database, id, version);
    return found?.content ?? failNotFound('PROCESS_VERSION_NOT_FOUND', { version });
  }

  return {
    async one(act: Act, id: number, version: number | null): Promise<KnownDownload> {
      const process = await processes.get(database, act.caller, { id });
      const hash = await hashOf(process, version);
      const bytes = await contents.read(hash);
      if (bytes === null) throw new Error(`the content ${hash.toString('hex')} is gone`);
      const { byteLength: size } = bytes;
      const chunks = (async function* () {
        yield bytes;
      })();
      return {
        mediaType: mediaTypes[process.type],
        fileName: fileNameOf(process),
        size,
        etag: hash.toString('hex'),
        chunks,
      };
    },

    /** 404 PROCESS_NOT_FOUND with every number that is not there; then nothing is handed out. */
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
