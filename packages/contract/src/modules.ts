// The ten modules of the suite in the order of the interface.
import { authenticationModule } from './modules/authentication.ts';
import { bpmnAdminModule } from './modules/bpmn-admin.ts';
import { bpmnEngineModule } from './modules/bpmn-engine.ts';
import { loggerProducerModule } from './modules/logger-producer.ts';
import { mailNotificationModule } from './modules/mail-notification.ts';
import { notificationPollingModule } from './modules/notification-polling.ts';
import { reportModule } from './modules/report.ts';
import { sessionModule } from './modules/session.ts';
import { systemMenuModule } from './modules/system-menu.ts';
import { systemSettingModule } from './modules/system-setting.ts';
import type { ModuleContract } from './operations/define.ts';

export {
  authenticationModule,
  bpmnAdminModule,
  bpmnEngineModule,
  loggerProducerModule,
  mailNotificationModule,
  notificationPollingModule,
  reportModule,
  sessionModule,
  systemMenuModule,
  systemSettingModule,
};

/** Every module, built or not; what is served, documented and counted starts from here. */
export const modules: readonly ModuleContract[] = [
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
