// Answers the operations that hand out files of processes.
import type { bpmnAdminModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { ExportService } from './export.service.ts';

export function createExportHandlers(exports: ExportService) {
  return {
    exportProcess: ({ act, params, query }) => exports.one(act, params.processId, query.version ?? null),
    exportAll: ({ act, body }) => exports.many(act, body),
  } satisfies Partial<ModuleHandlers<typeof bpmnAdminModule>>;
}
