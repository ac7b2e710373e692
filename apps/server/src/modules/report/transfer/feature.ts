// Puts the feature together that takes groups and reports out and in as a document.
import { createExportService, type ExportGround } from './export.service.ts';
import { createImportService, type ImportGround } from './import.service.ts';
import { createTransferHandlers } from './transfer.routes.ts';

export function createTransferFeature(ground: ExportGround & ImportGround) {
  return {
    handlers: createTransferHandlers({ out: createExportService(ground), taken: createImportService(ground) }),
  };
}
