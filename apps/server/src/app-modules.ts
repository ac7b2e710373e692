// Lists the modules of this version, one line each: which of them have a server side, and what each is handed of the others.
import { type ModuleContract, type ModuleKey, moduleKey } from '@keelson/contract';
import type { DataSetDefinition } from './kernel/data-sets.ts';
import type { ReplyForm } from './kernel/http/answer/reply-form.ts';
import type { AnyHandler } from './kernel/http/pipeline.ts';
import type { MenuDefinition } from './kernel/menu-definition.ts';
import type { Callers, DeclaredModule, Job, Kernel, ModuleInstance, ServerModule } from './kernel/module.ts';
import type { DefinedEvent } from './kernel/records/event-definition.ts';
import type { MigrationSource } from './kernel/schema/migrate.ts';
import type { AuthenticationApi } from './modules/authentication/api.ts';
import { authenticationModule } from './modules/authentication/module.ts';
import { bpmnAdminModule } from './modules/bpmn-admin/module.ts';
import { bpmnEngineModule } from './modules/bpmn-engine/module.ts';
import { loggerProducerModule } from './modules/logger-producer/module.ts';
import { mailNotificationModule } from './modules/mail-notification/module.ts';
import { notificationPollingModule } from './modules/notification-polling/module.ts';
import { reportModule } from './modules/report/module.ts';
import { sessionModule } from './modules/session/module.ts';
import { systemMenuModule } from './modules/system-menu/module.ts';
import { systemSettingModule } from './modules/system-setting/module.ts';

/** A module can be handed these when all have been created. */
interface Offers {
  /** Answers the interface of a module; nothing may be called on it before the start. */
  apiOf<Api>(module: { create(kernel: Kernel): { readonly api: Api } }): Api;
  readonly callers: Callers;
  /** Holds the pages of every module in the menu of the platform. */
  readonly menus: readonly MenuDefinition[];
  /** Holds the kinds of events of every module. */
  readonly eventKinds: readonly (DefinedEvent & { readonly module: string })[];
  /** Holds the data sets of every module. */
  readonly dataSets: readonly (DataSetDefinition & { readonly module: string })[];
}

/** Names a module beside what it is handed of the others. */
function entry<M extends ModuleContract, Api, Peers>(
  module: ServerModule<M, Api, Peers>,
  peersOf: (offers: Offers) => NoInfer<Peers>,
) {
  return { module, peersOf };
}

const none = (): Readonly<Record<string, never>> => ({});

/** Tables are made and modules start in this order: whatever the others read of settings at their start is there. */
const entries = [
  entry(systemSettingModule, ({ callers }) => ({
    freshPeriodMs: callers.freshPeriodMs,
    findCaller: callers.findCaller,
  })),
  entry(sessionModule, none),
  entry(mailNotificationModule, ({ apiOf }) => ({
    authentication: apiOf(authenticationModule),
    engine: apiOf(bpmnEngineModule),
  })),
  entry(authenticationModule, ({ apiOf }) => ({ session: apiOf(sessionModule), mail: apiOf(mailNotificationModule) })),
  entry(systemMenuModule, ({ apiOf, menus }) => ({ authentication: apiOf(authenticationModule), menus })),
  entry(loggerProducerModule, ({ apiOf, eventKinds }) => ({
    eventKinds,
    engine: apiOf(bpmnEngineModule),
  })),
  entry(bpmnEngineModule, ({ apiOf }) => ({ authentication: apiOf(authenticationModule) })),
  entry(bpmnAdminModule, ({ apiOf }) => ({
    engine: apiOf(bpmnEngineModule),
    mail: apiOf(mailNotificationModule),
  })),
  entry(notificationPollingModule, ({ apiOf }) => ({
    authentication: apiOf(authenticationModule),
    session: apiOf(sessionModule),
    engine: apiOf(bpmnEngineModule),
    report: apiOf(reportModule),
  })),
  entry(reportModule, ({ apiOf, dataSets, eventKinds }) => ({
    authentication: apiOf(authenticationModule),
    mail: apiOf(mailNotificationModule),
    engine: apiOf(bpmnEngineModule),
    dataSets,
    eventKinds,
  })),
] as const;

