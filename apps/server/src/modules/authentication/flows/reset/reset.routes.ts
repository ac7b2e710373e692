// Answers the contract operations on forgotten passwords by calls of their services.
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { ForgottenPasswordService } from './forgotten-password.service.ts';
import type { ResetService } from './reset.service.ts';
import type { SentResetService } from './sent-reset.service.ts';

type ResetHandlers = Pick<AuthenticationHandlers, 'forgotPassword' | 'resetPassword' | 'sendReset'>;

export function createResetHandlers({
  forgotten,
  resets,
  sentResets,
}: {
  readonly forgotten: ForgottenPasswordService;
  readonly resets: ResetService;
  readonly sentResets: SentResetService;
}): ResetHandlers {
  return {
    async forgotPassword({ body, act }) {
      await forgotten.request(act, body);
      return undefined;
    },
    async resetPassword({ body, act }) {
      await resets.reset(act, body);
      return undefined;
    },
    async sendReset({ params, act }) {
      await sentResets.send(act, params.uuid);
      return undefined;
    },
  };
}
