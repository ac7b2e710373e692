// Decides what a sign-in has to do next: second factor, then new password, then enrolment, in this order.
import { type Factor, type FactorType, factorTypes, hasStrongFactor, isEnrolled } from '../secrets/factor.types.ts';
import type { AuthenticationSettings } from '../settings/authentication.settings.ts';
import type { SignInFlow, SignInUser } from './challenge.types.ts';

export type NextStep =
  | { readonly kind: 'CODE'; readonly types: readonly FactorType[] }
  | { readonly kind: 'NEW_PASSWORD' }
  | { readonly kind: 'ENROLLMENT' }
  | { readonly kind: 'BEGIN' }
  /** Factors are enrolled but none can be used: they must not be skipped. */
  | { readonly kind: 'REFUSE' };

export interface SignInState {
  readonly methods: SignInFlow['methods'];
  readonly user: Pick<
    SignInUser,
    'email' | 'emailVerified' | 'passwordChangeRequired' | 'singleFactorOk' | 'administrator' | 'deviceRemembered'
  >;
  readonly factors: readonly Factor[];
  readonly rules: FactorRules;
}

/** Rules of the tenant about second factors. */
export interface FactorRules {
  readonly required: boolean;
  readonly requiredOfAdministrators: boolean;
  readonly emailCode: boolean;
  /** Offers it also beside something stronger. */
  readonly emailCodeFallback: boolean;
  /** Says that devices may skip the second factor. */
  readonly rememberedDevices: boolean;
}

export function factorRulesOf(settings: AuthenticationSettings, tenantIdentifier: string): FactorRules {
  return {
    required: settings.factorPolicy.get(tenantIdentifier) === 'REQUIRED',
    requiredOfAdministrators: settings.adminFactorPolicy.get(tenantIdentifier) === 'REQUIRED',
    emailCode: settings.emailCode.get(tenantIdentifier),
    emailCodeFallback: settings.emailCodeFallback.get(tenantIdentifier),
    rememberedDevices: settings.deviceRememberPeriod.get(tenantIdentifier) > 0,
  };
}

/** Says whether the policy demands a second factor of this user, enrolled or not. */
export function isFactorRequired(rules: FactorRules, { administrator }: Pick<SignInUser, 'administrator'>): boolean {
  return rules.required || (administrator && rules.requiredOfAdministrators);
}

function canMail({ rules, user }: SignInState): boolean {
  return rules.emailCode && user.emailVerified && user.email !== null;
}

function isUsable(type: FactorType, state: SignInState): boolean {
  const factor = state.factors.find((candidate) => candidate.type === type && candidate.confirmed && candidate.enabled);
  if (factor === undefined) return false;
  if (type === 'RECOVERY_CODE') return (factor.remaining ?? 0) > 0;
  if (type === 'TOTP') return true;
  const alone = !state.factors.some(({ type: other, confirmed }) => other === 'TOTP' && confirmed);
  return canMail(state) && (alone || state.rules.emailCodeFallback);
}

function codeStep(state: SignInState): NextStep | null {
  if (isEnrolled(state.factors)) {
    const types = factorTypes.filter((type) => isUsable(type, state));
    return types.length === 0 ? { kind: 'REFUSE' } : { kind: 'CODE', types };
  }
  return isFactorRequired(state.rules, state.user) && canMail(state) ? { kind: 'CODE', types: ['EMAIL'] } : null;
}

export function findNextStep(state: SignInState): NextStep {
  const { methods, user, factors, rules } = state;
  const passwordDue = user.passwordChangeRequired || (!user.singleFactorOk && !hasStrongFactor(factors));
  let passed = factorTypes.some((type) => methods.includes(type));
  if (!passed) {
    const step = codeStep(state);
    // A remembered device replaces a code, not a missing factor; and a password is never replaced without the factor.
    passed = step?.kind === 'CODE' && !passwordDue && rules.rememberedDevices && user.deviceRemembered;
    if (step !== null && !passed) return step;
  }
  if (passwordDue) return { kind: 'NEW_PASSWORD' };
  return !passed && isFactorRequired(rules, user) ? { kind: 'ENROLLMENT' } : { kind: 'BEGIN' };
}
