// Tells how each operation on reports would reach into another tenant, and what comes back instead.
import type { Reach } from '../reach.ts';
import type { Foreign } from '../tenants.ts';
import { groupBy } from './groups.ts';

/** They answer by the caller's own tenant alone. */
export const ownReportOperations = [];

let made = 0;
function theirs({ tenant }: Foreign) {
  made += 1;
  return groupBy(tenant.deputy, `foreign-group-${made}`);
}
type Theirs = Awaited<ReturnType<typeof theirs>>;

/** Reports are their tenant's alone, whoever asks. */
const alike = (
  call: (client: Parameters<Reach['call']>[0]['report'], foreign: Theirs) => ReturnType<Reach['call']>,
  outcome: Reach['stranger'],
): Reach => ({
  call: async ({ report }, foreign) => call(report, await theirs(foreign)),
  stranger: outcome,
  everywhere: outcome,
});

export const reportReaches: Readonly<Record<string, Reach>> = {
  save: alike(
    (report, { uuid, code }) => report.save({ body: { code: `${code}-below`, name: 'Below', parentUuid: uuid } }),
    'REPORT_GROUP_NOT_FOUND',
  ),
  queryDataPage: alike((report, { code }) => report.queryDataPage({ body: { code } }), { totalElements: 0 }),
  queryDataList: alike((report, { uuid }) => report.queryDataList({ body: { uuidList: [uuid] } }), []),
  queryLookupDataList: alike(
    (report, { uuid }) => report.queryLookupDataList({ body: { uuidList: [uuid], code: 'none' } }),
    [],
  ),
};
