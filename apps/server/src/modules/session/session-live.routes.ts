// Contract operations on live sessions as they are elsewhere: validation of tokens, and the stream of what begins and ends.
import type { Handlers, sessionModule } from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';
import type { Context } from '../../kernel/request/context.ts';
import type { SessionEvents } from './session-events.ts';
import type { SessionValidation } from './session-validation.ts';

export interface LiveServices {
  readonly validation: Pick<SessionValidation, 'validateAll'>;
  readonly stream: SessionEvents['stream'];
}

export type LiveHandlers = Pick<Handlers<typeof sessionModule, Caller, Context>, 'validate' | 'events'>;

export function createLiveHandlers({ validation, stream }: LiveServices): LiveHandlers {
  return {
    async validate({ body, caller, context }) {
      return { preparedJson: await validation.validateAll(body.tokenList, body.touch ?? false, caller, context) };
    },
    events: async ({ caller, context }) => stream(caller, context.lastEventId),
  };
}
