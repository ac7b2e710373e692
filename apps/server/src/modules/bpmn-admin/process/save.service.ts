// Saves processes: new ones, copies, changes of their fields, and the next versions of their content.
import type { SvcBpmnProcessModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { processes } from '../record/process.store.ts';
import { createSavedContent, type SavedContentGround } from './save-content.ts';
import { createProcessWriter } from './write-process.ts';

interface SaveGround extends Pick<Kernel, 'database' | 'clock' | 'ids'>, SavedContentGround {}

export type SaveService = ReturnType<typeof createSaveService>;

export function createSaveService(ground: SaveGround) {
  const { database } = ground;
  const { bring } = createSavedContent(ground);
  const { create, update } = createProcessWriter(ground);
  return {
    /** Answers the number of the process. */
    save: (act: Act, body: SvcBpmnProcessModel, sourceProcessId: number | null): Promise<number> =>
      act.once(async (claim) => {
        requireSound(body, sourceProcessId);
        const { id, version } = body;
        const isNew = id === null || id === undefined;
        // A caller who may not see the process gets 404 before the body is checked.
        if (!isNew) await processes.get(database, act.caller, { id });
        const brought = await bring(act, body, sourceProcessId);
        return database.transaction(async (tx) => {
          const saved = isNew
            ? await create(tx, act, body, brought)
            : await update(tx, act, { ...body, id, version: version! }, brought);
          await claim.save(tx, saved);
          return saved;
        });
      }),
  };
}

/** Checks what a change needs beside its fields; several problems are reported at once. */
function requireSound(body: SvcBpmnProcessModel, sourceProcessId: number | null): void {
  const { id, version, bpmnXml } = body;
  const problems: ArgumentProblem[] = [];
  const isChange = id !== null && id !== undefined;
  if (isChange && (version === null || version === undefined))
    problems.push({ field: 'version', code: 'REQUIRED', message: 'Must be given.' });
  if (sourceProcessId !== null && bpmnXml !== null && bpmnXml !== undefined)
    problems.push({ field: 'bpmnXml', code: 'NOT_ALLOWED', message: 'Must not be given beside sourceProcessId.' });
  if (isChange && id === sourceProcessId)
    problems.push({ field: 'query.sourceProcessId', code: 'NOT_ALLOWED', message: 'Must be another process.' });
  if (problems.length > 0) invalid(...problems);
}
