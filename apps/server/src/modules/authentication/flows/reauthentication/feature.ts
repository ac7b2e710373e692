// Wires proving again who is calling.
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi } from '../../../session/api.ts';
import { type AuthenticationHandlers, NO_STORE } from '../../ground/authentication.types.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import type { PasswordAttempts } from '../../guessing/protection/feature.ts';
import type { CodeVerifier } from '../../secrets/factor/code-verifier.ts';
import { toRotatedSession } from '../../steps/rotated-session.wire.ts';
import { createReauthenticationService } from './reauthentication.service.ts';

export function createReauthenticationFeature(
  { database, clock }: Pick<Kernel, 'database' | 'clock'>,
  {
    hasher,
    passwordAttempts,
    codeVerifier,
    session,
  }: {
    readonly hasher: PasswordHasher;
    readonly passwordAttempts: PasswordAttempts;
    readonly codeVerifier: CodeVerifier;
    readonly session: () => SessionApi;
  },
) {
  const reauthentication = createReauthenticationService({
    database,
    clock,
    hasher,
    attempts: passwordAttempts,
    verifier: codeVerifier,
    session,
  });
  const handlers: Pick<AuthenticationHandlers, 'reauthenticate'> = {
    async reauthenticate({ body, act }) {
      const proven = await reauthentication.reauthenticate(act, body);
      const { fields, cookies } = toRotatedSession(proven.session, act.context);
      const authenticatedDate = new Date(proven.authenticatedMs).toISOString();
      return { body: { ...fields, authenticatedDate }, headers: NO_STORE, cookies };
    },
  };
  return { handlers };
}
