// Wires reports: their groups, what is stored of them, and what they are made from.
import { reportModule as contract } from '@keelson/contract';
import type { Transaction } from '../../kernel/database/database.ts';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { Act } from '../../kernel/records/act.ts';
import type { DefinedEvent } from '../../kernel/records/event-definition.ts';
import type { AuthenticationApi } from '../authentication/api.ts';
import { createAdapterFeature, type ModuleDataSet } from './adapter/feature.ts';
import type { ReportApi } from './api.ts';
import {
  createExecutableFeature,
  findPermissions,
  findStoredReport,
  getStoredReport,
  readDefinition,
} from './executable/feature.ts';
import { createExecutionFeature, createStillAllowed } from './execution/feature.ts';
import { createGroupFeature, getGroup, getOpenGroup, isLivingGroup, shipPlatformGroup } from './group/feature.ts';
import { reportDataSets } from './report.data-sets.store.ts';
import { reportEvents } from './report.events.ts';
import { reportMenu } from './report.menu.ts';
import { reportSettings } from './report.settings.ts';
import { createRunFeature, type Execution } from './run/feature.ts';
import { createScheduleFeature } from './schedule/feature.ts';
import { createStatementFeature } from './statement/feature.ts';
import { createUpkeepFeature } from './upkeep/feature.ts';

interface ReportPeers {
  readonly authentication: Pick<
    AuthenticationApi,
    | 'findPeople'
    | 'findPerson'
    | 'findTenantReading'
    | 'findUnknownGrants'
    | 'findUserGrants'
    | 'registerDirectoryHandler'
  >;
  readonly dataSets: readonly ModuleDataSet[];
  readonly eventKinds: readonly DefinedEvent[];
}

export const reportModule: ServerModule<typeof contract, ReportApi, ReportPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: reportMenu,
  events: reportEvents,
  settings: reportSettings,
  dataSets: reportDataSets,
  create: createReport,
};

/** Is what ends with a report; whoever deletes one holds the lock of the tenant. */
interface WithReports {
  leave(
    tx: Transaction,
    report: { tenantIdentifier: string | null; uuid: string; code: string },
    isForced: boolean,
  ): Promise<void>;
  endRuns(tx: Transaction, report: { readonly tenantIdentifier: string; readonly reportUuid: string }): Promise<void>;
}

/** Makes what is stored of reports. */
function createStored(kernel: Kernel, peers: () => ReportPeers, withReports: () => WithReports) {
  const { database } = kernel;
  const ground = { ...kernel, authentication: () => peers().authentication };
  const groups = createGroupFeature({ ...ground, reports: () => reports.api });
  const adapters = createAdapterFeature(kernel, () => peers().dataSets);
  const findDataSet = (code: string) => peers().dataSets.find((dataSet) => dataSet.code === code) ?? null;
  const findExecutable = ({ caller }: Pick<Act, 'caller'>, uuid: string) =>
    getStoredReport(database, caller, uuid, 'EXECUTE');
  const statements = createStatementFeature({
    ...kernel,
    adapters: adapters.api,
    findDataSet,
    findEvent: (asked) => peers().eventKinds.find(({ name }) => name === asked) ?? null,
    findReport: findExecutable,
    readDefinition,
  });
  const reports = createExecutableFeature({
    ...ground,
    findDataSet,
    findAdapter: (tenantIdentifier, code) => adapters.api.find({ tenantIdentifier }, code),
    endRuns: (...ended) => withReports().endRuns(...ended),
    leaveReport: (...left) => withReports().leave(...left),
    check: statements.check,
    shipGroup: shipPlatformGroup,
    requireOpenGroup: (tx, act, uuid) => getOpenGroup(tx, act.caller, uuid),
    requireSeenGroup: async (act, uuid) => {
      await getGroup(database, act.caller, uuid, 'READ');
    },
    isLivingGroup: (tenant, uuid) => isLivingGroup(database, tenant, uuid),
  });
  return { ground, groups, adapters, statements, reports, findDataSet, findExecutable };
}

/** Makes what runs reports, for people and by itself. */
function createRunning(kernel: Kernel, stored: ReturnType<typeof createStored>) {
  const { database } = kernel;
  const { ground, adapters, statements, findDataSet, findExecutable } = stored;
  const findVersion = ({ tenantIdentifier, reportUuid, reportVersion }: Execution) =>
    findStoredReport(database, { tenantIdentifier, uuid: reportUuid, version: reportVersion });
  const settings = kernel.settings.bind(reportSettings);
  const isStillAllowed = createStillAllowed({
    ...ground,
    findVersion,
    findDataSet,
    permissionsOf: (holder, uuid) => findPermissions(database, holder, uuid),
  });
  const runs = createRunFeature({
    ...kernel,
    settings,
    findVersion,
    findDataSet,
    isStillAllowed,
    adapters: adapters.api,
    onFileEnd: (run) => schedules.onFileEnd(run),
  });
  const executions = createExecutionFeature({
    ...kernel,
    settings,
    seal: runs.seal,
    runs,
    findVersion,
    findReport: findExecutable,
    permissionsOf: ({ caller }, uuid) => findPermissions(database, caller, uuid),
    prepareQuery: statements.prepareQuery,
  });
  const { prepareRun } = executions;
  const schedules = createScheduleFeature({ ...ground, runs, findReport: findExecutable, prepareRun });
  runs.registerHandler(contract.name, ['report.finished', 'report.failed'], schedules.onRunEnd);
  return { runs, executions, schedules };
}

function createReport(kernel: Kernel): ModuleInstance<typeof contract, ReportApi, ReportPeers> {
  let connected: ReportPeers | null = null;
  const peers = (): ReportPeers => {
    if (connected === null) throw new Error('reports are not connected');
    return connected;
  };
  const stored = createStored(kernel, peers, () => ({ leave: schedules.leaveReport, endRuns: runs.endRunsOf }));
  const { groups, adapters, statements, reports } = stored;
  const { runs, executions, schedules } = createRunning(kernel, stored);
  const upkeep = createUpkeepFeature(kernel);
  return {
    api: { registerReportHandler: runs.registerHandler },
    handlers: {
      ...groups.handlers,
      ...reports.handlers,
      ...executions.handlers,
      ...schedules.handlers,
      ...adapters.handlers,
      ...statements.handlers,
    },
    jobs: [...runs.jobs, ...schedules.jobs, ...upkeep.jobs],
    connect(given) {
      connected = given;
      given.authentication.registerDirectoryHandler(contract.name, async (tx, event) => {
        await runs.directoryHandler(tx, event);
        await schedules.directoryHandler(tx, event);
        await upkeep.api.handler(tx, event);
        if (event.kind === 'tenant-deleted') await adapters.forgetTenant(tx, event.tenantIdentifier);
      });
    },
    start: async () => {
      await reports.ship();
      await runs.start();
    },
    stop: async () => {
      await runs.stop();
      await statements.stop();
    },
  };
}
