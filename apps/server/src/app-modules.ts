// The modules of this version: which of them have a server side, and which interfaces they hand each other.
import type { ModuleContract } from '@keelson/contract';
import type { AnyHandler } from './kernel/http-pipeline.ts';
import type { MigrationSource } from './kernel/migrate.ts';
import type { Callers, Job, Kernel } from './kernel/module.ts';
import { authenticationModule } from './modules/authentication/module.ts';
import { bpmnEngineModule } from './modules/bpmn-engine/module.ts';
import { mailNotificationModule } from './modules/mail-notification/module.ts';
import { sessionModule } from './modules/session/module.ts';

/** In the order in which their tables are made. */
const serverModules = [sessionModule, mailNotificationModule, authenticationModule, bpmnEngineModule] as const;

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
  start(): Promise<void>;
}

export interface BuiltModules {
  readonly all: readonly BuiltModule[];
  readonly apis: ModuleApis;
  readonly callers: Callers;
}

/** In-process interfaces of the modules, for tests of the whole program. */
export interface ModuleApis {
  readonly session: ReturnType<typeof sessionModule.create>['api'];
  readonly authentication: ReturnType<typeof authenticationModule.create>['api'];
  readonly mailNotification: ReturnType<typeof mailNotificationModule.create>['api'];
  readonly bpmnEngine: ReturnType<typeof bpmnEngineModule.create>['api'];
}

interface AnyInstance {
  readonly handlers: object;
  readonly jobs: readonly Job[];
  start?(): Promise<void>;
}

function built(contract: ModuleContract, instance: AnyInstance): BuiltModule {
  return {
    contract,
    // The contract's types have held each handler against its operation where it was written.
    handlers: instance.handlers as Readonly<Record<string, AnyHandler>>,
    jobs: instance.jobs,
    start: async () => instance.start?.(),
  };
}

/** Creates all, then connects all; nothing runs yet. */
export function createModules(kernel: Kernel): BuiltModules {
  const session = sessionModule.create(kernel);
  const mailNotification = mailNotificationModule.create(kernel);
  const authentication = authenticationModule.create(kernel);
  const bpmnEngine = bpmnEngineModule.create(kernel);
  session.connect({});
  mailNotification.connect({});
  authentication.connect({ session: session.api, mail: mailNotification.api });
  bpmnEngine.connect({});
  const { callers } = session;
  if (callers === undefined) throw new Error('no module authenticates');
  return {
    all: [
      built(sessionModule.contract, session),
      built(mailNotificationModule.contract, mailNotification),
      built(authenticationModule.contract, authentication),
      built(bpmnEngineModule.contract, bpmnEngine),
    ],
    apis: {
      session: session.api,
      authentication: authentication.api,
      mailNotification: mailNotification.api,
      bpmnEngine: bpmnEngine.api,
    },
    callers,
  };
}
