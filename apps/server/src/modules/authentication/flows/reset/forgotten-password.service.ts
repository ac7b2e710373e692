// Takes requests for forgotten passwords without looking up the user, and mails the links afterwards.

import type { SvcAuthForgottenPasswordModel } from '@keelson/contract';
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import type { Seal } from '../../../../kernel/secrets/seal.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { findMailedUser } from '../../directory/mails/mailed-user.store.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { findTenant, tenantIdentifierOfHost } from '../../directory/tenant.store.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { AddressLimit } from '../../guessing/address-limit.ts';
import type { AttemptService } from '../../guessing/attempt.service.ts';
import type { AttemptSubject } from '../../guessing/attempt-key.ts';
import type { CaptchaGate, SentCaptcha } from '../../guessing/captcha/feature.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { findCredentials } from '../../secrets/credentials.store.ts';
import type { DeviceService } from '../../secrets/devices/feature.ts';
import { removePastTokens } from '../../secrets/one-time-token.store.ts';
import { removePastResetRequests, saveResetRequest, takeResetRequest } from './reset-request.store.ts';

/** Requests for one name within an hour: more than a person needs, and too few to flood a mailbox. */
const REQUESTS_PER_NAME = 3;
/** Requests handled in one pass, each in a transaction of its own; more would hold up the stop of the process. */
const REQUESTS_PER_PASS = 100;
const REMOVED_PER_STATEMENT = 5_000;

interface ForgottenPasswordGround extends Pick<Kernel, 'database' | 'clock' | 'events'> {
  readonly links: ActivationLinks;
  readonly mails: UserMails;
  readonly seal: Seal;
  readonly attempts: Pick<AttemptService, 'findState'>;
  readonly addresses: AddressLimit;
  readonly devices: DeviceService;
  readonly captchaGate: CaptchaGate;
  readonly nameKey: (subject: AttemptSubject) => Buffer;
  /** Called when there is a request to handle. */
  readonly wake: () => void;
}

interface Asked {
  readonly tenantIdentifier: string;
  readonly username: string;
}

export function createForgottenPasswordService(ground: ForgottenPasswordGround) {
  const { database, clock, seal, nameKey, wake } = ground;

  const workOne = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const taken = await takeResetRequest(tx);
      if (taken === null) return false;
      const text = seal.open(taken.sealed, taken.owner);
      if (text !== null) await mailLink(tx, ground, JSON.parse(text) as Asked, taken);
      return true;
    });

  return {
    /**
     * Stores what was asked, by the same statements and with the same answer whoever is named. It fails with 401
     * `AUTH_CAPTCHA_REQUIRED` or `AUTH_CAPTCHA_INVALID` where a sign-in with this name would need a captcha.
     */
    async request(
      act: PublicAct,
      { username, tenantIdentifier, captchaIdentifier, captcha }: SvcAuthForgottenPasswordModel,
    ): Promise<void> {
      const { context } = act;
      const asked: Asked = {
        tenantIdentifier: tenantIdentifier ?? (await tenantIdentifierOfHost(database, context.host)),
        username,
      };
      const subject = {
        tenantIdentifier: asked.tenantIdentifier,
        usernameFolded: foldName(username),
        deviceHash: null,
      };
      await passCaptcha(ground, act, subject, { identifier: captchaIdentifier ?? null, answer: captcha ?? null });
      const key = nameKey(subject);
      const nowMs = clock.now();
      await saveResetRequest(
        database,
        {
          nameKey: key,
          sealed: seal.seal(JSON.stringify(asked), key.toString('hex')),
          ipAddress: context.remoteAddress,
          requestId: context.requestId,
          now: new Date(nowMs),
        },
        { since: new Date(nowMs - HOUR_MS), max: REQUESTS_PER_NAME },
      );
      wake();
    },
    /** Handles the stored requests; also removes requests and links that are over. */
    async work(): Promise<void> {
      for (let count = 0; count < REQUESTS_PER_PASS && (await workOne()); count++);
      const nowMs = clock.now();
      await removePastResetRequests(database, new Date(nowMs - HOUR_MS), REMOVED_PER_STATEMENT);
      await removePastTokens(database, new Date(nowMs), REMOVED_PER_STATEMENT);
    },
  };
}

export type ForgottenPasswordService = ReturnType<typeof createForgottenPasswordService>;

/**
 * Requires a captcha by the counters of a sign-in: a known device has its own, and then the address does not matter.
 */
async function passCaptcha(
  { database, addresses, attempts, captchaGate, devices }: ForgottenPasswordGround,
  act: PublicAct,
  subject: AttemptSubject,
  captcha: SentCaptcha,
): Promise<void> {
  const { context } = act;
  const device = await devices.find(database, subject, context);
  const deviceHash = device?.deviceHash ?? null;
  const { failures } = await attempts.findState(database, { ...subject, deviceHash });
  const { windowFailures } = await addresses.find(context.remoteAddress);
  const addressFailures = device === null ? windowFailures : 0;
  const { tenantIdentifier } = subject;
  await captchaGate(act, { tenantIdentifier, captcha, failures, addressFailures, knownDevice: device !== null });
}

/**
 * Mails the link. Nothing shows the requester whether the user exists: without a verified address or a password no mail
 * goes out.
 */
async function mailLink(
  tx: Transaction,
  { clock, events, links, mails }: ForgottenPasswordGround,
  { tenantIdentifier, username }: Asked,
  { ipAddress, requestId }: { readonly ipAddress: string; readonly requestId: string },
): Promise<void> {
  const tenant = await findTenant(tx, tenantIdentifier);
  if (tenant === null || !tenant.enabled) return;
  const credentials = await findCredentials(tx, tenant.identifier, foldName(username));
  if (credentials === null || credentials.passwordHash === null) return;
  const { userId, enabled, deleted, expiryDate } = credentials;
  if (!enabled || deleted || (expiryDate !== null && expiryDate.getTime() <= clock.now())) return;
  const { email, emailVerified } = await findMailedUser(tx, userId);
  if (email === null || !emailVerified) return;
  await mails.passwordReset(tx, userId, await links.issueReset(tx, userId, email));
  const actor = { username: credentials.username, tenantIdentifier: tenant.identifier, ipAddress, requestId };
  const detail = { purpose: 'PASSWORD_RESET' };
  await events.record(tx, authenticationEvents.codeSent, actor, credentials.username, detail);
}
