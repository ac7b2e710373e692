// Declares the operations of signing in with an API key.
import { sessionAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcAuthAuthenticationResponseModel } from './authentication-models.ts';

export const systemLoginOperations = {
  systemLogin: operation({
    method: 'POST',
    path: '/auth/system-login',
    summary: 'Gives an API key the token of a system session',
    description:
      'The session can what the key can, now and later, and ends no later than the key. At most 100 live for one key: the least ' +
      'recently used gives way. Needs the API key itself; a session that was begun with one is refused. Idempotency-Key is not ' +
      'honoured, because the answer carries a secret.',
    access: sessionAccess,
    effect: 'write',
    reply: {
      kind: 'json',
      schema: SvcAuthAuthenticationResponseModel,
      headers: { 'cache-control': 'no-store' },
    },
    errors: ['ACCESS_DENIED'],
  }),
} as const;
