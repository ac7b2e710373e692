// Names what became of an imported file, as it is kept and told.
import type { SvcBpmnImportReportModel } from '@keelson/contract';

export type ImportedFile = SvcBpmnImportReportModel['files'][number];
