// Writes an imported file: the first version of a new process, or the next one of a process that is there.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { bpmnAdminEvents } from '../bpmn-admin.events.ts';
import type { PreparedContent } from '../content/prepare-content.ts';
import { isProcessCode } from '../content/process-code.ts';
import { addVersion, firstVersionFields, keepVersionOf } from '../content/write-version.ts';
import { EMPTY_COPY, insertWorkingCopy } from '../record/model.store.ts';
import { type Process, processes } from '../record/process.store.ts';
import type { FileToImport, Import } from './import.store.ts';

const NAMESPACE_MAX = 255;

export type ImportWriterGround = Pick<Kernel, 'clock' | 'ids' | 'events'>;

/** Answers the code; 422 MODEL_NOT_READABLE where the file has none. */
export function codeOf(file: FileToImport, { facts }: PreparedContent): string {
  const code = file.described?.code ?? facts.mainId ?? '';
  if (isProcessCode(code)) return code;
  return fail('MODEL_NOT_READABLE', { errorArguments: [{ reason: 'CODE' }] });
}

function namespaceOf(imported: Import, file: FileToImport, { facts }: PreparedContent): string {
  const own = facts.targetNamespace
    .replace(/\p{Cc}/gu, '')
    .slice(0, NAMESPACE_MAX)
    .trim();
  return imported.namespace ?? file.described?.namespace ?? (own === '' ? 'default' : own);
}

export function createImportWriter({ clock, ids, events }: ImportWriterGround) {
  async function recordChange(tx: Transaction, imported: Import, before: Process | null, row: Process): Promise<void> {
    const { tenantIdentifier, username, ipAddress, requestId } = imported;
    const actor = { tenantIdentifier, username, ipAddress, requestId };
    await events.record(
      tx,
      bpmnAdminEvents.imported,
      actor,
      { name: row.code, tenantIdentifier: row.tenantIdentifier },
      processes.detail(before, row),
    );
  }

  async function create(
    tx: Transaction,
    imported: Import,
    file: FileToImport,
    prepared: PreparedContent,
  ): Promise<Process> {
    const { described, picture } = file;
    const change = { by: imported.username, now: new Date(clock.now()) };
    const code = codeOf(file, prepared);
    const row = await processes.insert(
      tx,
      {
        uuid: ids.uuidV7(),
        tenantIdentifier: imported.tenantIdentifier,
        code,
        namespace: namespaceOf(imported, file, prepared),
        name: described?.name ?? prepared.facts.name?.slice(0, NAMESPACE_MAX) ?? code,
        description: described?.description ?? null,
        category: described?.category ?? null,
        tags: described?.tags ?? [],
        ...firstVersionFields({ content: prepared, picture }),
      },
      change,
    );
    await insertWorkingCopy(tx, row.id, EMPTY_COPY);
    keepVersionOf(tx, row, { content: prepared, picture, comment: null, origin: 'IMPORT' }, change);
    await recordChange(tx, imported, null, row);
    return row;
  }

  async function next(tx: Transaction, imported: Import, id: number, file: FileToImport, prepared: PreparedContent) {
    const before = await processes.lock(tx, imported, { id });
    const { picture } = file;
    const version = { content: prepared, picture, comment: null, origin: 'IMPORT' } as const;
    const row = await addVersion(tx, before, version, { by: imported.username, now: new Date(clock.now()) });
    await recordChange(tx, imported, before, row);
    return row;
  }

  return { create, next };
}
