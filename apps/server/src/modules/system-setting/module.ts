// Wires the system setting module.
import { systemSettingModule as contract } from '@keelson/contract';
import { createFanOut } from '../../kernel/live/fan-out.ts';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import { createRevisioned } from '../../kernel/records/revisioned.ts';
import type { Caller } from '../../kernel/request/caller.ts';
import { createSeal } from '../../kernel/secrets/seal.ts';
import type { SystemSettingApi } from './api.ts';
import { createDefinitionChange } from './change/definition-change.ts';
import { createValueChange } from './change/value-change.ts';
import { createValuePlanner } from './change/value-plan.ts';
import { REVISION_HEADER } from './client-revision.ts';
import { createCommandFeature } from './command/feature.ts';
import { createDefinitionFeature } from './definition/feature.ts';
import { createHistoryFeature } from './history/feature.ts';
import { createOfrepFeature } from './ofrep/feature.ts';
import { createReadFeature } from './read/feature.ts';
import { createReadTimes } from './snapshot/read-times.ts';
import { createSettingSnapshot, SETTING_CHANNEL } from './snapshot/setting-snapshot.ts';
import { createStartFeature } from './start/feature.ts';
import { createStreamFeature } from './stream/feature.ts';
import { settingDataSets } from './system-setting.data-sets.store.ts';
import { systemSettingEvents } from './system-setting.events.ts';
import { systemSettingMenu } from './system-setting.menu.ts';
import { systemSettingSettings } from './system-setting.settings.ts';
import { systemSettingTables } from './system-setting.tables.store.ts';
import { SETTING_SEAL_PURPOSE } from './system-setting.types.ts';
import { createTransferFeature } from './transfer/feature.ts';
import { createUpkeepFeature } from './upkeep/feature.ts';
import { createUserFeature } from './user/feature.ts';
import { createValueFeature } from './value/feature.ts';

export interface SystemSettingPeers {
  /** Says for how long a check of this caller's secret counts as fresh. */
  readonly freshPeriodMs: (caller: Caller) => number;
  /** Finds the caller by the identifier of a session or the hash of an API key; null when it has ended. */
  readonly findCaller: (identifier: string) => Promise<Caller | null>;
}

export const systemSettingModule: ServerModule<typeof contract, SystemSettingApi, SystemSettingPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: systemSettingMenu,
  events: systemSettingEvents,
  settings: systemSettingSettings,
  dataSets: settingDataSets,
  tables: systemSettingTables,
  create: createSystemSetting,
};

/** Makes the basis of the features: memory, and the only way to change it. */
function createGround(kernel: Kernel, peers: () => SystemSettingPeers) {
  const { clock, database, events, ids, keys, log, metrics, notify, settings } = kernel;
  const own = settings.bind(systemSettingSettings);
  const seal = createSeal(keys, SETTING_SEAL_PURPOSE);
  const onRead = createReadTimes(metrics);
  const snapshot = createSettingSnapshot({ database, notify, seal, settings, log, onRead });
  const { index } = snapshot;
  const named = { name: 'system_setting', channel: SETTING_CHANNEL, header: REVISION_HEADER };
  return {
    own,
    seal,
    snapshot,
    index,
    revisioned: createRevisioned({ ...named, database, events, snapshot }),
    planner: createValuePlanner({
      index,
      clock,
      freshPeriodMs: (caller) => peers().freshPeriodMs(caller),
      reasonRequired: () => own.reasonRequired.get(null),
    }),
    changeValues: createValueChange({ clock, ids, seal, metrics, settings, snapshot }),
    changeDefinitions: createDefinitionChange({ clock, ids, index }),
  };
}

function createSystemSetting(kernel: Kernel): ModuleInstance<typeof contract, SystemSettingApi, SystemSettingPeers> {
  const { clock, config, database, ids, keys, log, metrics, sealedColumns, settings } = kernel;
  let connected: SystemSettingPeers | null = null;
  const peers = (): SystemSettingPeers => {
    if (connected === null) throw new Error('the system setting module is not connected');
    return connected;
  };
  const ground = createGround(kernel, peers);
  const { own, snapshot, index, revisioned } = ground;
  const streamsOfUserMax = (): number => own.streamsPerUser.get(null);
  const anonymousReadsMax = (): number => own.publicRateLimit.get(null);
  const fanOut = createFanOut((error) => log.error({ err: error }, 'news could not be sent to a stream'));

  const user = createUserFeature({ database, clock, ids, snapshot, revisioned });
  const users = user.api;
  const read = createReadFeature({ snapshot, users, clock, log, metrics, revisioned, anonymousReadsMax });
  const { readLimit } = read.api;
  const value = createValueFeature(ground);
  const definition = createDefinitionFeature({ ...ground, settings });
  const history = createHistoryFeature({ database, index, setValue: value.api.set });
  const transfer = createTransferFeature({ ...ground, database, keys, sealedColumns, log });
  const stream = createStreamFeature({ database, snapshot, log, fanOut, streamsOfUserMax });
  const findCaller: SystemSettingPeers['findCaller'] = (identifier) => peers().findCaller(identifier);
  const ofrep = createOfrepFeature({ clock, keys, snapshot, users, readLimit, fanOut, settings: own, findCaller });
  const upkeep = createUpkeepFeature({
    ...kernel,
    ...ground,
    historyRetentionDays: () => own.historyRetention.get(null),
    streamCount: () => stream.api.count() + ofrep.api.streamCount(),
  });
  const start = createStartFeature({ ...kernel, ...ground, users });
  const command = createCommandFeature({
    ...ground,
    ...start.api,
    database,
    events: kernel.events,
    settings,
    settingsFile: config.settingsFile,
  });

  return {
    api: {
      revision: () => snapshot.revision,
      waitForRevision: snapshot.waitForRevision,
      commands: command.api,
    },
    handlers: {
      ...read.handlers,
      ...value.handlers,
      ...user.handlers,
      ...definition.handlers,
      ...history.handlers,
      ...transfer.handlers,
      ...stream.handlers,
      ...ofrep.handlers,
    },
    jobs: upkeep.jobs,
    directoryHooks: [upkeep.directoryHooks],
    replyForms: [ofrep.replyForm],
    connect(given) {
      connected = given;
    },
    start: start.start,
  };
}
