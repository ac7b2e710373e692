// Answers the operations on working copies, and on several processes at once.
import type { bpmnAdminModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { DraftService } from './draft.service.ts';
import type { ManyService } from './many.service.ts';

export function createDraftHandlers(drafts: DraftService, many: ManyService) {
  return {
    getModelDraft: ({ act, params }) => drafts.get(act, params.modelId),
    patchModel: ({ act, params, body }) => drafts.patch(act, params.modelId, body),
    moveProcesses: ({ act, body }) => many.move(act, body.ids, body.namespace),
    deleteProcesses: ({ act, body }) => many.remove(act, body.ids),
  } satisfies Partial<ModuleHandlers<typeof bpmnAdminModule>>;
}
