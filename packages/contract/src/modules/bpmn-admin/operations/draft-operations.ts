// Declares the operations on working copies, and on several processes at once.
import { closed, list, long } from '../../../models/schema.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcBpmnModelDraftModel,
  SvcBpmnModelPatchModel,
  SvcBpmnProcessIdsModel,
  SvcBpmnProcessMoveModel,
  SvcBpmnProcessOutcomeModel,
} from '../models/draft-models.ts';
import { modelBodyBytesMax, SvcBpmnProcessModel } from '../models/process-models.ts';
import { edit, view } from './process-operations.ts';

const modelParams = closed({ modelId: long('Number of the working copy.') });
const outcomes = {
  kind: 'json',
  schema: list(SvcBpmnProcessOutcomeModel, 'One for each, in the order asked for.'),
} as const;

export const draftOperations = {
  getModelDraft: operation({
    method: 'GET',
    path: '/process/model/{modelId}',
    summary: 'Gets a working copy',
    description: 'As editors open it: the content that people save into, with the source of the editor.',
    access: view,
    effect: 'read',
    params: modelParams,
    reply: { kind: 'json', schema: SvcBpmnModelDraftModel },
    errors: ['MODEL_NOT_FOUND'],
  }),
  patchModel: operation({
    method: 'POST',
    path: '/process/model/{modelId}/patch',
    summary: 'Changes parts of a model',
    description:
      'Replaces the bytes that the operations concern and no others; the result is the next version. An id is changed by renameProcess alone. ' +
      'Bodies up to 16 MiB.',
    access: edit,
    effect: 'write',
    params: modelParams,
    body: { kind: 'json', schema: SvcBpmnModelPatchModel, limitBytes: modelBodyBytesMax },
    reply: { kind: 'json', schema: SvcBpmnProcessModel },
    errors: ['MODEL_NOT_FOUND', 'MODEL_EMPTY', 'VERSION_CONFLICT', 'PATCH_NOT_POSSIBLE'],
    idempotent: true,
  }),
  moveProcesses: operation({
    method: 'POST',
    path: '/process/move',
    summary: 'Moves processes to a namespace',
    description: 'Each by itself; one that is not there is named, and the others are moved.',
    access: edit,
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnProcessMoveModel },
    reply: outcomes,
  }),
  deleteProcesses: operation({
    method: 'POST',
    path: '/process/bulk-delete',
    summary: 'Deletes processes',
    description: 'Each as by deleteProcess; one that is not there is named, and the others are deleted.',
    access: edit,
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnProcessIdsModel },
    reply: outcomes,
  }),
} as const;
