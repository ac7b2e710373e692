// Finds versions of processes with their bytes, as a check or a deployment takes them.
import type { SvcBpmnProcessDeployModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { type ContentPreparation, fileNameOf } from '../content/prepare-content.ts';
import { getWorkingCopy } from '../record/model.store.ts';
import { type Process, processes } from '../record/process.store.ts';
import { findVersion } from '../record/version.store.ts';

export interface DeployedFile {
  readonly process: Process;
  readonly versionNumber: number;
  readonly name: string;
  readonly bytes: Buffer;
}

export type DeployedFiles = ReturnType<typeof createDeployedFiles>;

export function createDeployedFiles({
  database,
  content,
}: Pick<Kernel, 'database'> & { readonly content: ContentPreparation }) {
  async function find(act: Act, id: number, version: number | null): Promise<DeployedFile> {
    const process = await processes.get(database, act.caller, { id });
    if (process.content === null) return fail('MODEL_EMPTY', { parameters: { code: process.code } });
    const versionNumber = version ?? process.currentVersion;
    const found = versionNumber === process.currentVersion ? process : await findVersion(database, id, versionNumber);
    if (found === null) return failNotFound('PROCESS_VERSION_NOT_FOUND', { versionNumber });
    return { process, versionNumber, name: fileNameOf(process), bytes: await content.bytesOf(found.content!) };
  }

  /** Refuses where the editor's source is newer than the XML and would not be deployed. */
  async function requireFresh({ process, versionNumber }: DeployedFile): Promise<void> {
    if (versionNumber !== process.currentVersion) return;
    const { xmlStale } = await getWorkingCopy(database, process.id);
    if (xmlStale) fail('MODEL_XML_STALE', { parameters: { code: process.code } });
  }

  return {
    find,
    /** Finds the deployed version and the current ones of the further processes, in the order of their ids. */
    async findAll(act: Act, id: number, body: SvcBpmnProcessDeployModel): Promise<readonly DeployedFile[]> {
      const others = [...new Set(body.with ?? [])].filter((other) => other !== id);
      const files = [await find(act, id, body.versionNumber ?? null)];
      for (const other of others) files.push(await find(act, other, null));
      for (const file of files) await requireFresh(file);
      return files;
    },
  };
}
