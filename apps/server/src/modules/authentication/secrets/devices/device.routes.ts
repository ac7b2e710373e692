// Contract operations of the own devices, as calls of their service.
import type { authenticationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../../kernel/module.ts';
import type { OwnDevicesService } from './own-devices.service.ts';

type DeviceHandlers = Pick<ModuleHandlers<typeof authenticationModule>, 'listDevices' | 'removeDevice'>;

export function createDeviceHandlers(devices: OwnDevicesService): DeviceHandlers {
  return {
    listDevices: ({ act }) => devices.list(act),
    async removeDevice({ params, act }) {
      await devices.remove(act, params.uuid);
      return undefined;
    },
  };
}
