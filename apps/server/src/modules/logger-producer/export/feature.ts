// Wires the export of events.
import type { Kernel } from '../../../kernel/module.ts';
import type { EventReading } from '../reading/feature.ts';
import { createExportHandlers } from './export.routes.ts';
import { createExportService } from './export.service.ts';

export function createExport({ database }: Pick<Kernel, 'database'>, reading: EventReading) {
  return { handlers: createExportHandlers(createExportService({ database, reading })) };
}
