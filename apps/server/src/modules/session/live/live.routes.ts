// Contract operations on live sessions: validation of tokens, and the stream of what begins and ends.
import type { sessionModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { Stream } from './stream.ts';
import type { ValidationService } from './validation.service.ts';

type LiveHandlers = Pick<ModuleHandlers<typeof sessionModule>, 'validate' | 'events'>;

export function createLiveHandlers(
  { validateAll }: Pick<ValidationService, 'validateAll'>,
  { stream }: Pick<Stream, 'stream'>,
): LiveHandlers {
  return {
    validate: async ({ act, body }) => ({ preparedJson: await validateAll(act, body) }),
    events: async ({ act }) => stream(act),
  };
}
