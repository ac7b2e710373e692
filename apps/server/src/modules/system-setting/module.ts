// Wires the system setting module.
import { systemSettingModule as contract } from '@keelson/contract';
import { createFanOut } from '../../kernel/live/fan-out.ts';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { Caller } from '../../kernel/request/caller.ts';
import { createSeal } from '../../kernel/secrets/seal.ts';
import type { SystemSettingApi } from './api.ts';
import { createDefinitionWriter } from './change/definition-change.ts';
import { createValueWriter } from './change/value-change.ts';
import { createValuePlanner } from './change/value-plan.ts';
import { createDefinitionService } from './definition/definition.service.ts';
import { createHistoryService } from './history/history.service.ts';
import { createOfrepFeature } from './ofrep/feature.ts';
import { createReadService } from './read/read.service.ts';
import { createReadLimit } from './read/read-limit.ts';
import { createSettingSnapshot } from './snapshot/setting-snapshot.ts';
import { createSettingStart, SETTING_SEAL_PURPOSE } from './start/feature.ts';
import { createSettingStreams } from './stream/setting-streams.ts';
import { systemSettingMenu } from './system-setting.menu.ts';
import { createHandlers } from './system-setting.routes.ts';
import { systemSettingSettings } from './system-setting.settings.ts';
import { createSettingImport } from './transfer/setting-import.ts';
import { createReadTimes, registerSettingHealth } from './upkeep/setting-health.ts';
import { createSettingJobs } from './upkeep/upkeep.jobs.ts';
import { createValueEnding } from './upkeep/value-ending.ts';
import { createUserValueService } from './user/user-value.service.ts';
import { createValueService } from './value/value.service.ts';

/** Handed over, not imported: this module needs no other one. */
export interface SystemSettingPeers {
  /** For how long a check of this caller's secret counts as fresh. */
  readonly freshPeriodMs: (caller: Caller) => number;
  /** By the identifier of a session or the hash of an API key; null when it has ended. */
  readonly findCaller: (identifier: string) => Promise<Caller | null>;
}

export const systemSettingModule: ServerModule<typeof contract, SystemSettingApi, SystemSettingPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: systemSettingMenu,
  create: createSystemSetting,
};

function createSystemSetting(kernel: Kernel): ModuleInstance<typeof contract, SystemSettingApi, SystemSettingPeers> {
  const { clock, database, events, idempotency, ids, keys, log, metrics, notify, readiness, settings } = kernel;
  const { sealedColumns } = kernel;
  const own = settings.bind(systemSettingSettings);
  const seal = createSeal(keys, SETTING_SEAL_PURPOSE);
  const snapshot = createSettingSnapshot({
    ...{ database, notify, seal, settings, log },
    onRead: createReadTimes(metrics),
  });
  const { index } = snapshot;
  let freshPeriodMs: (caller: Caller) => number = () => 0;
  let findCaller: SystemSettingPeers['findCaller'] = async () => null;

  const users = createUserValueService({ database, clock, ids, events, snapshot });
  const writer = createValueWriter({ database, clock, ids, events, seal, settings, metrics, snapshot });
  const planner = createValuePlanner({
    ...{ index, clock },
    freshPeriodMs: (caller) => freshPeriodMs(caller),
    reasonRequired: () => own.reasonRequired.get(null),
  });
  const values = createValueService({ index, planner, writer });
  const readLimit = createReadLimit(clock, () => own.publicRateLimit.get(null));
  const reads = createReadService({ snapshot, users, clock, log, metrics, readLimit });
  const definitionWriter = createDefinitionWriter({ database, clock, ids, events, snapshot });
  const definitions = createDefinitionService({ clock, idempotency, settings, index, writer: definitionWriter });
  const history = createHistoryService({ database, index, values });
  const ending = createValueEnding({ database, clock, snapshot, writer });
  const imports = createSettingImport({
    ...{ database, snapshot, writer, planner },
    definitions: definitionWriter,
  });
  const fanOut = createFanOut((error) => log.error({ err: error }, 'a stream could not be told'));
  const ofrep = createOfrepFeature({
    ...{ clock, keys, snapshot, users, readLimit, fanOut, settings: own },
    findCaller: (identifier) => findCaller(identifier),
  });
  const streams = createSettingStreams({
    ...{ database, snapshot, log, fanOut },
    streamsOfUserMax: () => own.streamsPerUser.get(null),
  });
  const services = {
    ...{ snapshot, reads, values, users, definitions, history, imports, sealedColumns, streams, ofrep, log },
  };
  const { commands, start } = createSettingStart(kernel, { seal, snapshot, users, planner, writer });
  const streamCount = (): number => streams.count() + ofrep.streamCount();
  registerSettingHealth({ snapshot, settings, readiness, metrics, notify, streamCount });

  return {
    api: {
      revision: () => snapshot.revision,
      waitForRevision: snapshot.waitForRevision,
      userDeleted: ending.userDeleted,
      userRenamed: ending.userRenamed,
      tenantDeleted: ending.tenantDeleted,
      ofrepOrigins: ofrep.origins,
      commands,
    },
    handlers: createHandlers(services),
    jobs: createSettingJobs({
      ...{ database, clock, log, snapshot, ending },
      historyRetentionDays: () => own.historyRetention.get(null),
    }),
    connect(peers) {
      freshPeriodMs = peers.freshPeriodMs;
      findCaller = peers.findCaller;
    },
    start,
  };
}
