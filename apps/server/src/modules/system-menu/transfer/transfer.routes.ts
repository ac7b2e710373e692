// Answers the operations of documents (`/menu-items/export`, `/menu-items/import`), by calls of their service.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { written } from '../change/written.ts';
import type { createTransferService } from './transfer.service.ts';

export function createTransferHandlers({ exportAll, importAll }: ReturnType<typeof createTransferService>) {
  return {
    exportAll: async ({ act, query: { scope } }) => exportAll(act, scope),
    async importAll({ act, query, body }) {
      const { result, revision } = await importAll(act, { ...query, document: body });
      return written(result, revision);
    },
  } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
