// Tells how each operation on data adapters would reach into another tenant, and what comes back instead.
import type { Client } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import type { Outcome, Reach } from '../reach.ts';
import { adapterBy } from './adapters.ts';

/** They answer by the caller's own tenant alone. */
export const ownAdapterOperations = ['saveAdapter'];

let made = 0;

/** Adapters are their tenant's alone, whoever asks. */
const alike = (
  call: (report: Client<false>['report'], theirs: { uuid: string; code: string }) => ReturnType<Reach['call']>,
  outcome: Outcome,
): Reach => ({
  async call({ report }, { owner }) {
    made += 1;
    return call(report, await adapterBy(await owner(), `foreign-orders-${made}`));
  },
  stranger: outcome,
  everywhere: outcome,
});
const unknown = 'REPORT_ADAPTER_NOT_FOUND' satisfies ErrorCode;

export const adapterReaches: Readonly<Record<string, Reach>> = {
  discoverReportDataAdapters: alike((report, { code }) => report.discoverReportDataAdapters({ query: { code } }), []),
  getAdapter: alike((report, { code }) => report.getAdapter({ params: { code } }), unknown),
  updateAdapter: alike(
    (report, { uuid }) => report.updateAdapter({ body: { uuid, version: 0, name: 'Mine' } }),
    unknown,
  ),
  deleteAdapter: alike((report, { code }) => report.deleteAdapter({ params: { code } }), unknown),
  testAdapter: alike((report, { code }) => report.testAdapter({ body: { code } }), unknown),
  queryAdapterPage: alike((report, { code }) => report.queryAdapterPage({ body: { code } }), { totalElements: 0 }),
};
