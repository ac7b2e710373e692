// Shows the caller the own devices, and forgets one of them.

import type { SvcAuthDeviceModel } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { changingUserId, userIdOf } from '../../directory/own-user.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import type { DeviceService } from './device.service.ts';
import { findOwnDevices, type OwnDevice, removeOwnDevice } from './own-device.store.ts';

export function createOwnDevicesService({
  database,
  clock,
  devices,
  settings,
}: Pick<Kernel, 'database' | 'clock'> & {
  readonly devices: Pick<DeviceService, 'find'>;
  readonly settings: AuthenticationSettings;
}) {
  return {
    async list(act: Act): Promise<SvcAuthDeviceModel[]> {
      const { caller } = act;
      const userId = await userIdOf(database, caller);
      const { tenantIdentifier } = caller;
      const user = { tenantIdentifier, usernameFolded: foldName(caller.username) };
      const current = await devices.find(database, user, act.context);
      const now = new Date(clock.now());
      const remembers = settings.deviceRememberPeriod.get(tenantIdentifier) > 0;
      const found = await findOwnDevices(database, userId, now);
      return found.map((device) => ({
        ...toSvcDevice(device, remembers ? now : null),
        current: device.deviceId === current?.deviceId,
      }));
    },
    /** Removes a device; fails with 404 `DEVICE_NOT_FOUND` also for the devices of others. */
    async remove(act: Act, uuid: string): Promise<void> {
      const { caller } = act;
      const userId = await changingUserId(database, caller);
      await database.transaction(async (tx) => {
        const name = await removeOwnDevice(tx, userId, uuid, new Date(clock.now()));
        if (name === null) failNotFound('DEVICE_NOT_FOUND', { uuid });
        await act.record(tx, authenticationEvents.deviceRemoved, act.caller.username, { deviceUuid: uuid, name });
      });
    },
  };
}

export type OwnDevicesService = ReturnType<typeof createOwnDevicesService>;

/** Shows a device; with `now` null nothing is remembered in this tenant, whatever was asked for before. */
function toSvcDevice(device: OwnDevice, now: Date | null): Omit<SvcAuthDeviceModel, 'current'> {
  const { uuid, name, ipAddress, rememberedUntilDate: until } = device;
  return {
    uuid,
    name,
    ipAddress,
    firstUsedDate: device.firstUsedDate.toISOString(),
    lastUsedDate: device.lastUsedDate.toISOString(),
    rememberedUntilDate: now !== null && until !== null && until > now ? until.toISOString() : null,
  };
}
