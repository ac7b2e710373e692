// Answers the operation of the stream of events.
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createTailService } from './tail.service.ts';

export function createTailHandlers({
  tail,
}: Pick<ReturnType<typeof createTailService>, 'tail'>): Pick<
  ModuleHandlers<typeof loggerProducerModule>,
  'tailEvents'
> {
  return { tailEvents: ({ act, query }) => tail(act, query) };
}
