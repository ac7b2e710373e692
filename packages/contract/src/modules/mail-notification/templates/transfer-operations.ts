// Declares the operations that take templates out and in as a document.
import { choice, closed, flag, maybe } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcNotificationTemplateExportRequestModel,
  SvcNotificationTemplateImportModel,
  SvcNotificationTemplateImportResultModel,
  templateTransferBytesMax,
} from './transfer-models.ts';

export const templateTransferOperations = {
  exportTemplates: operation({
    method: 'POST',
    path: '/notification/template/export',
    summary: 'Templates as one document',
    description:
      'By code, with the layouts and partials that they use. What modules ship only where somebody has edited it, where codeList names it, or where another one uses it. At most 500 templates with 5,000 contents and 8 MiB, which is what an import takes.',
    access: authority('NOTIFICATION_TEMPLATE_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationTemplateExportRequestModel, optional: true },
    reply: { kind: 'json', schema: SvcNotificationTemplateImportModel },
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND', 'TEMPLATE_EXPORT_TOO_LARGE'],
  }),
  importTemplates: operation({
    method: 'POST',
    path: '/notification/template/import',
    summary: 'Takes a document of templates',
    description:
      'One transaction. Templates may use each other, in any order. A template that cannot be taken does not stop the others, unless atomic=true. What exists is left as it is, or replaced as a new version that is enabled or disabled as before; where it says the same, nothing happens. What could not be compiled within 20 s is refused, and taken when the document is sent again. Bodies up to 8 MiB.',
    access: authority('NOTIFICATION_TEMPLATE_EDIT'),
    effect: 'write',
    query: closed({
      dryRun: maybe(flag('Only answers what would be done; default false.')),
      existing: maybe(choice(['SKIP', 'REPLACE'] as const, 'What becomes of templates that exist; default SKIP.')),
      atomic: maybe(flag('Nothing is written unless all of it can be; default false: what can be taken is.')),
    }),
    body: { kind: 'json', schema: SvcNotificationTemplateImportModel, limitBytes: templateTransferBytesMax },
    reply: { kind: 'json', schema: SvcNotificationTemplateImportResultModel },
    errors: ['TEMPLATE_IMPORT_INVALID'],
  }),
};
