// Answers the contract operations of the history.
import { withRevision } from '../client-revision.ts';
import type { SettingHandlers } from '../system-setting.types.ts';
import type { createHistoryService } from './history.service.ts';

export function createHistoryHandlers(
  history: ReturnType<typeof createHistoryService>,
): SettingHandlers<'queryHistoryPage' | 'rollback'> {
  return {
    queryHistoryPage: ({ act, body }) => history.page(act, body),
    async rollback({ act, params, body: model }) {
      const { body, revision } = await history.rollback(act, { ...model, uuid: params.uuid });
      return withRevision(body, revision);
    },
  };
}
