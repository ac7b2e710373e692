// Answers the operations on CSV files.
import type { reportModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { CsvService } from './csv.service.ts';

export function createCsvHandlers(service: CsvService) {
  return {
    uploadCsv: ({ act, params, body }) =>
      service.upload(act, params.fileCode, body.files.file![0]!, body.fields.options ?? {}),
    async deleteCsv({ act, params }) {
      await service.remove(act, params.fileCode);
      return undefined;
    },
    listCsv: ({ act, body }) => service.list(act, body ?? {}),
  } satisfies Partial<ModuleHandlers<typeof reportModule>>;
}
