// Answers the operations on notifications to named users, by calls of their service.
import type { notificationPollingModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createNotificationService } from './notification.service.ts';
import type { NotificationVerb } from './notification.store.ts';

type Handlers = ModuleHandlers<typeof notificationPollingModule>;

export function createNotificationHandlers(service: ReturnType<typeof createNotificationService>) {
  const mark =
    (verb: NotificationVerb): Handlers['readNotification'] =>
    async ({ act, params }) => {
      await service.one(act, params.uuid, verb);
      return undefined;
    };
  return {
    sendNotification: async ({ act, body }) => service.send(act, body),
    async queryNotifications({ act, body }) {
      const { body: page, asOf } = await service.page(act, body);
      return { body: page, headers: { 'x-svc-as-of': asOf } };
    },
    readNotification: mark('read'),
    unreadNotification: mark('unread'),
    archiveNotification: mark('archive'),
    deleteNotification: mark('delete'),
    readNotifications: async ({ act, body }) => service.list(act, body, 'read'),
    archiveNotifications: async ({ act, body }) => service.list(act, body, 'archive'),
    readAllNotifications: async ({ act, body }) => service.readAll(act, body.asOf),
    readEverything: async ({ act, body }) => service.readEverything(act, body.asOf),
  } satisfies Partial<Handlers>;
}
