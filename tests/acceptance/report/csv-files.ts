// Uploads CSV files for scenarios.
import type { Person } from '../../support/people.ts';

const rows = 'article;price;since\r\n007;1.250,50;31.03.2026\r\n008;12,00;01.04.2026\r\n';
export const pricesFile = [{ fileName: 'prices.csv', bytes: rows, mediaType: 'text/csv' }] as const;

/** Uploads a file of two prices, and answers it with what names it. */
export async function csvBy(person: Person, code: string) {
  const params = { fileCode: code };
  const { body } = await person.sure.report.uploadCsv({ params, files: { file: [...pricesFile] } });
  return { ...body, params };
}
