// Shows the caller the own devices, and forgets one of them.
import type { SvcAuthDeviceModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { AuthenticationSettings } from '../authentication.settings.ts';
import { signInEvent } from '../challenge/sign-in-steps.ts';
import { changingUserId, userIdOf } from '../factor/factor-change.ts';
import type { DeviceService } from './device.service.ts';
import { findOwnDevices, type OwnDevice, removeOwnDevice } from './own-device.store.ts';

export interface OwnDevicesService {
  list(caller: Caller, context: Context): Promise<SvcAuthDeviceModel[]>;
  /** 404 `DEVICE_NOT_FOUND` also for the devices of others. */
  remove(uuid: string, caller: Caller, context: Context): Promise<void>;
}

export interface OwnDevicesServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly devices: Pick<DeviceService, 'find'>;
  readonly settings: AuthenticationSettings;
}

export function createOwnDevicesService(deps: OwnDevicesServiceDependencies): OwnDevicesService {
  const { database, clock, events, devices, settings } = deps;
  return {
    async list(caller, context) {
      const userId = await userIdOf(deps, caller);
      const { tenantIdentifier } = caller;
      const user = { tenantIdentifier, usernameFolded: foldName(caller.username) };
      const current = await devices.find(database, user, context);
      const now = new Date(clock.now());
      const remembers = settings.deviceRememberPeriod.get(tenantIdentifier) > 0;
      const found = await findOwnDevices(database, userId, now);
      return found.map((device) => ({
        ...toSvcDevice(device, remembers ? now : null),
        current: device.deviceId === current?.deviceId,
      }));
    },
    async remove(uuid, caller, context) {
      const userId = await changingUserId(deps, caller);
      await database.transaction(async (tx) => {
        const name = await removeOwnDevice(tx, userId, uuid, new Date(clock.now()));
        if (name === null) fail('DEVICE_NOT_FOUND');
        const event = signInEvent('authentication.device-removed', caller, context);
        await events.record(tx, { ...event, detail: { deviceUuid: uuid, name } });
      });
    },
  };
}

/** `now` null: nothing is remembered in this tenant, whatever was asked for before. */
function toSvcDevice(device: OwnDevice, now: Date | null): Omit<SvcAuthDeviceModel, 'current'> {
  const { uuid, name, ipAddress, rememberedUntilDate: until } = device;
  return {
    ...{ uuid, name, ipAddress },
    firstUsedDate: device.firstUsedDate.toISOString(),
    lastUsedDate: device.lastUsedDate.toISOString(),
    rememberedUntilDate: now !== null && until !== null && until > now ? until.toISOString() : null,
  };
}
