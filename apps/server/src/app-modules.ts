// The modules of this version: which of them have a server side, and which interfaces they hand each other.
import type { ModuleContract } from '@keelson/contract';
import { createSettingFollower } from './app-directory.ts';
import type { ReplyForm } from './kernel/http/answer/reply-form.ts';
import type { AnyHandler } from './kernel/http/pipeline.ts';
import type { Callers, Job, Kernel } from './kernel/module.ts';
import type { MigrationSource } from './kernel/schema/migrate.ts';
import { authenticationModule } from './modules/authentication/module.ts';
import { bpmnEngineModule } from './modules/bpmn-engine/module.ts';
import { mailNotificationModule } from './modules/mail-notification/module.ts';
import { sessionModule } from './modules/session/module.ts';
import { systemMenuModule } from './modules/system-menu/module.ts';
import { systemSettingModule } from './modules/system-setting/module.ts';

/** In the order in which their tables are made. */
const serverModules = [
  systemSettingModule,
  sessionModule,
  mailNotificationModule,
  authenticationModule,
  systemMenuModule,
  bpmnEngineModule,
] as const;

/** Migrations of every module, whatever routes this process serves. */
export const moduleMigrations: readonly MigrationSource[] = serverModules.map(({ contract, migrations }) => ({
  name: contract.name,
  directory: migrations,
}));

/** A module with its server side, as the composition root sees it. */
export interface BuiltModule {
  readonly contract: ModuleContract;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly jobs: readonly Job[];
  readonly replyForms: readonly ReplyForm[];
  start(): Promise<void>;
}

export interface BuiltModules {
  readonly all: readonly BuiltModule[];
  readonly apis: ModuleApis;
  readonly callers: Callers;
}

/** In-process interfaces of the modules, for tests of the whole program. */
export interface ModuleApis {
  readonly systemSetting: ReturnType<typeof systemSettingModule.create>['api'];
  readonly session: ReturnType<typeof sessionModule.create>['api'];
  readonly authentication: ReturnType<typeof authenticationModule.create>['api'];
  readonly mailNotification: ReturnType<typeof mailNotificationModule.create>['api'];
  readonly systemMenu: ReturnType<typeof systemMenuModule.create>['api'];
  readonly bpmnEngine: ReturnType<typeof bpmnEngineModule.create>['api'];
}

interface AnyInstance {
  readonly handlers: object;
  readonly jobs: readonly Job[];
  readonly replyForms?: readonly ReplyForm[];
  start?(): Promise<void>;
}

function built(contract: ModuleContract, instance: AnyInstance): BuiltModule {
  return {
    contract,
    // The contract's types have held each handler against its operation where it was written.
    handlers: instance.handlers as Readonly<Record<string, AnyHandler>>,
    jobs: instance.jobs,
    replyForms: instance.replyForms ?? [],
    start: async () => instance.start?.(),
  };
}

/** Creates all, then connects all; nothing runs yet. */
export function createModules(kernel: Kernel): BuiltModules {
  const systemSetting = systemSettingModule.create(kernel);
  const session = sessionModule.create(kernel);
  const mailNotification = mailNotificationModule.create(kernel);
  const authentication = authenticationModule.create(kernel);
  const systemMenu = systemMenuModule.create(kernel);
  const bpmnEngine = bpmnEngineModule.create(kernel);
  const { callers } = session;
  if (callers === undefined) throw new Error('no module authenticates');
  systemSetting.connect({ freshPeriodMs: callers.freshPeriodMs, findCaller: callers.findCaller });
  session.connect({});
  mailNotification.connect({});
  authentication.connect({ session: session.api, mail: mailNotification.api });
  authentication.api.registerDirectoryHandler('system-setting', createSettingFollower(systemSetting.api));
  systemMenu.connect({ authentication: authentication.api });
  for (const { menu } of serverModules) systemMenu.api.register(menu);
  bpmnEngine.connect({});
  return {
    // Settings start first: whatever the others read at their start is there.
    all: [
      built(systemSettingModule.contract, systemSetting),
      built(sessionModule.contract, session),
      built(mailNotificationModule.contract, mailNotification),
      built(authenticationModule.contract, authentication),
      built(systemMenuModule.contract, systemMenu),
      built(bpmnEngineModule.contract, bpmnEngine),
    ],
    apis: {
      systemSetting: systemSetting.api,
      session: session.api,
      authentication: authentication.api,
      mailNotification: mailNotification.api,
      systemMenu: systemMenu.api,
      bpmnEngine: bpmnEngine.api,
    },
    callers,
  };
}
