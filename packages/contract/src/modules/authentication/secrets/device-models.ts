// Declares the models of the devices that a user signed in from.
import type { Static } from 'typebox';
import { closed, dateTime, flag, nullable, text, uuid } from '../../../models/schema.ts';

export const SvcAuthDeviceModel = closed(
  {
    uuid: uuid('Identifier of the device.'),
    name: text('Name given at the sign-in, else made of the user agent.'),
    ipAddress: text('Address of the last sign-in from it.'),
    firstUsedDate: dateTime('First sign-in from it.'),
    lastUsedDate: dateTime('Last sign-in from it.'),
    rememberedUntilDate: nullable(dateTime('Until then it skips the second factor; null where it does not.')),
    current: flag('Whether this request comes from it.'),
  },
  'SvcAuthDeviceModel',
);
export type SvcAuthDeviceModel = Static<typeof SvcAuthDeviceModel>;
