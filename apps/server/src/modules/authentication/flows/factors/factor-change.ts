// Changes the second factors of the caller: one transaction with a new token of the session, under the locks of the user.

import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../../kernel/records/event-definition.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { AuthenticationMethod, BegunSession, SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { changingUserId } from '../../directory/own-user.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { saveRecoveryCodes } from '../../secrets/factor/recovery-code.store.ts';
import type { RecoveryCodeSet } from '../../secrets/factor/recovery-codes.ts';
import { RECOVERY_CODES_NAME } from '../../secrets/factor/totp-secret.ts';
import { findFactors, lockFactorsOf, removeFactorById, saveFactor } from '../../secrets/factor.store.ts';
import { type Factor, type FactorType, hasStrongFactor, isEnrolled } from '../../secrets/factor.types.ts';
import { forgetRememberedDevices } from '../../secrets/remembered-device.store.ts';
import { raiseSecurityVersion, requirePasswordChange } from '../../secrets/security.store.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { findSignInUser, removeChallengesOfUser } from '../../steps/challenge.store.ts';
import type { SignInUser } from '../../steps/challenge.types.ts';
import { type FactorRules, factorRulesOf, isFactorRequired } from '../../steps/next-step.ts';

export interface FactorChange {
  readonly session: BegunSession;
  /** New recovery codes, in this answer only; null when none were made. */
  readonly recoveryCodeList: readonly string[] | null;
}

/** A change under way: the user and the confirmed factors, locked until its end. */
export interface OpenFactorChange {
  readonly tx: Transaction;
  readonly user: SignInUser;
  readonly rules: FactorRules;
  readonly factors: readonly Factor[];
  readonly now: Date;
  record(event: DefinedEvent, type: FactorType): Promise<void>;
}

export interface FactorChangeGround extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'events'> {
  readonly mails: UserMails;
  readonly session: () => SessionApi;
  readonly settings: AuthenticationSettings;
}

/**
 * Changes factors. Work that records no event has changed nothing: the session then only has a new token. `methods` are
 * those that the change itself has proven. The work answers new recovery codes, or null.
 */
export async function changeFactors(
  act: Act,
  ground: FactorChangeGround,
  methods: readonly AuthenticationMethod[],
  work: (change: OpenFactorChange) => Promise<readonly string[] | null>,
): Promise<FactorChange> {
  const { database, clock, events, mails, session, settings } = ground;
  const { caller, actor } = act;
  const userId = await changingUserId(database, caller);
  return database.transaction(async (tx) => {
    // The session's lock comes before the user's row, in the order of a deactivation.
    const begun = await session().rotate(tx, caller.identifier, { methods, authenticated: false, actor });
    if (begun === null) {
      const reason = await session().endReasonOf(tx, caller.identifier);
      fail('SESSION_EXPIRED', { errorArguments: [{ reason }] });
    }
    await lockFactorsOf(tx, userId);
    const now = new Date(clock.now());
    const user = (await findSignInUser(tx, { userId, deviceId: null }, now)) ?? fail('ACCESS_DENIED');
    const factors = (await findFactors(tx, userId)).filter(({ confirmed }) => confirmed);
    let changed = false;
    const record: OpenFactorChange['record'] = (event, type) => {
      changed = true;
      return events.record(tx, event, act.actorNamed(user.username, user.tenantIdentifier), user.username, { type });
    };
    const rules = factorRulesOf(settings, user.tenantIdentifier);
    const recoveryCodeList = await work({ tx, user, rules, factors, now, record });
    if (!changed) return { session: begun, recoveryCodeList };
    // Open sign-ins were checked against the old factors, and end.
    await raiseSecurityVersion(tx, userId);
    await forgetRememberedDevices(tx, userId);
    await removeChallengesOfUser(tx, userId);
    await mails.credentialChanged(tx, userId, 'FACTOR');
    return { session: begun, recoveryCodeList };
  });
}

/** Adds a factor that counts without a confirming code. */
export async function addFactor(
  { ids }: Pick<FactorChangeGround, 'ids'>,
  { tx, user, now, record }: OpenFactorChange,
  type: 'EMAIL' | 'RECOVERY_CODE',
  name: string,
): Promise<number | null> {
  const factor = { uuid: ids.uuidV7(), userId: user.userId, type, name, sealedSecret: null, step: null };
  const factorId = await saveFactor(tx, { ...factor, now, confirmed: true });
  await record(authenticationEvents.factorAdded, type);
  return factorId;
}

/** Makes a new set of recovery codes in place of the old one; answers the codes, which are shown once. */
export async function replaceRecoveryCodes(
  ground: Pick<FactorChangeGround, 'ids'>,
  change: OpenFactorChange,
  codes: RecoveryCodeSet,
): Promise<readonly string[]> {
  const old = change.factors.find(({ type }) => type === 'RECOVERY_CODE');
  if (old !== undefined) await removeFactorById(change.tx, old.factorId);
  const factorId = await addFactor(ground, change, 'RECOVERY_CODE', RECOVERY_CODES_NAME);
  if (factorId === null) throw new Error('the old recovery codes are still there');
  await saveRecoveryCodes(change.tx, factorId, codes.stored);
  return codes.shown;
}

/** Removes a factor, and with the last one the recovery codes; fails with 409 where the policy demands one. */
export async function removeFactorOf(
  { tx, user, rules, factors, record }: OpenFactorChange,
  factor: Factor,
): Promise<void> {
  const rest = factors.filter(({ factorId }) => factorId !== factor.factorId);
  const enrolled = isEnrolled(rest);
  if (!enrolled && factor.type !== 'RECOVERY_CODE' && isFactorRequired(rules, user)) fail('FACTOR_REQUIRED');
  await removeFactorById(tx, factor.factorId);
  await record(authenticationEvents.factorRemoved, factor.type);
  if (!enrolled) {
    for (const codes of rest) await removeFactorById(tx, codes.factorId);
  }
  if (!user.singleFactorOk && !hasStrongFactor(rest)) await requirePasswordChange(tx, user.userId);
}
