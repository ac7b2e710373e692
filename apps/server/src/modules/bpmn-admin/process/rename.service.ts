// Renames processes: the name and namespace for people, and the code, which is written into the file.
import type { SvcBpmnProcessModel, SvcBpmnProcessRenameModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { bpmnAdminEvents } from '../bpmn-admin.events.ts';
import type { ContentPreparation, Judge, PreparedContent } from '../content/prepare-content.ts';
import { addVersion } from '../content/write-version.ts';
import { type Process, processes } from '../record/process.store.ts';
import { toSvcProcess } from '../record/process.wire.ts';

interface RenameGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly content: ContentPreparation;
  readonly judge: () => Judge;
}

export function createRenameService({ database, clock, content, judge }: RenameGround) {
  /**
   * Writes the code into the content; a file of several processes keeps their ids, as it is unclear which one is meant.
   */
  async function renamedContent(act: Act, row: Process, code: string): Promise<PreparedContent | null> {
    if (row.content === null || row.fileProcesses.length !== 1 || row.fileProcesses[0]!.id === code) return null;
    return content.prepareRenamed(act, await content.bytesOf(row.content), code);
  }

  return {
    rename: (act: Act, id: number, body: SvcBpmnProcessRenameModel): Promise<SvcBpmnProcessModel> =>
      act.once(async (claim) => {
        const { code, name, namespace, version } = body;
        const seen = await processes.get(database, act.caller, { id });
        const found = code ? await renamedContent(act, seen, code) : null;
        const fields = { ...(code ? { code } : {}), ...(name ? { name } : {}), ...(namespace ? { namespace } : {}) };
        return database.transaction(async (tx) => {
          // The new content was made from the version that was read, so that no later one is overwritten.
          const before = await processes.lock(tx, act.caller, { id }, version);
          const change = { by: act.caller.username, now: new Date(clock.now()) };
          const next = found && { content: found, picture: before.picture, comment: null, origin: 'RENAME' as const };
          const row = next
            ? await addVersion(tx, before, next, change, fields)
            : await processes.update(tx, before, fields, change);
          const detail = { ...processes.detail(before, row), code: { old: before.code, new: row.code } };
          await act.record(
            tx,
            bpmnAdminEvents.renamed,
            { name: row.code, tenantIdentifier: row.tenantIdentifier },
            detail,
          );
          const answer = toSvcProcess(row, judge().strictnessOf(row.tenantIdentifier));
          await claim.save(tx, answer);
          return answer;
        });
      }),
  };
}

export type RenameService = ReturnType<typeof createRenameService>;
