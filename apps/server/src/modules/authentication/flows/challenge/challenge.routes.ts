// Answers the contract operations of the steps behind a login by calls of their services.
import { type AuthenticationHandlers, NO_STORE } from '../../ground/authentication.types.ts';
import type { ReplyToSignIn } from '../../steps/sign-in-reply.ts';
import type { EnrollmentService } from './enrollment.service.ts';
import type { NewPasswordService } from './new-password.service.ts';
import type { ResendService } from './resend.service.ts';
import type { VerificationService } from './verification.service.ts';

type ChallengeHandlers = Pick<
  AuthenticationHandlers,
  | 'completeLoginWithCode'
  | 'resendCode'
  | 'completeLoginWithNewPassword'
  | 'beginEnrollment'
  | 'completeLoginWithEnrollment'
>;

export function createChallengeHandlers({
  reply,
  verification,
  resending,
  newPassword,
  enrollment,
}: {
  readonly reply: ReplyToSignIn;
  readonly verification: VerificationService;
  readonly resending: ResendService;
  readonly newPassword: NewPasswordService;
  readonly enrollment: EnrollmentService;
}): ChallengeHandlers {
  return {
    completeLoginWithCode: async ({ body, act }) => reply(await verification.complete(act, body), act.context),
    resendCode: async ({ body, act }) => reply(await resending.resend(act, body), act.context),
    completeLoginWithNewPassword: async ({ body, act }) => reply(await newPassword.complete(act, body), act.context),
    beginEnrollment: async ({ body, act }) => ({ body: await enrollment.begin(act, body), headers: NO_STORE }),
    completeLoginWithEnrollment: async ({ body, act }) => reply(await enrollment.complete(act, body), act.context),
  };
}
