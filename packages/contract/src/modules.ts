// Lists the ten modules of the suite in the order of the interface: what is served, documented and counted starts from here.
import { authenticationModule } from './modules/authentication/index.ts';
import { bpmnAdminModule } from './modules/bpmn-admin/index.ts';
import { bpmnEngineModule } from './modules/bpmn-engine/index.ts';
import { loggerProducerModule } from './modules/logger-producer/index.ts';
import { mailNotificationModule } from './modules/mail-notification/index.ts';
import { notificationPollingModule } from './modules/notification-polling/index.ts';
import { reportModule } from './modules/report/index.ts';
import { sessionModule } from './modules/session/index.ts';
import { systemMenuModule } from './modules/system-menu/index.ts';
import { systemSettingModule } from './modules/system-setting/index.ts';
import type { ModuleContract } from './operations/define.ts';

export * from './modules/authentication/index.ts';
export * from './modules/bpmn-admin/index.ts';
export * from './modules/bpmn-engine/index.ts';
export * from './modules/logger-producer/index.ts';
export * from './modules/mail-notification/index.ts';
export * from './modules/notification-polling/index.ts';
export * from './modules/report/index.ts';
export * from './modules/session/index.ts';
export * from './modules/system-menu/index.ts';
export * from './modules/system-setting/index.ts';

/** The modules by their types: spelt out, these are longer than what the compiler writes into declarations. */
type ModuleTable = readonly [
  typeof authenticationModule,
  typeof mailNotificationModule,
  typeof sessionModule,
  typeof loggerProducerModule,
  typeof systemSettingModule,
  typeof reportModule,
  typeof notificationPollingModule,
  typeof bpmnAdminModule,
  typeof systemMenuModule,
  typeof bpmnEngineModule,
];

/** The modules by their types, from which clients and servers name what they make of one. */
export const moduleTable: ModuleTable = [
  authenticationModule,
  mailNotificationModule,
  sessionModule,
  loggerProducerModule,
  systemSettingModule,
  reportModule,
  notificationPollingModule,
  bpmnAdminModule,
  systemMenuModule,
  bpmnEngineModule,
];

/** Every module, built or not. */
export const modules: readonly ModuleContract[] = [...moduleTable];

/** Turns the name of a module into a property: `system-menu` is `systemMenu`. */
export type ModuleKey<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<ModuleKey<Tail>>}`
  : Name;

/** Turns the name of a module into a property, as `ModuleKey` does for types. */
export function moduleKey<Name extends string>(name: Name): ModuleKey<Name> {
  return name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase()) as ModuleKey<Name>;
}
