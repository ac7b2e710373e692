// Wires the devices that users signed in from: known by a cookie, remembered for a while, shown to their owner.
import type { Kernel } from '../../../../kernel/module.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { createDeviceHandlers } from './device.routes.ts';
import { createDeviceService } from './device.service.ts';
import { createOwnDevicesService } from './own-devices.service.ts';

export type { DeviceService } from './device.service.ts';

export function createDevicesFeature(
  { database, clock, ids, events }: Pick<Kernel, 'database' | 'clock' | 'ids' | 'events'>,
  { settings, mails }: { readonly settings: AuthenticationSettings; readonly mails: UserMails },
) {
  const api = createDeviceService({ clock, ids, events, mails });
  const ownDevices = createOwnDevicesService({ database, clock, devices: api, settings });
  return { handlers: createDeviceHandlers(ownDevices), api };
}
