// Signs a person in by name and password: one answer for every reason to refuse, no connection held while hashing.

import type { SvcAuthAuthenticationRequestModel } from '@keelson/contract';
import { preferredLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import type { Context } from '../../../../kernel/request/context.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { SessionApi } from '../../../session/api.ts';
import { DEFAULT_TENANT } from '../../ground/authentication.types.ts';
import { browserSecretOf } from '../../ground/cookies.ts';
import { deviceNameOf } from '../../ground/device-name.ts';
import type { HashPlace } from '../../ground/hashing/hash-queue.ts';
import type { PasswordHasher, StoredPassword } from '../../ground/hashing/password-hasher.ts';
import type { Admission, PasswordAttempts, SeenCounters } from '../../guessing/protection/feature.ts';
import type { Credentials } from '../../secrets/credentials.store.ts';
import { saveRehash } from '../../secrets/password/password.store.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import type { SignInFlow, SignInOutcome } from '../../steps/challenge.types.ts';
import { recordDeniedSignIn } from '../../steps/denied-sign-in.ts';
import type { SignInSteps } from '../../steps/sign-in-steps.ts';
import { checkDelivery } from '../../steps/token-delivery.ts';
import { createAnswerFloor } from './answer-floor.ts';
import { checkLoginShape } from './login-shape.ts';
import { lookBeforeSignIn, type SignInLook, type SignInTenant } from './sign-in-look.store.ts';

type Refusal =
  | 'UNKNOWN_TENANT'
  | 'TENANT_DISABLED'
  | 'UNKNOWN_USER'
  | 'NOT_ACTIVATED'
  | 'PASSWORD_DISABLED'
  | 'WRONG_PASSWORD'
  | 'USER_DISABLED'
  | 'USER_DELETED'
  | 'USER_EXPIRED'
  | 'CHANGED_MEANWHILE';

interface LoginGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly hasher: PasswordHasher;
  readonly attempts: PasswordAttempts;
  readonly steps: SignInSteps;
  readonly session: () => SessionApi;
  readonly settings: AuthenticationSettings;
}

/** What was found for a name before the password was looked at. */
interface Attempt {
  readonly request: SvcAuthAuthenticationRequestModel;
  readonly admission: Admission;
  readonly tenant: SignInTenant | null;
  readonly credentials: Credentials | null;
  readonly stored: StoredPassword | null;
}

/** Holds everything that was read for the tenant that the request is about. */
type Seen = SignInLook & SeenCounters & { readonly tenantIdentifier: string };

/** Reads what a login is checked against, and the counters that bound it. */
function createLook({ database, attempts }: Pick<LoginGround, 'database' | 'attempts'>) {
  const lookIn = async (tenantIdentifier: string, usernameFolded: string, host: string | null, context: Context) => {
    const { device, ...values } = await attempts.counters({ tenantIdentifier, usernameFolded }, context);
    const seen = await lookBeforeSignIn(database, { ...values, host, tenantIdentifier, usernameFolded });
    return { ...seen, device, tenantIdentifier };
  };

  /**
   * A request without a tenant means that of its host, which is seldom another one than the standard: only then it
   * reads twice.
   */
  return async (request: SvcAuthAuthenticationRequestModel, context: Context): Promise<Seen> => {
    const usernameFolded = foldName(request.username);
    const named = request.tenantIdentifier ?? null;
    if (named !== null) return lookIn(named, usernameFolded, null, context);
    const seen = await lookIn(DEFAULT_TENANT, usernameFolded, context.host, context);
    const ofHost = seen.hostTenantIdentifier ?? DEFAULT_TENANT;
    return ofHost === DEFAULT_TENANT ? seen : lookIn(ofHost, usernameFolded, null, context);
  };
}

/** Finds what an attempt leads to, or why it fails. */
function createCheck(ground: LoginGround) {
  const { database, clock, hasher, attempts } = ground;
  return async (attempt: Attempt, input: FlowInput): Promise<SignInOutcome | Refusal> => {
    const { request, tenant, credentials, stored } = attempt;
    const { context } = input.act;
    const matches = await hasher.verify(stored, request.password, input.place);
    const refusal = findRefusal(attempt, matches, clock.now());
    if (refusal !== null || tenant === null || credentials === null || stored === null)
      return refusal ?? 'UNKNOWN_USER';
    const replacement = hasher.isOutdated(stored) ? await hasher.hash(request.password, context.remoteAddress) : null;
    const flow = flowOf(attempt, credentials, tenant, input);
    const user = { tenantIdentifier: tenant.identifier, usernameFolded: foldName(credentials.username) };
    const outcome = await database.transaction(async (tx) => {
      const reached = await ground.steps.advance(tx, input.act, flow, user, browserSecretOf(context));
      if (reached === null) return null;
      // The row of the password comes before the counter: failures lock in the same order.
      if (replacement !== null) await saveRehash(tx, credentials.userId, replacement, stored);
      await attempts.succeed(tx, attempt.admission);
      return reached;
    });
    return outcome ?? 'CHANGED_MEANWHILE';
  };
}

