// Turns a sign-in into the answer model, of which fields that belong to other steps are null.
import type { Language, SvcAuthAuthenticationResponseModel, SvcGrantedAuthority } from '@keelson/contract';
import { describeLocale } from '../../../kernel/locale/locale-object.ts';
import type { BegunSession } from '../../session/api.ts';
import { describePasswordPolicy } from '../secrets/password/password-policy.wire.ts';
import type { PendingSignIn } from './challenge.types.ts';

/** Holds a finished sign-in as the answer shows it. */
export interface SignedInAnswer {
  readonly session: BegunSession;
  readonly username: string;
  readonly tenantIdentifier: string;
  readonly localeTag: string;
  readonly authorities: readonly SvcGrantedAuthority[];
  readonly previousLoginDate: Date | null;
  readonly failedAttemptCount: number | null;
  readonly recoveryCodeList: readonly string[] | null;
  readonly recoveryCodeCount: number | null;
}

const nothing: Omit<SvcAuthAuthenticationResponseModel, 'status'> = {
  token: null,
  tokenType: null,
  sessionIdentifier: null,
  expiryDate: null,
  idleExpiryDate: null,
  username: null,
  tenantIdentifier: null,
  locale: null,
  authorities: null,
  assuranceLevel: null,
  previousLoginDate: null,
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

/** Lets the token travel in the cookie only when `tokenInBody` is false. */
export function toLoginAnswer(
  signedIn: SignedInAnswer,
  options: { readonly tokenInBody: boolean; readonly answerLanguage: string },
): SvcAuthAuthenticationResponseModel {
  const { session: begun, previousLoginDate } = signedIn;
  return {
    ...nothing,
    status: 'AUTHENTICATED',
    token: options.tokenInBody ? begun.token : null,
    tokenType: options.tokenInBody ? 'Bearer' : null,
    sessionIdentifier: begun.identifier,
    expiryDate: new Date(begun.expiryMs).toISOString(),
    idleExpiryDate: new Date(begun.idleExpiryMs).toISOString(),
    username: signedIn.username,
    tenantIdentifier: signedIn.tenantIdentifier,
    locale: describeLocale(signedIn.localeTag, options.answerLanguage),
    authorities: [...signedIn.authorities],
    assuranceLevel: begun.assuranceLevel,
    previousLoginDate: previousLoginDate?.toISOString() ?? null,
    failedAttemptCount: signedIn.failedAttemptCount,
    recoveryCodeList: signedIn.recoveryCodeList,
    recoveryCodeCount: signedIn.recoveryCodeCount,
  };
}

const statusOfStep = {
  CODE: 'VERIFICATION_REQUIRED',
  NEW_PASSWORD: 'PASSWORD_CHANGE_REQUIRED',
  ENROLLMENT: 'FACTOR_ENROLLMENT_REQUIRED',
} as const;

export function toPendingAnswer(pending: PendingSignIn, language: Language): SvcAuthAuthenticationResponseModel {
  const { step, types, passwordPolicy: policy } = pending;
  return {
    ...nothing,
    status: statusOfStep[step],
    verificationIdentifier: pending.verificationIdentifier,
    verificationType: types[0] ?? null,
    verificationTypeList: step === 'CODE' ? types : null,
    maskedTarget: pending.maskedTarget,
    verificationExpiryDate: pending.expiry.toISOString(),
    resendAvailableDate: pending.resendAvailable?.toISOString() ?? null,
    passwordPolicy: policy === null ? null : describePasswordPolicy(policy, policy.wanted, language),
  };
}
