// Arranges what the examples of data adapters need: one that is stored, and leads to a database that nobody runs.
import { type AdapterChanges, adapterBy } from '../acceptance/report/adapters.ts';
import type { Arrange, ExampleWorld } from './given.ts';

const codeOf = ({ name }: ExampleWorld): string => name('example-orders');

const stored =
  (changes: AdapterChanges = {}) =>
  async (world: ExampleWorld) => {
    const { admin } = world;
    const reportAdapterCode = codeOf(world);
    const { uuid } = await adapterBy(admin, reportAdapterCode, {
      allowedFunctionList: ['public.net_price'],
      ...changes,
    });
    return { as: admin, values: { reportAdapter: uuid, reportAdapterCode } };
  };
/** A report that is checked against it need not be saved. */
const toReportOnIt: Arrange = async (world) => {
  const { as, values } = await stored()(world);
  return { as, values: { ...values, reportCode: world.name('example-orders-report') } };
};
const nothing: Arrange = ({ admin }) => ({ as: admin, values: {} });
const toBeStored: Arrange = (world) => ({ as: world.admin, values: { reportAdapterCode: codeOf(world) } });

export const reportAdapterGivens = {
  validateReport: toReportOnIt,
  discoverReportDataAdapters: nothing,
  saveAdapter: toBeStored,
  updateAdapter: stored(),
  getAdapter: stored(),
  deleteAdapter: stored(),
  queryAdapterPage: stored(),
  // Nothing listens on the first port of this machine.
  testAdapter: stored({ url: 'postgresql://127.0.0.1:1/orders', allowedHostList: ['127.0.0.1'] }),
} satisfies Readonly<Record<string, Arrange>>;
