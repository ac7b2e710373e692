// Takes a sign-in one step further: to a challenge for a missing proof, or to its session.

import { MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { PublicAct } from '../../../kernel/records/act.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import type { MailApi } from '../../mail-notification/api.ts';
import type { ReadUnderLock, SessionApi, UserOfTenant } from '../../session/api.ts';
import { LOGIN_CODE_TEMPLATE } from '../directory/mails/login-code-mail.ts';
import type { UserMails } from '../directory/mails/user-mails.ts';
import { authenticationEvents } from '../ground/authentication.events.ts';
import { saveLastLogin } from '../secrets/credentials.store.ts';
import type { DeviceService } from '../secrets/devices/feature.ts';
import { findFactors } from '../secrets/factor.store.ts';
import { type FactorType, hasStrongFactor } from '../secrets/factor.types.ts';
import { takeFailedAttemptCount } from '../secrets/password/password-failure.store.ts';
import { passwordRulesOf } from '../secrets/password/password-policy.wire.ts';
import type { AuthenticationSettings } from '../settings/authentication.settings.ts';
import { CHALLENGE_LIFETIME_MINUTES, CHALLENGES_PER_USER } from '../settings/factor.settings.ts';
import { findSignInUser, type SentCode, saveChallenge } from './challenge.store.ts';
import type {
  ChallengeStep,
  PendingSignIn,
  SignedIn,
  SignInFlow,
  SignInOutcome,
  SignInUser,
} from './challenge.types.ts';
import { hashEmailCode, makeEmailCode, maskAddress } from './email-code.ts';
import { factorRulesOf, findNextStep } from './next-step.ts';

const IDENTIFIER_BYTES = 32;
/** Failures from which on a mail is sent; fewer are the owner's own slips. */
const FAILURES_WORTH_A_MAIL = 5;
const BROWSER_SECRET = /^[A-Za-z0-9_-]{43}$/;

interface SignInStepsGround extends Pick<Kernel, 'clock' | 'ids' | 'keys' | 'events'> {
  readonly devices: DeviceService;
  readonly mails: UserMails;
  readonly session: () => SessionApi;
  readonly mail: () => MailApi;
  readonly settings: AuthenticationSettings;
}

/** Answers the demands on a new password of this user. */
function newPasswordPolicy(
  settings: AuthenticationSettings,
  tenantIdentifier: string,
  strongFactor: boolean,
): PendingSignIn['passwordPolicy'] {
  const rules = passwordRulesOf(settings, tenantIdentifier);
  return { ...rules, wanted: strongFactor ? rules.minLengthWithFactor : rules.minLength };
}

export function resendAvailableAt(settings: AuthenticationSettings, tenantIdentifier: string, sentDate: Date): Date {
  return new Date(sentDate.getTime() + settings.emailCodeResendWait.get(tenantIdentifier) * SECOND_MS);
}

export function createSignInSteps(ground: SignInStepsGround) {
  return {
    /** Makes a code for a challenge and queues its mail. */
    sendCode: (tx: Transaction, act: PublicAct, user: SignInUser, identifierHash: string): Promise<SentCode> =>
      sendCode(ground, tx, act, user, identifierHash),
    /**
     * Advances in the caller's transaction, under the locks of the user's sessions. Answers null when the user may not
     * sign in any more, changed since the flow began, or has factors of which none can be used.
     */
    async advance(
      tx: Transaction,
      act: PublicAct,
      flow: SignInFlow,
      owner: UserOfTenant,
      browserSecret: string | null,
    ): Promise<SignInOutcome | null> {
      const [held, user] = await Promise.all([
        ground.session().hold(tx, owner),
        findSignInUser(tx, flow, new Date(ground.clock.now())),
      ]);
      if (user === null || !user.allowed || user.securityVersion !== flow.securityVersion) return null;
      const factors = user.hasFactors ? await findFactors(tx, flow.userId) : [];
      const next = findNextStep({
        methods: flow.methods,
        user,
        factors,
        rules: factorRulesOf(ground.settings, user.tenantIdentifier),
      });
      if (next.kind === 'REFUSE') return null;
      if (next.kind === 'BEGIN') return begin(ground, tx, act, flow, { held, standing: user, access: user });
      const types = next.kind === 'CODE' ? next.types : [];
      const input = { flow, user, types, strongFactor: hasStrongFactor(factors) };
      return openChallenge(ground, tx, act, next.kind, input, browserSecret);
    },
  };
}

export type SignInSteps = ReturnType<typeof createSignInSteps>;

async function sendCode(
  { clock, keys, events, mail, settings }: SignInStepsGround,
  tx: Transaction,
  act: PublicAct,
  user: SignInUser,
  identifierHash: string,
): Promise<SentCode> {
  if (user.email === null) throw new Error('a code was to be mailed without a mailbox');
  const code = makeEmailCode();
  const sentDate = new Date(clock.now());
  const lifetimeMinutes = settings.emailCodeLifetime.get(user.tenantIdentifier);
  const expiry = new Date(sentDate.getTime() + lifetimeMinutes * MINUTE_MS);
  const minutes = String(lifetimeMinutes);
  await mail().enqueue(tx, {
    tenantIdentifier: user.tenantIdentifier,
    templateCode: LOGIN_CODE_TEMPLATE,
    locale: user.locale,
    to: { address: user.email, name: user.displayName, userUuid: user.userUuid },
    parameters: { name: user.displayName ?? user.username, code, minutes },
    expireDate: expiry,
    priority: 'HIGH',
    createdBy: user.username,
  });
  const actor = act.actorNamed(user.username, user.tenantIdentifier);
  await events.record(tx, authenticationEvents.codeSent, actor, user.username);
  return { hash: hashEmailCode(keys, identifierHash, code), expiry, sentDate };
}

async function openChallenge(
  ground: SignInStepsGround,
  tx: Transaction,
  act: PublicAct,
  step: ChallengeStep,
  { flow, user, types, strongFactor }: PendingInput,
  presented: string | null,
): Promise<PendingSignIn> {
  const { clock, ids, settings } = ground;
  const now = new Date(clock.now());
  const expiry = new Date(now.getTime() + CHALLENGE_LIFETIME_MINUTES * MINUTE_MS);
  const verificationIdentifier = ids.secret(IDENTIFIER_BYTES);
  const identifierHash = identifierOf(verificationIdentifier);
  const browserSecret = flow.tokenDelivery === 'COOKIE' ? browserSecretOf(presented, ids) : null;
  const mailed = types[0] === 'EMAIL';
  const code = mailed ? await sendCode(ground, tx, act, user, identifierHash) : null;
  const browserHash = browserSecret === null ? null : identifierOf(browserSecret);
  await saveChallenge(tx, { identifierHash, step, flow, types, code, browserHash, now, expiry }, CHALLENGES_PER_USER);
  return {
    kind: 'pending',
    step,
    verificationIdentifier,
    types,
    maskedTarget: mailed && user.email !== null ? maskAddress(user.email) : null,
    expiry,
    resendAvailable: code === null ? null : resendAvailableAt(settings, user.tenantIdentifier, code.sentDate),
    passwordPolicy: step === 'NEW_PASSWORD' ? newPasswordPolicy(settings, user.tenantIdentifier, strongFactor) : null,
    browserSecret,
  };
}

async function begin(
  { clock, events, devices, mails, session, settings }: SignInStepsGround,
  tx: Transaction,
  act: PublicAct,
  flow: SignInFlow,
  read: ReadUnderLock & { readonly access: SignInUser },
): Promise<SignedIn | null> {
  const { context } = act;
  const user = read.access;
  const actor = act.actorNamed(user.username, user.tenantIdentifier);
  const begun = await session().begin(tx, {
    tenantIdentifier: user.tenantIdentifier,
    username: user.username,
    userUuid: user.userUuid,
    securityVersion: flow.securityVersion,
    methods: flow.methods,
    localeTag: flow.localeTag,
    deviceName: flow.deviceName,
    userAgent: context.userAgent,
    attributes: flow.attributes,
    replacedIdentifier: flow.replacedIdentifier,
    rememberMe: flow.rememberMe,
    actor,
    read,
  });
  if (begun === null) return null;
  const failedAttemptCount = user.failedAttemptCount === 0 ? 0 : await takeFailedAttemptCount(tx, user.userId);
  if (failedAttemptCount >= FAILURES_WORTH_A_MAIL) await mails.failedAttempts(tx, user.userId, failedAttemptCount);
  const rememberDays = flow.rememberDevice ? settings.deviceRememberPeriod.get(user.tenantIdentifier) : 0;
  const owner = { ...user, deviceName: flow.deviceName, rememberDays };
  const deviceCookie = await devices.remember(tx, act, owner);
  saveLastLogin(tx, user.userId, new Date(clock.now()));
  const detail = { sessionIdentifier: begun.identifier, methods: flow.methods };
  await events.record(tx, authenticationEvents.loginSucceeded, actor, user.username, detail);
  return {
    kind: 'signed-in',
    session: begun,
    user,
    flow,
    failedAttemptCount,
    deviceCookie,
    recoveryCodeCount: null,
    recoveryCodeList: null,
  };
}

interface PendingInput {
  readonly flow: SignInFlow;
  readonly user: SignInUser;
  readonly types: readonly FactorType[];
  readonly strongFactor: boolean;
}

/**
 * Answers the presented secret of the browser, else a new one: one secret serves all its tabs, so that a second sign-in
 * does not end the first.
 */
function browserSecretOf(presented: string | null, ids: Ids): string {
  return presented !== null && BROWSER_SECRET.test(presented) ? presented : ids.secret(IDENTIFIER_BYTES);
}
