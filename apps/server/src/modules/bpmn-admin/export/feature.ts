// Puts the feature together that hands out files of processes.
import { createExportHandlers } from './export.routes.ts';
import { createExportService } from './export.service.ts';

export function createExportFeature(ground: Parameters<typeof createExportService>[0]) {
  return { handlers: createExportHandlers(createExportService(ground)) };
}
