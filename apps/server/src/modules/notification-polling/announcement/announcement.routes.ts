// Answers the operations that send, change and take back announcements, by calls of their services.
import type { notificationPollingModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createChangeService } from './change.service.ts';
import type { createSendService } from './send.service.ts';
import type { createUpdateService } from './update.service.ts';

export function createAnnouncementHandlers({
  sending,
  updating,
  changing,
}: {
  readonly sending: ReturnType<typeof createSendService>;
  readonly updating: ReturnType<typeof createUpdateService>;
  readonly changing: ReturnType<typeof createChangeService>;
}) {
  return {
    send: async ({ act, body, query }) => sending.send(act, body, query.ignoreUnknown ?? false),
    async updateAnnouncement({ act, body, query: { significant = false, ignoreUnknown = false } }) {
      const { model, widened } = await updating.update(act, body, { significant, ignoreUnknown });
      return { body: model, headers: widened ? { 'x-svc-warning': 'AUDIENCE_WIDENED' } : {} };
    },
    async deleteAnnouncement({ act, params }) {
      await changing.remove(act, params.uuid);
      return undefined;
    },
    publishAnnouncement: async ({ act, params }) => changing.publish(act, params.uuid),
    withdrawAnnouncement: async ({ act, params }) => changing.withdraw(act, params.uuid),
  } satisfies Partial<ModuleHandlers<typeof notificationPollingModule>>;
}
