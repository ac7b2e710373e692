// Lists the modules whose acceptance is tested.
import { authenticationSuite } from './authentication/authentication.suite.ts';
import { bpmnAdminSuite } from './bpmn-admin/bpmn-admin.suite.ts';
import { bpmnEngineSuite } from './bpmn-engine/bpmn-engine.suite.ts';
import { loggerProducerSuite } from './logger-producer/logger-producer.suite.ts';
import { mailNotificationSuite } from './mail-notification/mail-notification.suite.ts';
import { notificationPollingSuite } from './notification-polling/notification-polling.suite.ts';
import { reportSuite } from './report/report.suite.ts';
import { sessionSuite } from './session/session.suite.ts';
import type { Suite } from './suite.ts';
import { systemMenuSuite } from './system-menu/system-menu.suite.ts';
import { systemSettingSuite } from './system-setting/system-setting.suite.ts';

export const suites: readonly Suite[] = [
  authenticationSuite,
  sessionSuite,
  systemSettingSuite,
  systemMenuSuite,
  bpmnAdminSuite,
  bpmnEngineSuite,
  loggerProducerSuite,
  notificationPollingSuite,
  mailNotificationSuite,
  reportSuite,
];
