// Admits attempts at a password in the order of a sign-in: address, reservation, captcha; settles and reports them afterwards.

import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import type { Context } from '../../../../kernel/request/context.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { disableOnDevice, type KnownDevice } from '../../secrets/devices/device.store.ts';
import type { DeviceService } from '../../secrets/devices/feature.ts';
import {
  countPasswordFailure,
  disablePassword,
  savePasswordLock,
} from '../../secrets/password/password-failure.store.ts';
import type { AddressState } from '../address-counter.store.ts';
import type { AddressLimit } from '../address-limit.ts';
import type { AttemptService, Reservation } from '../attempt.service.ts';
import type { AttemptState } from '../attempt.store.ts';
import type { CaptchaDemand, CaptchaGate, SentCaptcha } from '../captcha/feature.ts';

/** An attempt, with the names as typed. */
export interface PasswordAttempt {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  /** Null for operations that take none: an attempt that would need one is then bounded by the locks alone. */
  readonly captcha: SentCaptcha | null;
}

/** Holds the counters of an attempt as they were read a moment ago, so that what they refuse costs no write. */
export interface SeenCounters {
  readonly device: KnownDevice | null;
  readonly attempt: AttemptState;
  readonly address: AddressState;
}

/** An admitted attempt, which ends with exactly one of `release`, `refuse` and `succeed`. */
export interface Admission {
  readonly reservation: Reservation;
  /** Known device of the user: it has its own counter, and the failures of its address do not matter. */
  readonly device: KnownDevice | null;
}

/** Says what an attempt was refused for; `user` is null where there is none. */
export interface RefusedAttempt {
  readonly tenantIdentifier: string;
  readonly user: { readonly userId: number; readonly username: string } | null;
  readonly reason: string;
}

export interface CounterValues {
  readonly device: KnownDevice | null;
  readonly attemptValues: readonly unknown[];
  readonly addressValues: readonly unknown[];
}

interface PasswordAttemptsGround extends Pick<Kernel, 'database' | 'events'> {
  readonly attempts: AttemptService;
  readonly addresses: AddressLimit;
  readonly captchaGate: CaptchaGate;
  readonly captchaDemand: CaptchaDemand;
  readonly devices: DeviceService;
}

export function createPasswordAttempts(ground: PasswordAttemptsGround) {
  const { database, attempts, addresses, captchaDemand, captchaGate, devices } = ground;
  return {
    /** Answers the device of the request, and the values by which the counters of an attempt on it are read. */
    async counters(
      attempt: Pick<PasswordAttempt, 'tenantIdentifier' | 'usernameFolded'>,
      context: Context,
    ): Promise<CounterValues> {
      const device = await devices.find(database, attempt, context);
      return {
        device,
        attemptValues: attempts.stateValues({ ...attempt, deviceHash: device?.deviceHash ?? null }),
        addressValues: addresses.stateValues(context.remoteAddress),
      };
    },
    /**
     * Fails with 429 `RATE_LIMITED` or `AUTH_TEMPORARILY_LOCKED`, 401 `AUTH_CAPTCHA_REQUIRED` or `AUTH_CAPTCHA_INVALID`;
     * existing names and others alike. What `seen` refuses is refused at once; what it lets pass is counted anew.
     */
    async admit(act: PublicAct, attempt: PasswordAttempt, seen?: SeenCounters): Promise<Admission> {
      const { context } = act;
      const { tenantIdentifier, captcha } = attempt;
      const device = seen === undefined ? await devices.find(database, attempt, context) : seen.device;
      const address = device === null ? await admitAddress(addresses, tenantIdentifier, context, seen) : null;
      const addressFailures = address?.windowFailures ?? 0;
      const guarded = { tenantIdentifier, addressFailures, knownDevice: device !== null };
      if (seen !== undefined) {
        attempts.refuseLocked(seen.attempt);
        if (captcha !== null) captchaDemand({ ...guarded, captcha, failures: seen.attempt.failures }, context);
      }
      const reservation = await attempts.reserve({ ...attempt, deviceHash: device?.deviceHash ?? null });
      try {
        const { failures } = reservation;
        if (captcha !== null) await captchaGate(act, { ...guarded, captcha, failures });
      } catch (error) {
        await attempts.release(reservation);
        throw error;
      }
      return { reservation, device };
    },
    /** Ends an attempt without a check: no room to hash, a source away, a limit of sessions. */
    release: ({ reservation }: Admission): Promise<void> => attempts.release(reservation),
    /** Counts the failure and records why; the caller answers. */
    refuse: (act: PublicAct, admission: Admission, refused: RefusedAttempt): Promise<void> =>
      database.transaction((tx) => refuseIn(tx, ground, act, admission, refused)),
    /** Settles a right password, after the row of the password is written: failures lock in the same order. */
    succeed: (tx: Transaction, { reservation }: Admission): Promise<void> => attempts.saveSuccess(tx, reservation),
  };
}

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>;

async function admitAddress(
  addresses: AddressLimit,
  tenantIdentifier: string,
  { remoteAddress }: Context,
  seen: SeenCounters | undefined,
): Promise<AddressState> {
  if (seen === undefined) return addresses.admit(remoteAddress, tenantIdentifier);
  addresses.refuseExhausted(seen.address, tenantIdentifier);
  return seen.address;
}

/**
 * Runs the same statements whether the user exists or not. Rows are locked in one order: password, counter, address.
 */
async function refuseIn(
  tx: Transaction,
  { attempts, addresses, events }: PasswordAttemptsGround,
  act: PublicAct,
  { reservation, device }: Admission,
  { tenantIdentifier, user, reason }: RefusedAttempt,
): Promise<void> {
  const { context } = act;
  await countPasswordFailure(tx, user?.userId ?? null);
  const { failures, lockedUntil, disables } = await attempts.saveFailure(tx, reservation);
  if (device === null) await addresses.raise(tx, context.remoteAddress);
  const userId = user?.userId ?? null;
  if (device === null && lockedUntil !== null) await savePasswordLock(tx, userId, lockedUntil);
  if (disables) await (device === null ? disablePassword(tx, userId) : disableOnDevice(tx, device.deviceId));
  // The event never names what was typed unless it is a user's name: people type passwords into the field of the name.
  const actor = act.actorNamed(user?.username ?? 'unknown', tenantIdentifier);
  const subject = user?.username ?? null;
  await events.record(tx, authenticationEvents.loginFailed, actor, subject, { reason });
  if (lockedUntil === null) return;
  const detail = { failures, lockedUntil, knownDevice: device !== null, passwordDisabled: disables };
  await events.record(tx, authenticationEvents.loginLocked, actor, subject, detail);
}
