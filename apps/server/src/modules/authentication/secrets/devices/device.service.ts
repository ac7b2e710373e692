// Knows the browsers that a user signed in from, so that guesses from elsewhere do not lock the user out.

import type { Cookie } from '@keelson/contract';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Queryable, Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import type { Context } from '../../../../kernel/request/context.ts';
import { identifierOf } from '../../../../kernel/secrets/identifier-of.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { carriesCookies, deviceCookie, readDeviceCookie } from '../../ground/cookies.ts';
import { DEVICE_LIFE_DAYS, DEVICES_PER_USER_MAX } from '../../settings/device.settings.ts';
import { rememberDevice } from '../remembered-device.store.ts';
import { findKnownDevice, type KnownDevice, saveDevice, saveDeviceUse } from './device.store.ts';

const COOKIE_BYTES = 32;
/** Matches base64url of 32 bytes; anything else is not looked up. */
const COOKIE_VALUE = /^[A-Za-z0-9_-]{43}$/;
const DAY_SECONDS = 86_400;

/** User who signs in, and the device. */
export interface DeviceOwner {
  readonly userId: number;
  readonly username: string;
  readonly usernameFolded: string;
  readonly tenantIdentifier: string;
  readonly deviceName: string;
  /** Address for the notice about a new device; null where there is none. */
  readonly email: string | null;
  /** Says for how many days the second factor is not asked for on the device; 0 changes nothing. */
  readonly rememberDays: number;
}

interface DeviceGround extends Pick<Kernel, 'clock' | 'ids' | 'events'> {
  readonly mails: UserMails;
}

export function createDeviceService(ground: DeviceGround) {
  const { clock } = ground;

  /** Finds the device whose cookie the request carries, when it belongs to the user with this name. */
  const find = async (
    queryable: Queryable,
    { tenantIdentifier, usernameFolded }: Pick<DeviceOwner, 'tenantIdentifier' | 'usernameFolded'>,
    context: Context,
  ): Promise<KnownDevice | null> => {
    const value = readDeviceCookie(context);
    if (value === null || !COOKIE_VALUE.test(value)) return null;
    const deviceHash = identifierOf(value);
    return findKnownDevice(queryable, { deviceHash, tenantIdentifier, usernameFolded }, new Date(clock.now()));
  };

  /** Keeps the presented cookie, when it belongs to a device of this user that was not removed meanwhile. */
  const keep = async (tx: Transaction, act: PublicAct, owner: DeviceOwner): Promise<string | null> => {
    const { context } = act;
    const known = await find(tx, owner, context);
    if (known === null) return null;
    const now = new Date(clock.now());
    const use = { now, ipAddress: context.remoteAddress, expiry: expiryAfter(now) };
    return (await saveDeviceUse(tx, known.deviceId, use)) ? readDeviceCookie(context) : null;
  };

  return {
    find,
    /**
     * Makes the device a known one, in the transaction that begins a session. Answers its cookie; null where a browser
     * would not send it back.
     */
    async remember(tx: Transaction, act: PublicAct, owner: DeviceOwner): Promise<Cookie | null> {
      const { context } = act;
      if (!carriesCookies(context)) return null;
      const { userId, rememberDays } = owner;
      const until = rememberDays > 0 ? new Date(clock.now() + rememberDays * DAY_SECONDS * SECOND_MS) : null;
      const kept = await keep(tx, act, owner);
      if (kept !== null && until !== null) {
        await rememberDevice(tx, { userId, deviceHash: identifierOf(kept) }, until);
      }
      const value = kept ?? (await addDevice(tx, ground, act, owner, until));
      return deviceCookie(value, DEVICE_LIFE_DAYS * DAY_SECONDS, context);
    },
  };
}

export type DeviceService = ReturnType<typeof createDeviceService>;

/**
 * Adds a device with a cookie of its own for each user and browser: one that another user knows must not become this
 * user's.
 */
async function addDevice(
  tx: Transaction,
  { clock, ids, events, mails }: DeviceGround,
  act: PublicAct,
  owner: DeviceOwner,
  rememberedUntil: Date | null,
): Promise<string> {
  const { context } = act;
  const value = ids.secret(COOKIE_BYTES);
  const uuid = ids.uuidV7();
  const now = new Date(clock.now());
  const device = {
    uuid,
    userId: owner.userId,
    name: owner.deviceName,
    ipAddress: context.remoteAddress,
    now,
    deviceHash: identifierOf(value),
    expiry: expiryAfter(now),
    rememberedUntil,
  };
  saveDevice(tx, device, DEVICES_PER_USER_MAX);
  const actor = act.actorNamed(owner.username, owner.tenantIdentifier);
  const detail = { deviceUuid: uuid, name: owner.deviceName };
  await events.record(tx, authenticationEvents.deviceAdded, actor, owner.username, detail);
  if (owner.email !== null) {
    await mails.newDevice(tx, owner.userId, { name: owner.deviceName, address: context.remoteAddress });
  }
  return value;
}

function expiryAfter(now: Date): Date {
  return new Date(now.getTime() + DEVICE_LIFE_DAYS * DAY_SECONDS * SECOND_MS);
}
