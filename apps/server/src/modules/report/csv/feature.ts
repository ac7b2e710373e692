// Wires CSV files: keeping them, and loading them for queries.
import type pg from 'pg';
import type { Kernel } from '../../../kernel/module.ts';
import type { TenantScope } from '../../../kernel/records/record/record.types.ts';
import type { CsvCall } from '../report.types.ts';
import { createCsvHandlers } from './csv.routes.ts';
import { createCsvService } from './csv.service.ts';
import { type CsvFile, csvFiles } from './csv-file.store.ts';
import { loadLines } from './loaded-file.store.ts';
import { createCsvLane } from './reading/csv-lane.ts';

export type { CsvFile } from './csv-file.store.ts';
export { selectLoaded } from './loaded-file.store.ts';

/** The code of the adapter by which reports read files. */
export const CSV_CODE = 'csv';

export interface OfferedCsvFiles {
  /** Finds a file; null for a code that the tenant does not have. */
  find(scope: TenantScope, code: string): Promise<CsvFile | null>;
  /** Lists the files of the tenant by their codes. */
  list(scope: TenantScope): Promise<readonly CsvFile[]>;
  /** Reads the file into a table of the transaction that the connection is in; answers how many rows there are. */
  load(
    tenant: { readonly tenantIdentifier: string },
    client: pg.Client,
    call: CsvCall,
    signal?: AbortSignal,
  ): Promise<number>;
}

export function createCsvFeature(kernel: Kernel) {
  const { contents, database } = kernel;
  const lane = createCsvLane(kernel);
  const pageable = { pageNumber: 0, pageSize: 1, sort: csvFiles.sort.standard };
  const api: OfferedCsvFiles = {
    find: (scope, code) => csvFiles.find(database, scope, { code }),
    list: (scope) => csvFiles.list(database, scope, {}, pageable),
    async load({ tenantIdentifier }, client, { content, rowCount, ...shape }, signal) {
      const bytes = await contents.read(Buffer.from(content, 'hex'));
      if (bytes === null) throw new Error('the bytes of a CSV file have gone');
      await loadLines(client, shape.columnList, await lane.lines(tenantIdentifier, bytes, shape, signal));
      return rowCount;
    },
  };
  return { handlers: createCsvHandlers(createCsvService({ ...kernel, lane })), api, stop: lane.close };
}
