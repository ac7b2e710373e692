// Answers the export of events.
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createExportService } from './export.service.ts';

type ExportHandlers = Pick<ModuleHandlers<typeof loggerProducerModule>, 'exportEvents'>;

export function createExportHandlers(service: ReturnType<typeof createExportService>): ExportHandlers {
  return { exportEvents: ({ act, body }) => service.exportEvents(act, body) };
}
