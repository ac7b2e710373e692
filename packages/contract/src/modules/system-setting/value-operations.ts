// Declares the operations on values of settings: set, removed, looked through, and put back from the history.
import { page } from '../../models/paging.ts';
import { anyMap, choice, closed, integer, list, maybe, text, uuid } from '../../models/schema.ts';
import { authority, personAccess, sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { settingCodeField, settingTenantField } from './definition-models.ts';
import { settingWriteHeaders } from './setting-headers.ts';
import {
  SvcSettingHistoryModel,
  SvcSettingHistoryQueryModel,
  SvcSettingRollbackModel,
  SvcSettingUserValuePersistModel,
  SvcSettingValueModel,
  SvcSettingValuePersistModel,
  SvcSettingValueProblemModel,
  SvcSettingValueQueryModel,
  settingValuesMax,
  writableScopes,
} from './value-models.ts';

const manage = authority('SETTING_MANAGE', 'SETTING_MANAGE_GLOBAL');
const valueReply = { kind: 'json', schema: SvcSettingValueModel, headers: settingWriteHeaders } as const;

const removalErrors = [
  'ACCESS_DENIED',
  'REAUTHENTICATION_REQUIRED',
  'SETTING_NOT_FOUND',
  'SETTING_PINNED',
  'SETTING_RULE_VIOLATED',
  'VERSION_CONFLICT',
] as const;
const writeErrors = [
  ...removalErrors,
  'SETTING_TYPE_MISMATCH',
  'SETTING_VALUE_INVALID',
  'SETTING_NOT_OVERRIDABLE',
  'SETTING_LIMIT_REACHED',
] as const;

export const valueOperations = {
  setValue: operation({
    method: 'PUT',
    path: '/settings/value',
    summary: 'Sets a value',
    description:
      'The same value as stored changes nothing. GLOBAL needs SETTING_MANAGE_GLOBAL, another tenant TENANT_ALL beside it, SECRET moreover SETTING_SECRET_MANAGE.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcSettingValuePersistModel, nulAllowedIn: 'value' },
    reply: valueReply,
    errors: [...writeErrors],
  }),
  setValues: operation({
    method: 'PUT',
    path: '/settings/values',
    summary: 'Sets several values, all or none',
    description: 'In one revision, 1 to 100 of them: the way to change two values that a rule binds.',
    access: manage,
    effect: 'write',
    body: {
      kind: 'list',
      schema: SvcSettingValuePersistModel,
      minItems: 1,
      maxItems: settingValuesMax,
      nulAllowedIn: 'value',
    },
    reply: {
      kind: 'json',
      schema: list(SvcSettingValueModel, 'The values, in the order asked.'),
      headers: settingWriteHeaders,
    },
    errors: [...writeErrors],
  }),
  validateValues: operation({
    method: 'POST',
    path: '/settings/values/validate',
    summary: 'Shows what setting these values would answer',
    description: 'The same checks, nothing is written. An empty list: they would be taken.',
    access: manage,
    effect: 'read',
    body: { kind: 'list', schema: SvcSettingValuePersistModel, maxItems: settingValuesMax, nulAllowedIn: 'value' },
    reply: { kind: 'json', schema: list(SvcSettingValueProblemModel, 'Problems.') },
  }),
  revertValue: operation({
    method: 'DELETE',
    path: '/settings/value/by-code/{code}',
    summary: 'Removes a value: the next level holds again',
    description: 'Where nothing is stored nothing is done.',
    access: manage,
    effect: 'write',
    params: closed({ code: text('Code or alias.', settingCodeField) }),
    query: closed({
      scope: maybe(choice(writableScopes, 'Default TENANT when a tenant is given, else GLOBAL.')),
      tenant: maybe(text('Tenant; default that of the caller.', settingTenantField)),
      version: maybe(integer('Version that was read.', { minimum: 0 })),
    }),
    reply: { kind: 'void', headers: settingWriteHeaders },
    errors: [...removalErrors],
  }),
  queryValuePage: operation({
    method: 'POST',
    path: '/settings/value/data/page',
    summary: 'Pages the stored values',
    description: 'Global ones and those of the own tenant; of other tenants only with TENANT_ALL.',
    access: authority('SETTING_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcSettingValueQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcSettingValueModel) },
  }),
  getUserValues: operation({
    method: 'GET',
    path: '/settings/user/values',
    summary: 'Every setting that a user may have for themselves, resolved for the caller',
    description: 'Values by code.',
    access: sessionAccess,
    effect: 'read',
    reply: { kind: 'json', schema: anyMap('Values by code.') },
  }),
  setUserValue: operation({
    method: 'PUT',
    path: '/settings/user/value',
    summary: 'Sets a value of the caller',
    description: 'Of settings that are userOverridable; at most 100 a user.',
    access: personAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcSettingUserValuePersistModel, nulAllowedIn: 'value' },
    reply: { kind: 'json', schema: SvcSettingValueModel },
    errors: [
      'SETTING_NOT_FOUND',
      'SETTING_NOT_OVERRIDABLE',
      'SETTING_TYPE_MISMATCH',
      'SETTING_LIMIT_REACHED',
      'VERSION_CONFLICT',
      'SETTING_VALUE_INVALID',
    ],
  }),
  revertUserValue: operation({
    method: 'DELETE',
    path: '/settings/user/value/by-code/{code}',
    summary: 'Removes a value of the caller',
    description: 'Where nothing is stored nothing is done.',
    access: personAccess,
    effect: 'write',
    params: closed({ code: text('Code or alias.', settingCodeField) }),
    query: closed({ version: maybe(integer('Version that was read.', { minimum: 0 })) }),
    errors: ['SETTING_NOT_FOUND', 'SETTING_NOT_OVERRIDABLE', 'VERSION_CONFLICT'],
  }),
  queryHistoryPage: operation({
    method: 'POST',
    path: '/settings/history/data/page',
    summary: 'Pages the changes of values and definitions',
    description: 'Global ones and those of the own tenant; of other tenants only with TENANT_ALL.',
    access: authority('SETTING_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcSettingHistoryQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcSettingHistoryModel) },
  }),
  rollback: operation({
    method: 'POST',
    path: '/settings/history/rollback/by-uuid/{uuid}',
    summary: 'Puts back the value from before a change',
    description: 'As a new change, checked like any other.',
    access: manage,
    effect: 'write',
    params: closed({ uuid: uuid('Identifier of the row of the history.') }),
    body: { kind: 'json', schema: SvcSettingRollbackModel, optional: true },
    reply: valueReply,
    errors: [...writeErrors, 'SETTING_HISTORY_NOT_FOUND', 'SETTING_HISTORY_NOT_RESTORABLE'],
  }),
};
