// Wires reports: their groups, what is stored of them, and what they are made from.
import { reportModule as contract } from '@keelson/contract';
import type { DataSetDefinition } from '../../kernel/data-sets.ts';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { AuthenticationApi } from '../authentication/api.ts';
import type { ReportApi } from './api.ts';
import { createExecutableFeature } from './executable/feature.ts';
import { createGroupFeature, getGroup, getOpenGroup, isLivingGroup } from './group/feature.ts';
import { reportEvents } from './report.events.ts';
import { reportMenu } from './report.menu.ts';

interface ReportPeers {
  readonly authentication: Pick<AuthenticationApi, 'findUnknownGrants'>;
  readonly dataSets: readonly DataSetDefinition[];
}

export const reportModule: ServerModule<typeof contract, ReportApi, ReportPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: reportMenu,
  events: reportEvents,
  create: createReport,
};

function createReport(kernel: Kernel): ModuleInstance<typeof contract, ReportApi, ReportPeers> {
  let connected: ReportPeers | null = null;
  const peers = (): ReportPeers => {
    if (connected === null) throw new Error('reports are not connected');
    return connected;
  };
  const ground = { ...kernel, authentication: () => peers().authentication };
  const groups = createGroupFeature({ ...ground, reports: () => reports.api });
  const reports = createExecutableFeature({
    ...ground,
    findDataSet: (code) => peers().dataSets.find((dataSet) => dataSet.code === code) ?? null,
    requireOpenGroup: (tx, act, uuid) => getOpenGroup(tx, act.caller, uuid),
    requireSeenGroup: async (act, uuid) => {
      await getGroup(kernel.database, act.caller, uuid, 'READ');
    },
    isLivingGroup: (tenant, uuid) => isLivingGroup(kernel.database, tenant, uuid),
  });
  return {
    api: {},
    handlers: { ...groups.handlers, ...reports.handlers },
    jobs: [],
    connect(given) {
      connected = given;
    },
  };
}
