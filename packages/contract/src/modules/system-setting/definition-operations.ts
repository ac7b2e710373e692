// Definitions of settings: made and changed by administrators of the suite, found by whoever may see them.

import { page } from '../../models/paging.ts';
import { closed, integer, list, text, uuid } from '../../models/schema.ts';
import { authority, sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import {
  SvcSettingDataModel,
  SvcSettingGroupModel,
  SvcSettingModel,
  SvcSettingQueryModel,
  SvcSettingSaveModel,
  SvcSettingUpdateModel,
  settingCodeField,
} from './definition-models.ts';
import { settingWriteHeaders } from './setting-headers.ts';

const uuidParams = closed({ uuid: uuid('Identifier of the definition.') });
const manage = authority('SETTING_MANAGE_GLOBAL');
const settingReply = { kind: 'json', schema: SvcSettingModel } as const;
const writtenReply = { ...settingReply, headers: settingWriteHeaders } as const;

export const definitionOperations = {
  save: operation({
    method: 'POST',
    path: '/settings',
    summary: 'Makes a definition',
    description:
      'Its owner is `custom`. A code that differs from another one in case alone is refused. All problems are told at once.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcSettingSaveModel },
    reply: writtenReply,
    errors: ['SETTING_ALREADY_EXISTS', 'SETTING_DEFINITION_INVALID', 'SETTING_LIMIT_REACHED'],
    idempotent: true,
  }),
  update: operation({
    method: 'PUT',
    path: '/settings',
    summary: 'Changes a definition',
    description:
      'A field that is left out stays, null clears it. Of a definition that a module registered only orderNumber, groupCode, nameMap and descriptionMap can be changed.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcSettingUpdateModel },
    reply: writtenReply,
    errors: [
      'SETTING_NOT_FOUND',
      'SETTING_SYSTEM',
      'SETTING_VALUES_CONFLICT',
      'SETTING_ALREADY_EXISTS',
      'SETTING_DEFINITION_INVALID',
      'VERSION_CONFLICT',
    ],
  }),
  getByUuid: operation({
    method: 'GET',
    path: '/settings/by-uuid/{uuid}',
    summary: 'One definition',
    description: 'RESTRICTED ones need SETTING_VIEW.',
    access: sessionAccess,
    effect: 'read',
    params: uuidParams,
    reply: settingReply,
    errors: ['SETTING_NOT_FOUND', 'ACCESS_DENIED'],
  }),
  getByCode: operation({
    method: 'GET',
    path: '/settings/by-code/{code}',
    summary: 'One definition by its code or an alias',
    description: 'RESTRICTED ones need SETTING_VIEW.',
    access: sessionAccess,
    effect: 'read',
    params: closed({ code: text('Code or alias.', settingCodeField) }),
    reply: settingReply,
    errors: ['SETTING_NOT_FOUND', 'ACCESS_DENIED'],
  }),
  delete: operation({
    method: 'DELETE',
    path: '/settings/by-uuid/{uuid}',
    summary: 'Deletes a definition with its values',
    description: 'Of those that a module registered only retired ones can be deleted.',
    access: manage,
    effect: 'write',
    params: uuidParams,
    query: closed({ version: integer('Version that was read.', { minimum: 1 }) }),
    reply: { kind: 'void', headers: settingWriteHeaders },
    errors: ['SETTING_NOT_FOUND', 'SETTING_SYSTEM', 'SETTING_IN_USE', 'VERSION_CONFLICT'],
  }),
  activate: operation({
    method: 'POST',
    path: '/settings/activate/by-uuid/{uuid}',
    summary: 'Enables a definition',
    description: 'One that is enabled is left as it is.',
    access: manage,
    effect: 'write',
    params: uuidParams,
    reply: writtenReply,
    errors: ['SETTING_NOT_FOUND'],
  }),
  deactivate: operation({
    method: 'POST',
    path: '/settings/deactivate/by-uuid/{uuid}',
    summary: 'Disables a definition',
    description: 'Reads then behave as if there were no such code. Those that a module registered stay enabled.',
    access: manage,
    effect: 'write',
    params: uuidParams,
    reply: writtenReply,
    errors: ['SETTING_NOT_FOUND', 'SETTING_SYSTEM'],
  }),
  queryDataPage: operation({
    method: 'POST',
    path: '/settings/data/page',
    summary: 'Pages the definitions',
    description: 'Without SETTING_VIEW those that are PUBLIC or SESSION.',
    access: sessionAccess,
    effect: 'read',
    body: { kind: 'json', schema: SvcSettingQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcSettingDataModel) },
  }),
  queryDataList: operation({
    method: 'POST',
    path: '/settings/data/list',
    summary: 'Lists the definitions',
    description: 'As the page, all rows at once; more than 1,000 are refused.',
    access: sessionAccess,
    effect: 'read',
    body: { kind: 'json', schema: SvcSettingQueryModel, optional: true },
    reply: { kind: 'json', schema: list(SvcSettingDataModel, 'Definitions.') },
    errors: ['RESULT_TOO_LARGE'],
  }),
  getGroups: operation({
    method: 'GET',
    path: '/settings/groups',
    summary: 'The groups with a definition that the caller may see',
    description: 'In their order.',
    access: sessionAccess,
    effect: 'read',
    reply: { kind: 'json', schema: list(SvcSettingGroupModel, 'Groups.') },
  }),
};
