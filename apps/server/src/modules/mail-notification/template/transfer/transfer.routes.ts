// Answers the operations of documents of templates (`/notification/template/export`, `/import`), by calls of their services.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../../kernel/module.ts';
import type { ExportService } from './export.service.ts';
import type { ImportService } from './import.service.ts';

export function createTransferHandlers({
  exporting,
  importing,
}: {
  readonly exporting: ExportService;
  readonly importing: ImportService;
}) {
  return {
    exportTemplates: ({ act, body }) => exporting.export(act, body),
    importTemplates: ({ act, query, body }) => importing.import(act, { ...query, document: body }),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
