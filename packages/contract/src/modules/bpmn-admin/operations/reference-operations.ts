// Declares how is asked what a process uses, and who uses it.
import { list } from '../../../models/schema.ts';
import { operation } from '../../../operations/define.ts';
import { SvcBpmnReferenceModel } from '../models/reference-models.ts';
import { processParams, view } from './process-operations.ts';

export const referenceOperations = {
  listProcessReferences: operation({
    method: 'GET',
    path: '/process/{id}/references',
    summary: 'What a process uses, and who uses it',
    description:
      'Of its current version, in the order of the file, at most the first 10,000; then the uses of its keys by other processes of the tenant. ' +
      'Each says whether what it names is there now.',
    access: view,
    effect: 'read',
    params: processParams,
    reply: { kind: 'json', schema: list(SvcBpmnReferenceModel, 'First what it uses, then who uses it.') },
    errors: ['PROCESS_NOT_FOUND', 'RESULT_TOO_LARGE'],
  }),
} as const;
