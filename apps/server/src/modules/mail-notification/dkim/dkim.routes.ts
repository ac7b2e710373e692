// Answers the operations on the keys that sign mails.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { DkimService } from './dkim.service.ts';

export function createDkimHandlers(keys: DkimService) {
  return {
    saveDkimKey: ({ act, body }) => keys.save(act, body),
    listDkimKeys: ({ act, params }) => keys.list(act, params.domain),
    async deleteDkimKey({ act, params }) {
      await keys.remove(act, params.uuid);
      return undefined;
    },
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
