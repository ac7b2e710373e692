// Wires reports: their groups, what is stored of them, and what they are made from.
import { reportModule as contract } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { Act } from '../../kernel/records/act.ts';
import type { DefinedEvent } from '../../kernel/records/event-definition.ts';
import type { AuthenticationApi } from '../authentication/api.ts';
import type { BpmnEngineApi } from '../bpmn-engine/api.ts';
import type { MailApi } from '../mail-notification/api.ts';
import { createAdapterFeature, type ModuleDataSet } from './adapter/feature.ts';
import type { ReportApi } from './api.ts';
import { createCsvFeature } from './csv/feature.ts';
import {
  createExecutableFeature,
  findPermissions,
  findReportUuid,
  findStoredReport,
  getStoredReport,
  readDefinition,
} from './executable/feature.ts';
import { createExecutionFeature, createStillAllowed } from './execution/feature.ts';
import { createGroupFeature, getOpenGroup, isLivingGroup, shipPlatformGroup } from './group/feature.ts';
import { createOfferedFeature } from './offered/feature.ts';
import { reportDataSets } from './report.data-sets.store.ts';
import { reportEvents } from './report.events.ts';
import { reportMenu } from './report.menu.ts';
import { reportSettings } from './report.settings.ts';
import { reportTables } from './report.tables.store.ts';
import { createRunFeature, type Execution } from './run/feature.ts';
import { createScheduleFeature } from './schedule/feature.ts';
import { createStatementFeature } from './statement/feature.ts';
import { createTransferFeature } from './transfer/feature.ts';

interface ReportPeers {
  readonly authentication: Pick<
    AuthenticationApi,
    | 'findKeyGrants'
    | 'findMembers'
    | 'findPeople'
    | 'findPerson'
    | 'findTenantReading'
    | 'findUnknownGrants'
    | 'findUserAddresses'
    | 'findUserGrants'
  >;
  readonly mail: MailApi;
  readonly engine: Pick<BpmnEngineApi, 'registerAction' | 'settleCall'>;
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
  tables: reportTables,
  create: createReport,
};

function createReport(kernel: Kernel): ModuleInstance<typeof contract, ReportApi, ReportPeers> {
  let connected: ReportPeers | null = null;
  const peers = (): ReportPeers => {
    if (connected === null) throw new Error('reports are not connected');
    return connected;
  };
  const csv = createCsvFeature(kernel);
  const csvFiles = csv.api;
  const ground = {
    ...kernel,
    csvFiles,
    authentication: () => peers().authentication,
    mail: () => peers().mail,
    engine: () => peers().engine,
  };
  const groups = createGroupFeature({ ...ground, reports: () => reports.api });
  const adapters = createAdapterFeature(ground, () => peers().dataSets);
  const findDataSet = (code: string) => peers().dataSets.find((dataSet) => dataSet.code === code) ?? null;
  const statements = createStatementFeature({
    ...ground,
    adapters: adapters.api,
    findDataSet,
    findEvent: (asked) => peers().eventKinds.find(({ name }) => name === asked) ?? null,
    findReport: ({ caller }, uuid) => getStoredReport(kernel.database, caller, uuid, 'EXECUTE'),
    readDefinition,
  });
  const reports = createExecutableFeature({
    ...ground,
    findDataSet,
    findCsvFile: (tenantIdentifier, code) => csvFiles.find({ tenantIdentifier }, code),
    findAdapter: (tenantIdentifier, code) => adapters.api.find({ tenantIdentifier }, code),
    endRuns: (tx, report) => runs.endRunsOf(tx, report),
    withdrawRows: (tx, ...report) => runs.withdrawRows(tx, ...report),
    leaveReport: (...left) => schedules.leaveReport(...left),
    check: statements.check,
    shipGroup: shipPlatformGroup,
    requireOpenGroup: (tx, act, uuid) => getOpenGroup(tx, act.caller, uuid),
    requireSeenGroup: groups.api.requireSeenGroup,
    isLivingGroup: (tenant, uuid) => isLivingGroup(kernel.database, tenant, uuid),
  });
  const { runs, executions, schedules, offered } = createRunning({
    ...ground,
    findDataSet,
    adapters: adapters.api,
    statements,
  });
  const transfer = createTransferFeature({ ...kernel, ...reports.api, ...groups.api });
  return {
    api: { registerReportHandler: runs.registerHandler, ...offered.api },
    handlers: {
      ...groups.handlers,
      ...reports.handlers,
      ...transfer.handlers,
      ...executions.handlers,
      ...schedules.handlers,
      ...adapters.handlers,
      ...csv.handlers,
      ...statements.handlers,
    },
    jobs: [...runs.jobs, ...schedules.jobs],
    directoryHooks: [runs.directoryHooks, schedules.directoryHooks],
    connect(given) {
      connected = given;
      schedules.connect(given.mail);
      given.engine.registerAction(offered.runAction);
    },
    start: () => reports.ship().then(runs.start),
    stop: async () => {
      await runs.stop();
      await statements.stop();
      await csv.stop();
    },
  };
}

type RunningGround = Kernel &
  Pick<Parameters<typeof createStillAllowed>[0], 'authentication' | 'findDataSet'> &
  Pick<Parameters<typeof createScheduleFeature>[0], 'authentication' | 'mail'> &
  Pick<Parameters<typeof createRunFeature>[0], 'adapters' | 'csvFiles'> &
  Pick<Parameters<typeof createOfferedFeature>[0], 'engine'> & {
    readonly statements: Pick<ReturnType<typeof createStatementFeature>, 'prepareQuery'>;
  };

/** Wires running reports and showing runs. */
function createRunning(ground: RunningGround) {
  const { database, findDataSet, statements } = ground;
  const findVersion = ({ tenantIdentifier, reportUuid, reportVersion }: Execution) =>
    findStoredReport(database, { tenantIdentifier, uuid: reportUuid, version: reportVersion });
  const settings = ground.settings.bind(reportSettings);
  const isStillAllowed = createStillAllowed({
    ...ground,
    findVersion,
    findDataSet,
    permissionsOf: (holder, uuid) => findPermissions(database, holder, uuid),
  });
  const onFileEnd = (run: Execution) => schedules.onFileEnd(run);
  const runs = createRunFeature({ ...ground, settings, findVersion, isStillAllowed, onFileEnd });
  const findReport = ({ caller }: Pick<Act, 'caller'>, uuid: string) =>
    getStoredReport(database, caller, uuid, 'EXECUTE');
  const executions = createExecutionFeature({
    ...ground,
    settings,
    seal: runs.seal,
    runs,
    findVersion,
    findReport,
    permissionsOf: ({ caller }, uuid) => findPermissions(database, caller, uuid),
    prepareQuery: statements.prepareQuery,
  });
  const { prepareRun } = executions;
  const schedules = createScheduleFeature({ ...ground, runs, findReport, prepareRun });
  runs.registerHandler(contract.name, ['report.finished', 'report.failed'], schedules.onRunEnd);
  const offered = createOfferedFeature({
    ...ground,
    runs,
    prepareRun,
    findReportUuid: (tenantIdentifier, code) => findReportUuid(database, tenantIdentifier, code),
    async findRunner({ tenantIdentifier, username }) {
      const found = await schedules.findOwner({ tenantIdentifier, ownerUsername: username });
      return typeof found === 'string' ? null : found;
    },
  });
  // Registered apart from the schedules' handler, so that a refusal of one does not hold up the other.
  runs.registerHandler(`${contract.name}-calls`, ['report.finished', 'report.failed'], offered.onRunEnd);
  return { runs, executions, schedules, offered };
}
