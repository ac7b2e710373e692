// Declares the types of a sign-in that goes on step by step.
import type { Cookie, SvcGrantedAuthority } from '@keelson/contract';
import type { AuthenticationMethod, BegunSession } from '../../session/api.ts';
import type { FactorType } from '../secrets/factor.types.ts';
import type { PasswordRules } from '../secrets/password/password-policy.wire.ts';

export type ChallengeStep = 'CODE' | 'NEW_PASSWORD' | 'ENROLLMENT';
export type TokenDelivery = 'BODY' | 'COOKIE';

/** Holds what a sign-in has proven and asked for so far; it travels from step to step and nowhere else. */
export interface SignInFlow {
  readonly userId: number;
  /** Version of the user that the sign-in was checked against. */
  readonly securityVersion: number;
  readonly methods: readonly AuthenticationMethod[];
  readonly localeTag: string;
  readonly deviceName: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Names the live session presented with the login; it is closed when the new one begins. */
  readonly replacedIdentifier: string | null;
  readonly tokenDelivery: TokenDelivery;
  /** Says that a longer session was asked for. */
  readonly rememberMe: boolean;
  /** Names the known device that the password came from: what failures elsewhere disabled does not concern it. */
  readonly deviceId: number | null;
  /**
   * True where the device that finishes the sign-in shall skip the second factor from then on; asked for along with a
   * code.
   */
  readonly rememberDevice: boolean;
}

/** User who signs in, read anew at each step. */
export interface SignInUser {
  readonly userId: number;
  readonly userUuid: string;
  readonly username: string;
  readonly usernameFolded: string;
  readonly tenantIdentifier: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly locale: string;
  readonly securityVersion: number;
  readonly lastLoginDate: Date | null;
  /** Says that user and tenant exist, are enabled and have not run out, and the password is there and not disabled. */
  readonly allowed: boolean;
  readonly passwordChangeRequired: boolean;
  /** Says that the password is long enough to stand alone. */
  readonly singleFactorOk: boolean;
  /** Number of wrong attempts since the last sign-in. */
  readonly failedAttemptCount: number;
  /** Says that the user has any second factor, usable or not. */
  readonly hasFactors: boolean;
  /** Lists codes in their order, those of roles without authorities too. */
  readonly roles: readonly string[];
  /** Ordered by role, then authority. */
  readonly authorities: readonly SvcGrantedAuthority[];
  /** Says that the user holds any `_MANAGE` authority. */
  readonly administrator: boolean;
  /**
   * True where a code was given on the device of the flow, the device was to be remembered, and its time is not over.
   */
  readonly deviceRemembered: boolean;
}

export interface Challenge {
  readonly challengeId: number;
  readonly identifierHash: string;
  readonly step: ChallengeStep;
  readonly flow: SignInFlow;
  readonly types: readonly FactorType[];
  readonly codeHash: string | null;
  readonly codeExpiry: Date | null;
  readonly codeSentDate: Date | null;
  readonly resendCount: number;
  readonly browserHash: string | null;
  readonly sealedSecret: string | null;
  readonly expiry: Date;
}

export interface SignedIn {
  readonly kind: 'signed-in';
  readonly session: BegunSession;
  readonly user: SignInUser;
  readonly flow: SignInFlow;
  /** Number of codes left after one was used. */
  readonly recoveryCodeCount: number | null;
  /** Is shown in the one answer after enrolment. */
  readonly recoveryCodeList: readonly string[] | null;
  /** Number of wrong attempts since the sign-in before. */
  readonly failedAttemptCount: number;
  /** Cookie that makes the browser a known one; null where the browser would not send it back. */
  readonly deviceCookie: Cookie | null;
}

/** Result of a sign-in that goes on with another step. */
export interface PendingSignIn {
  readonly kind: 'pending';
  readonly step: ChallengeStep;
  /** Identifier of the challenge, which is in the answer only. */
  readonly verificationIdentifier: string;
  readonly types: readonly FactorType[];
  readonly maskedTarget: string | null;
  readonly expiry: Date;
  readonly resendAvailable: Date | null;
  /** The policy, with the fewest characters of the new password as `wanted`. */
  readonly passwordPolicy: (PasswordRules & { readonly wanted: number }) | null;
  /** The value of the cookie that ties the sign-in to its browser; null for BODY. */
  readonly browserSecret: string | null;
}

export type SignInOutcome = SignedIn | PendingSignIn;
