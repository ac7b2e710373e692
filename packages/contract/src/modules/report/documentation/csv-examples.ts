// Holds examples of the operations on CSV files.
import { placeholders as example } from '../../../documentation/placeholders.ts';

const params = { fileCode: example.reportCsvCode } as const;
const rows = 'article;price;since\r\n007;1.250,50;31.03.2026\r\n008;12,00;01.04.2026\r\n';

const file = {
  id: example.number,
  uuid: example.reportCsv,
  version: 0,
  createdBy: 'admin',
  updatedBy: 'admin',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  tenantIdentifier: 'default',
  code: example.reportCsvCode,
  fileName: 'prices.csv',
  encoding: 'UTF-8',
  delimiter: ';',
  columnList: [
    { name: 'article', type: 'STRING', format: null },
    { name: 'price', type: 'DECIMAL', format: '#.##0,0' },
    { name: 'since', type: 'DATE', format: 'dd.MM.yyyy' },
  ],
  rowCount: 2,
  byteCount: 68,
} as const;

export const csvExamples = {
  uploadCsv: {
    params,
    files: { file: [{ fileName: 'prices.csv', bytes: rows, mediaType: 'text/csv' }] },
    fields: { options: { columnList: [{ name: 'since', type: 'DATE', format: 'dd.MM.yyyy' }] } },
    answer: {
      ...file,
      rowList: [
        ['007', 1250.5, '2026-03-31'],
        ['008', 12, '2026-04-01'],
      ],
    },
  },
  deleteCsv: { params },
  listCsv: { body: { searchText: example.reportCsvCode }, answer: [file] },
} as const;
