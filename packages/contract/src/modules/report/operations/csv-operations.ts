// Declares the operations on CSV files that reports read.
import { closed, list, maybe } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  csvFileCode,
  reportCsvFileBytesMax,
  SvcRToolReportCsvFileModel,
  SvcRToolReportCsvFileQueryModel,
  SvcRToolReportCsvOptionsModel,
  SvcRToolReportCsvUploadModel,
} from '../models/csv-models.ts';

const manage = authority('REPORT_MANAGE');
const params = closed({ fileCode: csvFileCode });

export const csvOperations = {
  uploadCsv: operation({
    method: 'POST',
    path: '/report-data-adapters/csv/{fileCode}',
    summary: 'Uploads a CSV file',
    description:
      'At most 10 MiB, 256 columns and 1,000,000 rows; the first row names the columns. Delimiter and types are found out unless the options say them; a value with leading zeros stays text. A file of a code that is there already is replaced by the next version, and runs that have been asked for read the one before. A file with rows of another length, or values of another type, is not taken: errorArguments names up to 100 of them as row, column and code, both counted from 1.',
    access: manage,
    effect: 'write',
    params,
    body: {
      kind: 'multipart',
      files: { file: { min: 1, max: 1, description: 'The file.', limitBytes: reportCsvFileBytesMax } },
      fields: closed({ options: maybe(SvcRToolReportCsvOptionsModel) }),
    },
    reply: { kind: 'json', schema: SvcRToolReportCsvUploadModel },
    idempotent: true,
    errors: ['REPORT_CSV_INVALID', 'REPORT_LIMIT_REACHED'],
  }),
  deleteCsv: operation({
    method: 'DELETE',
    path: '/report-data-adapters/csv/{fileCode}',
    summary: 'Deletes a CSV file',
    description: 'One that no report names; its code is free. Runs that have been asked for still read it.',
    access: manage,
    effect: 'write',
    params,
    errors: ['REPORT_CSV_NOT_FOUND', 'REPORT_CSV_IN_USE'],
  }),
  listCsv: operation({
    method: 'POST',
    path: '/report-data-adapters/csv/data/list',
    summary: 'Lists CSV files',
    description: 'Those of the tenant, by their codes; a tenant has at most 200.',
    access: manage,
    effect: 'read',
    body: { kind: 'json', schema: SvcRToolReportCsvFileQueryModel, optional: true },
    reply: { kind: 'json', schema: list(SvcRToolReportCsvFileModel, 'CSV files.') },
  }),
} as const;
