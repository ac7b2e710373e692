// Makes the answer to every step of a sign-in: the model, the way of the token, and the cookies.
import type { Cookie, SvcAuthAuthenticationResponseModel } from '@keelson/contract';
import type { Context } from '../../../kernel/request/context.ts';
import { loginCookie, sessionCookie } from '../ground/cookies.ts';
import type { SignInOutcome } from './challenge.types.ts';
import { toLoginAnswer, toPendingAnswer } from './login.wire.ts';

export interface SignInReply {
  readonly body: SvcAuthAuthenticationResponseModel;
  readonly headers: { readonly 'cache-control': 'no-store' };
  readonly cookies: readonly Cookie[];
}

export type ReplyToSignIn = (outcome: SignInOutcome, context: Context) => Promise<SignInReply>;

export const replyToSignIn: ReplyToSignIn = async (outcome, context) => {
  const headers = { 'cache-control': 'no-store' } as const;
  if (outcome.kind === 'pending') {
    const cookies = outcome.browserSecret === null ? [] : [loginCookie(outcome.browserSecret, context)];
    return { body: toPendingAnswer(outcome, context.language), headers, cookies };
  }
  const { user, flow, session: begun } = outcome;
  const tokenInBody = flow.tokenDelivery === 'BODY';
  const signedIn = {
    session: begun,
    username: user.username,
    tenantIdentifier: user.tenantIdentifier,
    localeTag: flow.localeTag,
    authorities: user.authorities,
    previousLoginDate: user.lastLoginDate,
    failedAttemptCount: outcome.failedAttemptCount,
    recoveryCodeList: outcome.recoveryCodeList,
    recoveryCodeCount: outcome.recoveryCodeCount,
  };
  return {
    body: toLoginAnswer(signedIn, { tokenInBody, answerLanguage: context.language }),
    headers,
    cookies: [
      ...(tokenInBody ? [] : [sessionCookie(begun, context)]),
      ...(outcome.deviceCookie === null ? [] : [outcome.deviceCookie]),
    ],
  };
};
