// Arranges what the examples of CSV files need: one that was uploaded.
import { csvBy } from '../acceptance/report/csv-files.ts';
import type { Arrange, ExampleWorld } from './given.ts';

const codeOf = ({ name }: ExampleWorld): string => name('example-prices');

const uploaded: Arrange = async (world) => {
  const reportCsvCode = codeOf(world);
  const { uuid } = await csvBy(world.admin, reportCsvCode);
  return { as: world.admin, values: { reportCsv: uuid, reportCsvCode } };
};

export const reportCsvGivens = {
  uploadCsv: async (world) => ({ as: world.admin, values: { reportCsvCode: codeOf(world) } }),
  deleteCsv: uploaded,
  listCsv: uploaded,
} satisfies Readonly<Record<string, Arrange>>;
