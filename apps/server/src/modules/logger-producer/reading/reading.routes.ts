// Answers the operations that read events.
import type { loggerProducerModule, SvcEventLogStoredModel } from '@keelson/contract';
import type { Static } from 'typebox';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { EventRow } from './event-query.store.ts';
import type { createReadingService } from './reading.service.ts';

function toEventModel(row: EventRow): Static<typeof SvcEventLogStoredModel> {
  return { ...row, observedTime: row.observedTime.toISOString() } as unknown as Static<typeof SvcEventLogStoredModel>;
}

export function createReadingHandlers(
  service: ReturnType<typeof createReadingService>,
): Pick<ModuleHandlers<typeof loggerProducerModule>, 'getEvent' | 'queryEvents'> {
  return {
    getEvent: async ({ act, params }) => toEventModel(await service.find(act, params.uuid)),
    async queryEvents({ act, body }) {
      const { rows, total, request } = await service.page(act, body);
      return pageBody(rows.map(toEventModel), total, request);
    },
  };
}
