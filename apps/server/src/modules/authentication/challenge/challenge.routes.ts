// Contract operations of the steps behind a login, as calls of their services.
import type { authenticationModule, Handlers } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { toRotatedSession } from '../factor/factor.wire.ts';
import type { ReauthenticationService } from '../reauthentication/reauthentication.service.ts';
import type { ReplyToSignIn } from '../sign-in/sign-in-reply.ts';
import type { EnrollmentService } from './enrollment.service.ts';
import type { NewPasswordService } from './new-password.service.ts';
import type { ResendService } from './resend.service.ts';
import type { VerificationService } from './verification.service.ts';

type ChallengeHandlers = Pick<
  Handlers<typeof authenticationModule, Caller, Context>,
  | 'completeLoginWithCode'
  | 'resendCode'
  | 'completeLoginWithNewPassword'
  | 'beginEnrollment'
  | 'completeLoginWithEnrollment'
  | 'reauthenticate'
>;

export interface ChallengeServices {
  readonly reply: ReplyToSignIn;
  readonly verification: VerificationService;
  readonly resending: ResendService;
  readonly newPassword: NewPasswordService;
  readonly enrollment: EnrollmentService;
  readonly reauthentication: ReauthenticationService;
}

export function createChallengeHandlers(services: ChallengeServices): ChallengeHandlers {
  const { reply, verification, resending, newPassword, enrollment, reauthentication } = services;
  return {
    completeLoginWithCode: async ({ body, context }) => reply(await verification.complete(body, context), context),
    resendCode: async ({ body, context }) => reply(await resending.resend(body, context), context),
    completeLoginWithNewPassword: async ({ body, context }) =>
      reply(await newPassword.complete(body, context), context),
    beginEnrollment: async ({ body, context }) => ({
      body: await enrollment.begin(body, context),
      headers: { 'cache-control': 'no-store' },
    }),
    completeLoginWithEnrollment: async ({ body, context }) => reply(await enrollment.complete(body, context), context),
    async reauthenticate({ body, caller, context }) {
      const { session, authenticatedMs } = await reauthentication.reauthenticate(body, caller, context);
      const { fields, cookies } = toRotatedSession(session, context);
      const authenticatedDate = new Date(authenticatedMs).toISOString();
      return { body: { ...fields, authenticatedDate }, headers: { 'cache-control': 'no-store' }, cookies };
    },
  };
}
