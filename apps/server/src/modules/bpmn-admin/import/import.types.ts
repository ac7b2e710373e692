// Declares the result of an imported file.
import type { SvcBpmnImportReportModel } from '@keelson/contract';

export type ImportedFile = SvcBpmnImportReportModel['files'][number];
