// Declares the operations of acting as another user.
import { authority, fresh } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcAuthAuthenticationResponseModel } from './authentication-models.ts';
import { SvcAuthImpersonationModel } from './impersonation-models.ts';

export const impersonationOperations = {
  impersonate: operation({
    method: 'POST',
    path: '/auth/impersonate',
    summary: 'Opens a session as another user',
    description:
      'For 30 minutes, hanging on the own session, never as a user with authorities that the caller lacks. COOKIE delivery replaces ' +
      'the session cookie, and whoever signs out then signs in anew. Idempotency-Key is not honoured, because the answer carries a secret.',
    access: fresh(authority('AUTH_IMPERSONATE')),
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthImpersonationModel },
    reply: {
      kind: 'json',
      schema: SvcAuthAuthenticationResponseModel,
      headers: { 'cache-control': 'no-store' },
    },
    errors: ['USER_NOT_FOUND', 'USER_DISABLED'],
  }),
};
