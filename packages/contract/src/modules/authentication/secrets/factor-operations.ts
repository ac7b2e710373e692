// Declares the operations of second factors: the own ones, and ending those of somebody who lost them.
import { closed, list, uuid } from '../../../models/schema.ts';
import { authority, fresh, personAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcAuthEmailFactorModel,
  SvcAuthFactorChangeModel,
  SvcAuthFactorModel,
  SvcAuthTotpConfirmationModel,
  SvcAuthTotpModel,
  SvcAuthTotpModelInput,
} from './factor-models.ts';

const headers = { 'cache-control': 'no-store' } as const;
const byUuid = closed({ uuid: uuid('Identifier of the factor.') });
const change = { kind: 'json', schema: SvcAuthFactorChangeModel, headers } as const;

export const factorOperations = {
  listFactors: operation({
    method: 'GET',
    path: '/auth/factors',
    summary: 'Lists the own second factors',
    description: 'Confirmed ones; the recovery codes are one entry that says how many are left.',
    access: personAccess,
    effect: 'read',
    reply: { kind: 'json', schema: list(SvcAuthFactorModel, 'Own factors, oldest first.') },
  }),
  removeFactor: operation({
    method: 'DELETE',
    path: '/auth/factors/by-uuid/{uuid}',
    summary: 'Removes one of the own second factors',
    description:
      'With the last factor go the recovery codes. A password that was long enough only beside the factor has to be replaced at the ' +
      'next sign-in. The session gets a new token.',
    access: fresh(personAccess),
    effect: 'write',
    params: byUuid,
    reply: change,
    errors: ['FACTOR_NOT_FOUND', 'FACTOR_REQUIRED'],
  }),
  beginTotp: operation({
    method: 'POST',
    path: '/auth/factors/totp/begin',
    summary: 'Begins to enrol an authenticator app',
    description:
      'The secret is in this answer only. Without its first code the factor is gone after 15 minutes. At most five apps.',
    access: fresh(personAccess),
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthTotpModelInput },
    reply: { kind: 'json', schema: SvcAuthTotpModel, headers },
    errors: ['FACTOR_LIMIT_REACHED'],
  }),
  confirmTotp: operation({
    method: 'POST',
    path: '/auth/factors/totp/confirm',
    summary: 'Enrols an authenticator app with its first code',
    description: 'Answers ten recovery codes if the user has none yet. The session gets a new token.',
    access: fresh(personAccess),
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthTotpConfirmationModel },
    reply: change,
    errors: ['FACTOR_NOT_FOUND', 'AUTH_CODE_INVALID'],
  }),
  setEmailFactor: operation({
    method: 'POST',
    path: '/auth/factors/email',
    summary: 'Switches e-mailed codes on or off',
    description:
      'Needs a verified address and a service that mails codes. Repeated: nothing but a new token of the session.',
    access: fresh(personAccess),
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthEmailFactorModel },
    reply: change,
    errors: ['FACTOR_UNAVAILABLE', 'FACTOR_REQUIRED'],
  }),
  createRecoveryCodes: operation({
    method: 'POST',
    path: '/auth/factors/recovery-codes',
    summary: 'Makes new recovery codes',
    description: 'Ten codes, shown once; the old ones die. Needs another factor. The session gets a new token.',
    access: fresh(personAccess),
    effect: 'write',
    reply: change,
    errors: ['FACTOR_UNAVAILABLE'],
  }),
  resetFactors: operation({
    method: 'DELETE',
    path: '/users/factors/by-uuid/{uuid}',
    summary: 'Removes all second factors of a user',
    description:
      'For somebody who lost them. The caller must hold every authority that the user holds. Sessions, half-done sign-ins and ' +
      'remembered devices of the user end, the tries of codes begin anew, and the user is notified by mail. A password that was long ' +
      'enough only beside a factor has to be replaced at the next sign-in. Without any factor nothing happens.',
    access: fresh(authority('AUTH_USER_MANAGE')),
    effect: 'write',
    params: closed({ uuid: uuid('Identifier of the user.') }),
    errors: ['USER_NOT_FOUND'],
  }),
} as const;