type AnyEntry = (typeof entries)[number];

/** Holds the in-process interfaces by the name of their module, for commands and for tests of the whole program. */
export type ModuleApis = {
  readonly [E in AnyEntry as ModuleKey<E['module']['contract']['name']>]: ReturnType<E['module']['create']>['api'];
};

/** Lists every module of this version, for what is generated from their declarations. */
export const serverModules: readonly DeclaredModule[] = entries.map(({ module }) => module);

/** Lists the migrations of every module, whatever routes this process serves. */
export const moduleMigrations: readonly MigrationSource[] = serverModules.map(({ contract, migrations }) => ({
  name: contract.name,
  directory: migrations,
}));

/** The composition root sees a module with its server side so. */
export interface BuiltModule {
  readonly contract: ModuleContract;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly jobs: readonly Job[];
  readonly replyForms: readonly ReplyForm[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface BuiltModules {
  readonly all: readonly BuiltModule[];
  readonly apis: ModuleApis;
  readonly callers: Callers;
}

/** Between the entries no type is left that says which peers belong to which module; `entry` has held them against each other. */
interface CreatedModule {
  readonly module: DeclaredModule;
  readonly peersOf: (offers: Offers) => unknown;
  readonly instance: ModuleInstance<ModuleContract, unknown, unknown>;
}

function built({ module: { contract }, instance }: CreatedModule): BuiltModule {
  return {
    contract,
    // The contract's types have held each handler against its operation where it was written.
    handlers: instance.handlers as unknown as Readonly<Record<string, AnyHandler>>,
    jobs: instance.jobs,
    replyForms: instance.replyForms ?? [],
    start: async () => instance.start?.(),
    stop: async () => instance.stop?.(),
  };
}

/** Has each module with rows or work of its own hear what happens to people and tenants. */
function followDirectory(
  { directoryFollowers }: Kernel,
  { registerDirectoryHandler }: AuthenticationApi,
  modules: readonly CreatedModule[],
): void {
  for (const { module, instance } of modules) {
    const { contract, tables = [] } = module;
    const { directoryHooks = [] } = instance;
    if (tables.length + directoryHooks.length === 0) continue;
    registerDirectoryHandler(contract.name, directoryFollowers.handlerOf(contract.name, tables, directoryHooks));
  }
}

/** Creates all, then connects all; nothing runs yet. */
export function createModules(kernel: Kernel): BuiltModules {
  for (const rule of serverModules.flatMap(({ settingRules = [] }) => settingRules)) kernel.settings.addRule(rule);
  const created = entries.map(({ module, peersOf }) => ({
    module,
    peersOf,
    instance: module.create(kernel),
  })) as unknown as readonly CreatedModule[];
  const callers = created.map(({ instance }) => instance.callers).find((offered) => offered !== undefined);
  if (callers === undefined) throw new Error('no module authenticates');
  const offers: Offers = {
    apiOf: (asked) => created.find(({ module }) => (module as unknown) === asked)!.instance.api as never,
    callers,
    menus: created.map(({ module }) => module.menu),
    eventKinds: created.flatMap(({ module: { contract, events } }) =>
      Object.values(events).map((event) => ({ ...event, module: contract.name })),
    ),
    dataSets: created.flatMap(({ module: { contract, dataSets = [] } }) =>
      dataSets.map((dataSet) => ({ ...dataSet, module: contract.name })),
    ),
  };
  for (const { instance, peersOf } of created) instance.connect(peersOf(offers));
  followDirectory(kernel, offers.apiOf(authenticationModule), created);
  const apis = Object.fromEntries(
    created.map(({ module, instance }) => [moduleKey(module.contract.name), instance.api]),
  );
  return { all: created.map(built), apis: apis as unknown as ModuleApis, callers };
}
