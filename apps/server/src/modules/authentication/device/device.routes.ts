// Contract operations of the own devices, as calls of their service.
import type { authenticationModule, Handlers } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import type { OwnDevicesService } from './own-devices.service.ts';

type DeviceHandlers = Pick<Handlers<typeof authenticationModule, Caller, Context>, 'listDevices' | 'removeDevice'>;

export function createDeviceHandlers(devices: OwnDevicesService): DeviceHandlers {
  return {
    listDevices: ({ caller, context }) => devices.list(caller, context),
    async removeDevice({ params, caller, context }) {
      await devices.remove(params.uuid, caller, context);
      return undefined;
    },
  };
}
