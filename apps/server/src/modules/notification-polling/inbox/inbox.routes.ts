// Answers what a person reads, marks and counts, by calls of the services.
import type { notificationPollingModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createCountService } from './count.service.ts';
import type { createMarkService, MarkVerb } from './mark.service.ts';
import type { createPageService } from './page.service.ts';

type Handlers = ModuleHandlers<typeof notificationPollingModule>;

const foundHeaders = { 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie, X-API-Key' } as const;

export function createInboxHandlers({
  pages,
  marks,
  counts,
}: {
  readonly pages: ReturnType<typeof createPageService>;
  readonly marks: ReturnType<typeof createMarkService>;
  readonly counts: ReturnType<typeof createCountService>;
}) {
  const mark =
    (verb: MarkVerb): Handlers['readAnnouncement'] =>
    async ({ act, params }) => {
      await marks.one(act, params.uuid, verb);
      return undefined;
    };
  return {
    async queryPage({ act, body }) {
      const { body: page, asOf } = await pages.page(act, body);
      return { body: page, headers: { 'x-svc-as-of': asOf } };
    },
    async getAnnouncement({ act, params, query }) {
      const { model, etag } = await pages.find(act, params.uuid, query.locale);
      return { body: model, headers: { etag, ...foundHeaders } };
    },
    readAnnouncement: mark('read'),
    unreadAnnouncement: mark('unread'),
    archiveAnnouncement: mark('archive'),
    unarchiveAnnouncement: mark('unarchive'),
    dismissAnnouncement: mark('dismiss'),
    acknowledgeAnnouncement: mark('acknowledge'),
    readAnnouncements: async ({ act, body }) => marks.list(act, body, 'read'),
    archiveAnnouncements: async ({ act, body }) => marks.list(act, body, 'archive'),
    readAllAnnouncements: async ({ act, body }) => marks.readAll(act, body.asOf),
    async getUnreadNotificationCountByUser({ act, params }) {
      const { count, headers } = await counts.ofUser(act, params.user);
      return { body: count, headers };
    },
    getUnreadDetail: async ({ act }) => counts.detail(act),
    async getUnreadCount({ act }) {
      const { count, headers } = await counts.own(act);
      return { body: count, headers };
    },
  } satisfies Partial<Handlers>;
}
