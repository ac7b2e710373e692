// Declares the operations that take groups and reports out and in as a document.
import { closed, flag, maybe } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  reportTransferBytesMax,
  SvcRToolReportImportResultModel,
  SvcRToolReportTransferModel,
  SvcRToolReportTransferRequestModel,
} from '../models/transfer-models.ts';

export const transferOperations = {
  exportAll: operation({
    method: 'POST',
    path: '/executable-reports/export',
    summary: 'Reports as one document',
    description:
      'By code, with the groups that they lie in and those above; of adapters the codes alone. What the platform ships is left out. At most 1,000 groups, 1,000 reports and 8 MiB, which is what an import takes; more is exported by group.',
    access: authority('REPORT_ADMIN'),
    effect: 'read',
    body: { kind: 'json', schema: SvcRToolReportTransferRequestModel, optional: true },
    reply: { kind: 'json', schema: SvcRToolReportTransferModel },
    errors: ['REPORT_NOT_FOUND', 'REPORT_GROUP_NOT_FOUND', 'REPORT_EXPORT_TOO_LARGE'],
  }),
  importAll: operation({
    method: 'POST',
    path: '/executable-reports/import',
    summary: 'Takes a document of reports',
    description:
      'One transaction; what cannot be taken does not stop the rest. A group that is there stays as it is. A report that is there becomes what the document says, as a new version, or is unchanged where it says so already. A statement needs REPORT_SQL_WRITE, too. Bodies up to 8 MiB.',
    access: authority('REPORT_ADMIN'),
    effect: 'write',
    query: closed({ 'dry-run': maybe(flag('Only answers what would be done; default false.')) }),
    body: { kind: 'json', schema: SvcRToolReportTransferModel, limitBytes: reportTransferBytesMax },
    reply: { kind: 'json', schema: SvcRToolReportImportResultModel },
    errors: [],
  }),
} as const;
