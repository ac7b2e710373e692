// Declares CSV files, and holds the SQL of how many there are and of who reads them.
import { csvDelimiters, csvEncodings } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { column, typed } from '../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../kernel/records/record/define-record.ts';
import { foldText } from '../../../kernel/text/fold-text.ts';
import type { CsvColumn } from './reading/csv.types.ts';

export const csvFiles = defineRecord({
  table: 'report_csv_file',
  thing: 'REPORT_CSV',
  columns: {
    code: column.text({ order: 'r.code COLLATE "C"' }),
    fileName: column.text(),
    encoding: column.choice(csvEncodings),
    delimiter: column.choice(csvDelimiters),
    columnList: column.json(typed<readonly CsvColumn[]>()),
    rowCount: column.long(),
    byteCount: column.long(),
    /** The hash of its bytes; null once the file is deleted. */
    content: column.bytes({ server: true, hidden: true, nullable: true }),
  },
  folded: { fileName: foldText },
  filters: {
    code: { equals: 'code' },
    searchText: { contains: ['code', 'fileName'] },
  },
  sort: { properties: ['code'], standard: { properties: ['code'], direction: 'ASC' } },
  // Uploads of a tenant are serialised by its lock.
  unique: { code: 'VERSION_CONFLICT' },
  subject: 'code',
});

export type CsvFile = RowOf<typeof csvFiles>;

const countOfTenant = sql(
  'report_csv_file_count',
  'SELECT count(*)::int AS count FROM report_csv_file WHERE tenant_identifier = $1 AND NOT deleted',
);
const countReaders = sql(
  'report_csv_file_readers',
  `SELECT count(*)::int AS count FROM report_definition
   WHERE tenant_identifier = $1 AND NOT deleted AND (query->>'fileCode' = $2 OR jsonb_path_exists(parameter_list,
     '$[*].optionQuery.query ? (@.fileCode == $code)', jsonb_build_object('code', $2::text)))`,
);

export async function countCsvFiles(tx: Transaction, tenantIdentifier: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(countOfTenant, [tenantIdentifier]);
  return row!.count;
}

/** Counts reports that read the file, or have a parameter whose options come from it. */
export async function countReportsReading(
  queryable: Queryable,
  tenantIdentifier: string,
  code: string,
): Promise<number> {
  const [row] = await queryable.rows<{ count: number }>(countReaders, [tenantIdentifier, code]);
  return row!.count;
}
