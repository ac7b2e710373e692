// Answers the operations of imports.
import type { bpmnAdminModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { ImportService } from './import.service.ts';

export function createImportHandlers(imports: ImportService) {
  return {
    importProcesses: ({ act, body }) => imports.upload(act, body.files.files ?? [], body.fields),
    getImport: ({ act, params }) => imports.get(act, params.id),
    cancelImport: ({ act, params }) => imports.cancel(act, params.id),
  } satisfies Partial<ModuleHandlers<typeof bpmnAdminModule>>;
}
