// Wires exports and imports of groups and reports.
import { createExportService, type ExportGround } from './export.service.ts';
import { createImportService, type ImportGround } from './import.service.ts';
import { createTransferHandlers } from './transfer.routes.ts';

export function createTransferFeature(ground: ExportGround & ImportGround) {
  return {
    handlers: createTransferHandlers({ out: createExportService(ground), taken: createImportService(ground) }),
  };
}
