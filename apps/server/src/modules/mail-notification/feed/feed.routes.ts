// Answers the operation of the stream of mails.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createStreamService } from './stream.service.ts';

export function createFeedHandlers({ stream }: Pick<ReturnType<typeof createStreamService>, 'stream'>) {
  return {
    stream: ({ act, query }) => stream(act, query),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
