// Answers what a process uses, and who uses it.
import type { bpmnAdminModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { ReferenceService } from './reference.service.ts';

export function createReferenceHandlers(references: ReferenceService) {
  return {
    listProcessReferences: ({ act, params }) => references.list(act, params.id),
  } satisfies Partial<ModuleHandlers<typeof bpmnAdminModule>>;
}