export function createLoginService(ground: LoginGround) {
  const { hasher, attempts, session } = ground;
  const floor = createAnswerFloor(ground);
  const look = createLook(ground);
  const check = createCheck(ground);

  const attemptLogin = async (
    request: SvcAuthAuthenticationRequestModel,
    seen: Seen,
    input: FlowInput,
  ): Promise<SignInOutcome> => {
    const { act } = input;
    const { tenant, credentials, tenantIdentifier } = seen;
    const admission = await attempts.admit(act, passwordAttemptOf(request, tenantIdentifier), seen);
    let outcome: SignInOutcome | Refusal;
    try {
      outcome = await check({ request, admission, tenant, credentials, stored: storedOf(credentials) }, input);
    } catch (error) {
      await attempts.release(admission);
      if (tenant !== null && credentials !== null) {
        const user = { tenantIdentifier: tenant.identifier, username: credentials.username };
        await recordDeniedSignIn(act, session(), error, user);
      }
      throw error;
    }
    if (typeof outcome !== 'string') return outcome;
    const refused = { tenantIdentifier: tenant?.identifier ?? DEFAULT_TENANT, user: credentials, reason: outcome };
    await attempts.refuse(act, admission, refused);
    return fail('AUTH_INVALID_CREDENTIALS');
  };

  return {
    login(act: PublicAct, asked: SvcAuthAuthenticationRequestModel): Promise<SignInOutcome> {
      const { context } = act;
      let tenantNamed = asked.tenantIdentifier ?? null;
      return floor.under(
        () => tenantNamed,
        async () => {
          checkDelivery(asked.tokenDelivery ?? 'BODY', context);
          const localeTag = checkLoginShape(asked);
          const place = hasher.enter(context.remoteAddress);
          try {
            const seen = await look(asked, context);
            tenantNamed = seen.tenantIdentifier;
            return await attemptLogin(asked, seen, { act, localeTag, place });
          } finally {
            place.leave();
          }
        },
      );
    },
  };
}

function storedOf(credentials: Credentials | null): StoredPassword | null {
  if (credentials === null || credentials.passwordHash === null) return null;
  return { hash: credentials.passwordHash, pepperKeyId: credentials.pepperKeyId };
}

function passwordAttemptOf(request: SvcAuthAuthenticationRequestModel, tenantIdentifier: string) {
  return {
    tenantIdentifier,
    usernameFolded: foldName(request.username),
    captcha: { identifier: request.captchaIdentifier ?? null, answer: request.captcha ?? null },
  };
}

interface FlowInput {
  readonly act: PublicAct;
  readonly localeTag: string | null;
  readonly place: HashPlace;
}

function flowOf(
  { request, admission }: Attempt,
  credentials: Credentials,
  tenant: SignInTenant,
  { act, localeTag }: FlowInput,
): SignInFlow {
  const { caller, context } = act;
  return {
    userId: credentials.userId,
    securityVersion: credentials.securityVersion,
    methods: ['PASSWORD'],
    localeTag: localeTag ?? defaultLocale(context, credentials, tenant),
    deviceName: request.deviceName ?? deviceNameOf(context.userAgent),
    attributes: prefixed(request.attributeMap ?? {}),
    // An API key presented with the sign-in is no session.
    replacedIdentifier: caller !== null && context.token !== null ? caller.identifier : null,
    rememberMe: request.rememberMe ?? false,
    tokenDelivery: request.tokenDelivery ?? 'BODY',
    deviceId: admission.device?.deviceId ?? null,
    rememberDevice: false,
  };
}

/** Finds the first reason in the order of interest to readers of events; the answer is the same for all. */
function findRefusal({ admission, tenant, credentials }: Attempt, matches: boolean, nowMs: number): Refusal | null {
  if (tenant === null) return 'UNKNOWN_TENANT';
  if (credentials === null) return 'UNKNOWN_USER';
  if (credentials.deleted) return 'USER_DELETED';
  if (credentials.passwordHash === null) return 'NOT_ACTIVATED';
  if (!matches) return 'WRONG_PASSWORD';
  // Failures elsewhere do not lock the user's own devices: each has its own count.
  if (admission.device?.passwordDisabled ?? credentials.passwordDisabled) return 'PASSWORD_DISABLED';
  if (!tenant.enabled) return 'TENANT_DISABLED';
  if (!credentials.enabled) return 'USER_DISABLED';
  if (credentials.expiryDate !== null && credentials.expiryDate.getTime() <= nowMs) return 'USER_EXPIRED';
  return null;
}

function prefixed(attributeMap: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributeMap).map(([key, value]) => [`client.${key}`, value]));
}

function defaultLocale(context: Context, credentials: Credentials, tenant: SignInTenant): string {
  return preferredLocaleTag(context.acceptLanguage) ?? credentials.locale ?? tenant.locale;
}
