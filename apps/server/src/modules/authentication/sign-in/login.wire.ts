// Turns a sign-in into the answer model, of which fields that belong to other steps are null.
import type { SvcAuthAuthenticationResponseModel } from '@keelson/contract';
import type { SessionApi } from '../../session/api.ts';
import type { SignedIn } from './login.service.ts';

/** `tokenInBody` false: the token travels in the cookie only. */
export function toLoginAnswer(
  signedIn: SignedIn,
  options: { readonly tokenInBody: boolean; readonly answerLanguage: string },
  session: Pick<SessionApi, 'describeLocale'>,
): SvcAuthAuthenticationResponseModel {
  const { session: begun, access, previousLoginDate } = signedIn;
  return {
    status: 'AUTHENTICATED',
    token: options.tokenInBody ? begun.token : null,
    tokenType: options.tokenInBody ? 'Bearer' : null,
    sessionIdentifier: begun.identifier,
    expiryDate: new Date(begun.expiryMs).toISOString(),
    idleExpiryDate: new Date(begun.idleExpiryMs).toISOString(),
    username: signedIn.username,
    tenantIdentifier: signedIn.tenantIdentifier,
    locale: session.describeLocale(signedIn.localeTag, options.answerLanguage),
    authorities: access.authorities,
    assuranceLevel: 'AAL1',
    previousLoginDate: previousLoginDate?.toISOString() ?? null,
    // Failed attempts are not counted, so nothing is claimed about them.
    failedAttemptCount: null,
    verificationIdentifier: null,
    verificationType: null,
    verificationTypeList: null,
    maskedTarget: null,
    verificationExpiryDate: null,
    resendAvailableDate: null,
    passwordPolicy: null,
    recoveryCodeList: null,
    recoveryCodeCount: null,
  };
}
