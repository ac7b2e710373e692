// Lists every screen, and makes of them the routes below `/platform`.
import { QueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../lib/address.ts';
import { platformPath } from '../lib/base.ts';
import { problemOf } from '../lib/error.ts';
import { authoritiesOf, isServed, useCan } from '../lib/session.ts';
import { late } from '../ui/page/late.tsx';
import type { Screen } from '../ui/page/screen.ts';
import { Failed, Forbidden, NotFound, NotServed } from '../ui/page/states.tsx';
import { Shell } from './shell/shell.tsx';

/** The screens, one a line; without its line and its folder the others stay as they are. */
export const screens: readonly Screen[] = [
  { page: 'home', operation: null, load: async () => (await import('./home/home.tsx')).Home },
  {
    page: 'tasks',
    operation: 'bpmnEngine.task_queryPage',
    load: async () => (await import('../features/bpmn-engine/tasks/tasks.tsx')).Tasks,
  },
  {
    page: 'task',
    operation: 'bpmnEngine.getTask',
    load: async () => (await import('../features/bpmn-engine/task/task.tsx')).TaskPage,
  },
  {
    page: 'start',
    operation: 'bpmnEngine.startProcessInstanceByKey',
    load: async () => (await import('../features/bpmn-engine/start/start.tsx')).Start,
  },
  {
    page: 'startOf',
    operation: 'bpmnEngine.startProcessInstanceByKey',
    load: async () => (await import('../features/bpmn-engine/start/start.tsx')).StartOf,
  },
  {
    page: 'instances',
    operation: 'bpmnEngine.processInstance_queryPage',
    load: async () => (await import('../features/bpmn-engine/instances/instances.tsx')).Instances,
  },
  {
    page: 'instance',
    operation: 'bpmnEngine.getProcessInstance',
    load: async () => (await import('../features/bpmn-engine/instance/instance.tsx')).InstancePage,
  },
  {
    page: 'incidents',
    operation: 'bpmnEngine.queryIncidents',
    load: async () => (await import('../features/bpmn-engine/incidents/incidents.tsx')).Incidents,
  },
  {
    page: 'incidentCauses',
    operation: 'bpmnEngine.groupIncidents',
    load: async () => (await import('../features/bpmn-engine/incidents/causes.tsx')).Causes,
  },
  {
    page: 'batches',
    operation: 'bpmnEngine.queryBatches',
    load: async () => (await import('../features/bpmn-engine/incidents/batches.tsx')).Batches,
  },
  {
    page: 'batch',
    operation: 'bpmnEngine.getBatch',
    load: async () => (await import('../features/bpmn-engine/incidents/batch.tsx')).BatchPage,
  },
  {
    page: 'users',
    operation: 'authentication.queryUserPage',
    load: async () => (await import('../features/authentication/users/users.tsx')).Users,
  },
  {
    page: 'userNew',
    operation: 'authentication.createUser',
    load: async () => (await import('../features/authentication/users/users.tsx')).NewUser,
  },
  {
    page: 'user',
    operation: 'authentication.getUser',
    load: async () => (await import('../features/authentication/user/user.tsx')).UserPage,
  },
  {
    page: 'roles',
    operation: 'authentication.queryRolePage',
    load: async () => (await import('../features/authentication/roles/roles.tsx')).Roles,
  },
  {
    page: 'role',
    operation: 'authentication.getRole',
    load: async () => (await import('../features/authentication/role/role.tsx')).RolePage,
  },
  {
    page: 'apiKeys',
    operation: 'authentication.queryApiKeyPage',
    load: async () => (await import('../features/authentication/api-keys/api-keys.tsx')).ApiKeys,
  },
  {
    page: 'tenants',
    operation: 'authentication.queryTenantPage',
    load: async () => (await import('../features/authentication/tenants/tenants.tsx')).Tenants,
  },
  {
    page: 'account',
    operation: 'authentication.getCurrentUser',
    load: async () => (await import('../features/authentication/account/account.tsx')).Account,
  },
  {
    page: 'sessions',
    operation: 'session.queryPage',
    load: async () => (await import('../features/session/sessions/sessions.tsx')).Sessions,
  },
  {
    page: 'menu',
    operation: 'systemMenu.getTreeAll',
    load: async () => (await import('../features/system-menu/menu/menu-editor.tsx')).MenuEditor,
  },
  {
    page: 'settings',
    operation: 'systemSetting.queryDataPage',
    load: async () => (await import('../features/system-setting/settings/settings.tsx')).Settings,
  },
  {
    page: 'setting',
    operation: 'systemSetting.getByCode',
    load: async () => (await import('../features/system-setting/setting/setting.tsx')).SettingPage,
  },
  {
    page: 'inbox',
    operation: 'notificationPolling.queryNotifications',
    load: async () => (await import('../features/notification-polling/inbox/inbox.tsx')).Inbox,
  },
  {
    page: 'mails',
    operation: 'mailNotification.queryMailPage',
    load: async () => (await import('../features/mail-notification/mails/mails.tsx')).Mails,
  },
  {
    page: 'mail',
    operation: 'mailNotification.getMailByUuid',
    load: async () => (await import('../features/mail-notification/mails/mail.tsx')).MailPage,
  },
  {
    page: 'mailProviders',
    operation: 'mailNotification.queryProviderPage',
    load: async () => (await import('../features/mail-notification/mails/providers.tsx')).Providers,
  },
  {
    page: 'mailSenders',
    operation: 'mailNotification.querySenderPage',
    load: async () => (await import('../features/mail-notification/mails/senders.tsx')).Senders,
  },
  {
    page: 'mailSuppressions',
    operation: 'mailNotification.querySuppressionPage',
    load: async () => (await import('../features/mail-notification/mails/suppressions.tsx')).Suppressions,
  },
  {
    page: 'mailTemplates',
    operation: 'mailNotification.queryDataPage',
    load: async () => (await import('../features/mail-notification/templates/templates.tsx')).Templates,
  },
  {
    page: 'mailTemplate',
    operation: 'mailNotification.getByUuid',
    load: async () => (await import('../features/mail-notification/templates/template.tsx')).TemplatePage,
  },
  {
    page: 'announcements',
    operation: 'notificationPolling.getStatistics',
    load: async () => (await import('../features/notification-polling/announcements/announcements.tsx')).Announcements,
  },
  {
    page: 'announcementNew',
    operation: 'notificationPolling.send',
    load: async () => (await import('../features/notification-polling/announcements/compose.tsx')).Compose,
  },
  {
    page: 'announcement',
    operation: 'notificationPolling.getStatistics',
    load: async () =>
      (await import('../features/notification-polling/announcements/announcement.tsx')).AnnouncementPage,
  },
  {
    page: 'announcementEdit',
    operation: 'notificationPolling.getStatistics',
    load: async () => (await import('../features/notification-polling/announcements/edit.tsx')).EditAnnouncement,
  },
  {
    page: 'events',
    operation: 'loggerProducer.searchEvents',
    load: async () => (await import('../features/logger-producer/events/events.tsx')).Events,
  },
  {
    page: 'event',
    operation: 'loggerProducer.getEvent',
    load: async () => (await import('../features/logger-producer/events/event.tsx')).EventPage,
  },
  {
    page: 'audit',
    operation: 'loggerProducer.verifyAudit',
    load: async () => (await import('../features/logger-producer/audit/audit.tsx')).Audit,
  },
];

function Allowed({ operation, children }: { readonly operation: Screen['operation']; readonly children: ReactNode }) {
  const can = useCan();
  if (operation !== null && !isServed(operation)) return <NotServed />;
  if (operation !== null && !can(operation)) return <Forbidden authorities={authoritiesOf(operation)} />;
  return children;
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
});

function routeOf({ page, operation, load }: Screen) {
  const Shown = late(load);
  return createRoute({
    getParentRoute: () => root,
    path: paths[page],
    staticData: { operation },
    component: () => (
      <Allowed operation={operation}>
        <Shown />
      </Allowed>
    ),
    errorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
  });
}

/** Begins to load the screen of an address while something else is waited for; where that fails, showing it says so. */
export function loadAhead(pathname: string): void {
  const path = pathname.slice(platformPath.length) || '/';
  const fits = (page: Screen['page']): boolean =>
    new RegExp(`^${paths[page].replaceAll(/\$\w+/g, '[^/]+')}$`).test(path);
  screens
    .find(({ page }) => fits(page))
    ?.load()
    .catch(() => undefined);
}

export const router = createRouter({
  routeTree: root.addChildren(screens.map(routeOf)),
  basepath: platformPath,
  scrollRestoration: true,
});

/** What the server refused is refused again; what did not arrive may arrive the second time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && problemOf(error).code === null,
      throwOnError: false,
    },
  },
});
