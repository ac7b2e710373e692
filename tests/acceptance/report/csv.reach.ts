// Tells how each operation on CSV files would reach into another tenant, and what comes back instead.
import type { ErrorCode } from '@keelson/contract';
import type { Reach } from '../reach.ts';
import { csvBy } from './csv-files.ts';

/** They answer by the caller's own tenant alone. */
export const ownCsvOperations = ['uploadCsv'];

let made = 0;
const code = (): string => {
  made += 1;
  return `foreign-prices-${made}`;
};
const unknown = 'REPORT_CSV_NOT_FOUND' satisfies ErrorCode;

export const csvReaches: Readonly<Record<string, Reach>> = {
  deleteCsv: {
    call: async ({ report }, { owner }) => report.deleteCsv({ params: (await csvBy(await owner(), code())).params }),
    stranger: unknown,
    everywhere: unknown,
  },
  listCsv: {
    async call({ report }, { owner }) {
      const { code: searchText } = await csvBy(await owner(), code());
      return report.listCsv({ body: { searchText } });
    },
    stranger: [],
    everywhere: [],
  },
};
