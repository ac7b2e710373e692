// Contract operations of the steps behind a login, as calls of their services.
import type { authenticationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../../kernel/module.ts';
import { toRotatedSession } from '../../steps/rotated-session.wire.ts';
import type { ReplyToSignIn } from '../../steps/sign-in-reply.ts';
import type { ReauthenticationService } from '../reauthentication/reauthentication.service.ts';
import type { EnrollmentService } from './enrollment.service.ts';
import type { NewPasswordService } from './new-password.service.ts';
import type { ResendService } from './resend.service.ts';
import type { VerificationService } from './verification.service.ts';

type ChallengeHandlers = Pick<
  ModuleHandlers<typeof authenticationModule>,
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
    completeLoginWithCode: async ({ body, act }) => reply(await verification.complete(act, body), act.context),
    resendCode: async ({ body, act }) => reply(await resending.resend(act, body), act.context),
    completeLoginWithNewPassword: async ({ body, act }) => reply(await newPassword.complete(act, body), act.context),
    beginEnrollment: async ({ body, act }) => ({
      body: await enrollment.begin(act, body),
      headers: { 'cache-control': 'no-store' },
    }),
    completeLoginWithEnrollment: async ({ body, act }) => reply(await enrollment.complete(act, body), act.context),
    async reauthenticate({ body, act }) {
      const { session, authenticatedMs } = await reauthentication.reauthenticate(act, body);
      const { fields, cookies } = toRotatedSession(session, act.context);
      const authenticatedDate = new Date(authenticatedMs).toISOString();
      return { body: { ...fields, authenticatedDate }, headers: { 'cache-control': 'no-store' }, cookies };
    },
  };
}
