// Lists what the examples of each module need.
import { authenticationGivens } from './authentication.given.ts';
import { bpmnAdminGivens } from './bpmn-admin.given.ts';
import { bpmnEngineGivens } from './bpmn-engine.given.ts';
import type { Arrange } from './given.ts';
import { loggerProducerGivens } from './logger-producer.given.ts';
import { mailNotificationGivens } from './mail-notification.given.ts';
import { notificationPollingGivens } from './notification-polling.given.ts';
import { reportGivens } from './report.given.ts';
import { sessionGivens } from './session.given.ts';
import { systemMenuGivens } from './system-menu.given.ts';
import { systemSettingGivens } from './system-setting.given.ts';

export const givens: Readonly<Record<string, Readonly<Record<string, Arrange>>>> = {
  authentication: authenticationGivens,
  report: reportGivens,
  'mail-notification': mailNotificationGivens,
  session: sessionGivens,
  'system-setting': systemSettingGivens,
  'system-menu': systemMenuGivens,
  'bpmn-admin': bpmnAdminGivens,
  'bpmn-engine': bpmnEngineGivens,
  'logger-producer': loggerProducerGivens,
  'notification-polling': notificationPollingGivens,
};
