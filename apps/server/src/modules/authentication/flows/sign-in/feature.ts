// Wires signing in by name and password.
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import type { PasswordAttempts } from '../../guessing/protection/feature.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import type { ReplyToSignIn } from '../../steps/sign-in-reply.ts';
import type { SignInSteps } from '../../steps/sign-in-steps.ts';
import { createLoginService } from './login.service.ts';

export function createSignInFeature(
  { database, clock }: Pick<Kernel, 'database' | 'clock'>,
  {
    settings,
    hasher,
    passwordAttempts,
    steps,
    reply,
    session,
  }: {
    readonly settings: AuthenticationSettings;
    readonly hasher: PasswordHasher;
    readonly passwordAttempts: PasswordAttempts;
    readonly steps: SignInSteps;
    readonly reply: ReplyToSignIn;
    readonly session: () => SessionApi;
  },
) {
  const signIn = createLoginService({
    database,
    clock,
    hasher,
    attempts: passwordAttempts,
    steps,
    session,
    settings,
  });
  const handlers: Pick<AuthenticationHandlers, 'login'> = {
    login: async ({ body, act }) => reply(await signIn.login(act, body), act.context),
  };
  return { handlers };
}
