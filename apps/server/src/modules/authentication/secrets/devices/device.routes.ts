// Answers the contract operations of the own devices by calls of their service.
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { OwnDevicesService } from './own-devices.service.ts';

type DeviceHandlers = Pick<AuthenticationHandlers, 'listDevices' | 'removeDevice'>;

export function createDeviceHandlers(devices: OwnDevicesService): DeviceHandlers {
  return {
    listDevices: ({ act }) => devices.list(act),
    async removeDevice({ params, act }) {
      await devices.remove(act, params.uuid);
      return undefined;
    },
  };
}
