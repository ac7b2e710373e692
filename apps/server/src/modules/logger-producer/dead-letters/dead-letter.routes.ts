// Answers the operations of dead letters.
import type { loggerProducerModule, SvcDeadLetterModel } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { createDeadLetterService } from './dead-letter.service.ts';
import type { StoredDeadLetter } from './dead-letter.store.ts';

function toModel({ id, recordedAt, lastTryDate, payload, ...letter }: StoredDeadLetter): SvcDeadLetterModel {
  const { eventUuid, tenantIdentifier, reason, tries } = letter;
  const dates = { dateRecorded: recordedAt.toISOString(), dateLastTry: lastTryDate?.toISOString() ?? null };
  return { uuid: id, ...dates, eventUuid, tenantIdentifier, reason, payload: payload.toString('utf8'), tries };
}

export function createDeadLetterHandlers(
  service: ReturnType<typeof createDeadLetterService>,
): Pick<ModuleHandlers<typeof loggerProducerModule>, 'queryDeadLetters' | 'retryDeadLetters' | 'deleteDeadLetter'> {
  return {
    async queryDeadLetters({ act, body }) {
      const { rows, total, request } = await service.page(act, body ?? {});
      return pageBody(rows.map(toModel), total, request);
    },
    retryDeadLetters: ({ act, body }) => service.retry(act, body),
    async deleteDeadLetter({ act, params }) {
      await service.remove(act, params.uuid.toLowerCase());
    },
  };
}
