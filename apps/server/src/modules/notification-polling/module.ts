// Wires notification polling: what the features share, and the features.
import { notificationPollingModule as contract } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { AuthenticationApi } from '../authentication/api.ts';
import type { BpmnEngineApi } from '../bpmn-engine/api.ts';
import type { ReportApi } from '../report/api.ts';
import type { SessionApi } from '../session/api.ts';
import { createAnnouncementFeature } from './announcement/feature.ts';
import type { NotificationPollingApi } from './api.ts';
import { createDirectoryFeature } from './directory/feature.ts';
import { createInboxFeature } from './inbox/feature.ts';
import { createListeningFeature } from './listening/feature.ts';
import { createLiveFeature } from './live/feature.ts';
import { createManagingFeature } from './managing/feature.ts';
import { createNotificationFeature } from './notification/feature.ts';
import { notificationPollingEvents } from './notification-polling.events.ts';
import { notificationPollingMenu } from './notification-polling.menu.ts';
import { notificationPollingSettings } from './notification-polling.settings.ts';
import { notificationPollingTables } from './notification-polling.tables.store.ts';
import { createOfferedFeature } from './offered/feature.ts';
import { createPreferenceFeature } from './preference/feature.ts';
import { createPublisherFeature } from './publisher/feature.ts';
import { createSignals } from './record/signals.ts';
import { createLiveAnnouncements } from './view/live-announcements.ts';
import { createLocales } from './view/locales.ts';
import { createOwnViews } from './view/own-view.ts';

interface PollingPeers {
  readonly authentication: Pick<AuthenticationApi, 'findPeople' | 'findTenant' | 'findUserGrants'>;
  readonly engine: Pick<BpmnEngineApi, 'registerAction' | 'registerEngineHandler'>;
  readonly report: Pick<ReportApi, 'registerReportHandler'>;
  readonly session: Pick<SessionApi, 'authoritiesOf'>;
}

type Instance = ModuleInstance<typeof contract, NotificationPollingApi, PollingPeers>;

export const notificationPollingModule: ServerModule<typeof contract, NotificationPollingApi, PollingPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: notificationPollingMenu,
  events: notificationPollingEvents,
  settings: notificationPollingSettings,
  tables: notificationPollingTables,
  create: createNotificationPolling,
};

function createNotificationPolling(kernel: Kernel): Instance {
  let connected: PollingPeers | null = null;
  const peers = (): PollingPeers => {
    if (connected === null) throw new Error('notification polling is not connected');
    return connected;
  };
  const directory = { authentication: () => peers().authentication, session: () => peers().session };
  const settings = kernel.settings.bind(notificationPollingSettings);
  const signals = createSignals(kernel);
  const live = createLiveAnnouncements(kernel);
  const views = createOwnViews({ ...kernel, live });
  const locales = createLocales(() => peers().authentication.findTenant);
  const publisher = createPublisherFeature(kernel, {
    publishing: () => announcements.api.publishing,
    announcementDays: () => settings.retentionAnnouncement.get(null),
  });
  const announcements = createAnnouncementFeature(kernel, {
    views,
    locales,
    directory,
    signals,
    wake: publisher.api.wake,
  });
  const inbox = createInboxFeature(kernel, { views, locales, directory, signals, showing: announcements.api.showing });
  const notifications = createNotificationFeature(kernel, {
    views,
    signals,
    recipients: announcements.api.recipients,
    days: { read: () => settings.retentionRead.get(null), unread: () => settings.retentionUnread.get(null) },
  });
  const listening = createListeningFeature({
    ...kernel,
    wake: notifications.api.wake,
    listensToTasks: (tenant) => settings.listenTaskAssigned.get(tenant),
    listensToReports: (tenant) => settings.listenReportFinished.get(tenant),
  });
  const offered = createOfferedFeature({
    ...kernel,
    recipients: announcements.api.recipients,
    wake: { publisher: publisher.api.wake, numbering: notifications.api.wake },
  });
  const { prepare, add, write } = offered.api;
  const stream = createLiveFeature(kernel, { views, locales, signals, findModels: inbox.api.findModels });
  const managing = createManagingFeature({ ...kernel, directory, recipients: announcements.api.recipients });
  const preferences = createPreferenceFeature({ ...kernel, views, signals });
  return {
    api: { unreadCount: inbox.api.unreadCount, prepare, add, write },
    handlers: {
      ...announcements.handlers,
      ...inbox.handlers,
      ...notifications.handlers,
      ...stream.handlers,
      ...managing.handlers,
      ...preferences.handlers,
    },
    jobs: [...publisher.jobs, ...notifications.jobs, ...stream.jobs],
    directoryHooks: [createDirectoryFeature({ signals }).hooks],
    connect(given) {
      connected = given;
      given.engine.registerAction(offered.api.action);
      given.engine.registerEngineHandler(contract.name, ['task.assigned'], listening.api.hearTask);
      given.report.registerReportHandler(contract.name, ['report.finished', 'report.failed'], listening.api.hearReport);
    },
  };
}
