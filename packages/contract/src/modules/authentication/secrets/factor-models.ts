// Declares the models of the own second factors.
import { type Static, Type } from 'typebox';
import {
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  nullable,
  optional,
  text,
  uuid,
} from '../../../models/schema.ts';
import { rotatedSessionFields, totpSecretFields, verificationFactorTypes } from '../sign-in/challenge-models.ts';

export const SvcAuthFactorModel = closed(
  {
    uuid: uuid('Identifier of the factor.'),
    type: choice(verificationFactorTypes, 'Kind of factor; RECOVERY_CODE stands for the whole set of codes.'),
    name: text('Name given by its owner.'),
    enabled: flag('False after too many wrong codes in a row: remove it and enrol it again.'),
    dateCreated: dateTime('When it was enrolled.'),
    lastUsedDate: nullable(dateTime('Last sign-in with it.')),
    remaining: nullable(integer('Recovery codes left; null for other kinds.')),
  },
  'SvcAuthFactorModel',
);
export type SvcAuthFactorModel = Static<typeof SvcAuthFactorModel>;

export const SvcAuthTotpModelInput = closed(
  { name: optional(text('Name of the factor; default Authenticator.', { minLength: 1, maxLength: 100 })) },
  'SvcAuthTotpModelInput',
);
export type SvcAuthTotpModelInput = Static<typeof SvcAuthTotpModelInput>;

export const SvcAuthTotpModel = closed(
  { factorUuid: uuid('Factor that waits for its first code.'), ...totpSecretFields },
  'SvcAuthTotpModel',
);
export type SvcAuthTotpModel = Static<typeof SvcAuthTotpModel>;

export const SvcAuthTotpConfirmationModel = closed(
  {
    factorUuid: uuid('Factor that waits for its first code.'),
    code: text('Code of the app; spaces are removed.', { minLength: 1, maxLength: 40 }),
  },
  'SvcAuthTotpConfirmationModel',
);
export type SvcAuthTotpConfirmationModel = Static<typeof SvcAuthTotpConfirmationModel>;

export const SvcAuthEmailFactorModel = closed(
  { enabled: flag('Whether codes are sent to the verified address.') },
  'SvcAuthEmailFactorModel',
);
export type SvcAuthEmailFactorModel = Static<typeof SvcAuthEmailFactorModel>;

export const SvcAuthFactorChangeModel = closed(
  {
    ...rotatedSessionFields,
    recoveryCodeList: nullable(list(Type.String(), 'New recovery codes, shown once; null when none were made.')),
  },
  'SvcAuthFactorChangeModel',
);
export type SvcAuthFactorChangeModel = Static<typeof SvcAuthFactorChangeModel>;
