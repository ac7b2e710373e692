// Answers the operations that take reports out and in.
import type { reportModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { ExportService } from './export.service.ts';
import type { ImportService } from './import.service.ts';

interface TransferServices {
  readonly out: ExportService;
  readonly taken: ImportService;
}

export function createTransferHandlers({ out, taken }: TransferServices) {
  return {
    exportAll: ({ act, body }) => out.export(act, body),
    importAll: ({ act, body, query }) => taken.import(act, body, query['dry-run'] === true),
  } satisfies Partial<ModuleHandlers<typeof reportModule>>;
}
