// Shows working copies as editors open them, and changes models part by part without an editor.
import type { SvcBpmnModelDraftModel, SvcBpmnModelPatchModel, SvcBpmnProcessModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { bpmnAdminEvents } from '../bpmn-admin.events.ts';
import type { ContentPreparation, Judge } from '../content/prepare-content.ts';
import { addVersion } from '../content/write-version.ts';
import { decodeModel } from '../model/model-text.ts';
import type { Models, PatchOperation } from '../model/models.ts';
import { findWorkingCopy, getWorkingCopy } from '../record/model.store.ts';
import { processes } from '../record/process.store.ts';
import { toSvcProcess } from '../record/process.wire.ts';

interface DraftGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly content: ContentPreparation;
  readonly models: Models;
  readonly judge: () => Judge;
}

export type DraftService = ReturnType<typeof createDraftService>;

export function createDraftService({ database, clock, content, models, judge }: DraftGround) {
  async function find({ caller }: Act, modelId: number) {
    const copy = await findWorkingCopy(database, caller.tenantIdentifier, modelId);
    return copy ?? failNotFound('MODEL_NOT_FOUND', { modelId });
  }

  /** Applies the operations, all or none. */
  async function patched(act: Act, bytes: Uint8Array, operations: readonly PatchOperation[]): Promise<Uint8Array> {
    const result = await models.patch(act.caller.tenantIdentifier, bytes, operations);
    if ('bytes' in result) return result.bytes;
    if ('problem' in result) throw new Error('a kept model cannot be read');
    const { refused } = result;
    return fail('PATCH_NOT_POSSIBLE', { parameters: { count: refused.length }, errorArguments: refused });
  }

  return {
    async get(act: Act, modelId: number): Promise<SvcBpmnModelDraftModel> {
      const copy = await find(act, modelId);
      const row = await processes.get(database, act.caller, { id: copy.processId });
      const textOf = async (hash: Buffer | null) => (hash === null ? null : content.bytesOf(hash));
      const xml = await textOf(copy.content);
      return {
        modelId,
        processId: row.id,
        name: row.name,
        description: row.description,
        bpmnXml: xml && decodeModel(xml),
        jsonXml: (await textOf(copy.source))?.toString() ?? null,
        svg: (await textOf(copy.picture))?.toString() ?? null,
        xmlStale: copy.xmlStale,
        version: row.version,
        baseVersion: copy.baseVersion,
        dateUpdated: row.dateUpdated.toISOString(),
        updatedBy: row.updatedBy,
      };
    },

    patch: (act: Act, modelId: number, body: SvcBpmnModelPatchModel): Promise<SvcBpmnProcessModel> =>
      act.once(async (claim) => {
        const operations = readOperations(body);
        const copy = await find(act, modelId);
        const seen = await processes.get(database, act.caller, { id: copy.processId });
        if (copy.content === null) return fail('MODEL_EMPTY', { parameters: { code: seen.code } });
        const bytes = await patched(act, await content.bytesOf(copy.content), operations);
        const prepared = await content.prepare(act, bytes);
        return database.transaction(async (tx) => {
          // The version of the content that was read is required, so that no later one is overwritten.
          const before = await processes.lock(tx, act.caller, { id: copy.processId }, body.version);
          const { picture } = await getWorkingCopy(tx, before.id);
          const change = { by: act.caller.username, now: new Date(clock.now()) };
          const next = { content: prepared, picture, comment: body.comment ?? null, origin: 'SAVE' } as const;
          const row = await addVersion(tx, before, next, change);
          const subject = { name: row.code, tenantIdentifier: row.tenantIdentifier };
          await act.record(tx, bpmnAdminEvents.saved, subject, processes.detail(before, row));
          const answer = toSvcProcess(row, judge().strictnessOf(row.tenantIdentifier));
          await claim.save(tx, answer);
          return answer;
        });
      }),
  };
}

type PatchName = SvcBpmnModelPatchModel['operations'][number]['op'];
const PATCH_NAMES: Readonly<Record<PatchName, PatchOperation['op']>> = {
  SET_ATTRIBUTE: 'setAttribute',
  SET_EXTENSION: 'setExtension',
  SET_TEXT: 'setText',
  REMOVE: 'remove',
};

/** Checks the fields that an operation needs beside its element; all missing ones are reported at once. */
function readOperations({ operations }: SvcBpmnModelPatchModel): readonly PatchOperation[] {
  const problems = operations.flatMap(({ op, name, value }, index): ArgumentProblem[] => {
    const missing = (field: string): ArgumentProblem => {
      return { field: `operations[${index}].${field}`, code: 'REQUIRED', message: 'Must be given.' };
    };
    const hasNoName = name === null || name === undefined;
    const hasNoValue = value === null || value === undefined;
    return [
      ...(op === 'SET_ATTRIBUTE' && hasNoName ? [missing('name')] : []),
      ...(op !== 'REMOVE' && hasNoValue ? [missing('value')] : []),
    ];
  });
  if (problems.length > 0) invalid(...problems);
  return operations.map(({ op, ...rest }) => ({ ...rest, op: PATCH_NAMES[op] }) as PatchOperation);
}
