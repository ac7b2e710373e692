// Uploads CSV files for tests, and holds what reports on one ask for.
import type { SvcRToolReportCsvUploadModel } from '@keelson/contract';
import type { Answer } from '../../../testing/sign-in.ts';
import type { ReportServer } from '../report-server.fixture.ts';

export const onFile = (fileCode: string, query: object = {}) => ({
  reportDataSourceType: 'CSV',
  dataAdapterCode: 'csv',
  query: { fileCode, ...query },
});

export type Uploaded = SvcRToolReportCsvUploadModel;

/** Sends a file; answers status, body and what is wrong, each problem as `row column code`. */
export async function sendCsv(
  server: Pick<ReportServer, 'url' | 'admin'>,
  code: string,
  file: string | Uint8Array<ArrayBuffer>,
  more: { readonly options?: object; readonly token?: string; readonly key?: string } = {},
): Promise<Answer<Uploaded> & { readonly told: readonly string[] }> {
  const form = new FormData();
  if (more.options !== undefined) form.append('options', JSON.stringify(more.options));
  form.append('file', new Blob([file]), `${code}.csv`);
  const response = await fetch(`${server.url}/report-data-adapters/csv/${code}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${more.token ?? server.admin}`,
      ...(more.key === undefined ? {} : { 'idempotency-key': more.key }),
    },
    body: form,
  });
  const text = await response.text();
  const { body, errorDetail: error } = JSON.parse(text);
  const told = (error?.errorArguments ?? []).map((one: Record<string, unknown>) =>
    'row' in one ? [one.row, one.column, one.code].join(' ') : `${one.field} ${one.code}`,
  );
  return { status: response.status, headers: response.headers, text, body, error, told };
}
