// Declares the operations of the devices that the caller signed in from.
import { closed, list, uuid } from '../../../models/schema.ts';
import { fresh, personAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcAuthDeviceModel } from './device-models.ts';

const byUuid = closed({ uuid: uuid('Identifier of the device.') });

export const deviceOperations = {
  listDevices: operation({
    method: 'GET',
    path: '/auth/devices',
    summary: 'Lists the devices that the caller signed in from',
    description: 'Browsers that are known by a cookie of theirs; one that was not used for 180 days is forgotten.',
    access: personAccess,
    effect: 'read',
    reply: { kind: 'json', schema: list(SvcAuthDeviceModel, 'Own devices, last used first.') },
  }),
  removeDevice: operation({
    method: 'DELETE',
    path: '/auth/devices/by-uuid/{uuid}',
    summary: 'Forgets a device that the caller signed in from',
    description:
      'It is neither known nor remembered any more: its next sign-in counts and is asked as on a new one. Sessions are kept.',
    access: fresh(personAccess),
    effect: 'write',
    params: byUuid,
    errors: ['DEVICE_NOT_FOUND'],
  }),
} as const;
