// Contract operations on live sessions as they are elsewhere: validation of tokens, and the stream of what begins and ends.
import type { sessionModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { SessionEvents } from './stream.ts';
import type { SessionValidation } from './validation.service.ts';

export interface LiveServices {
  readonly validation: Pick<SessionValidation, 'validateAll'>;
  readonly stream: SessionEvents['stream'];
}

export type LiveHandlers = Pick<ModuleHandlers<typeof sessionModule>, 'validate' | 'events'>;

export function createLiveHandlers({ validation, stream }: LiveServices): LiveHandlers {
  return {
    async validate({ act, body }) {
      return { preparedJson: await validation.validateAll(act, body.tokenList, body.touch ?? false) };
    },
    events: async ({ act }) => stream(act.caller, act.context.lastEventId),
  };
}
