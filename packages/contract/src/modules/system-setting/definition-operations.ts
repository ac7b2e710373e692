// Declares the operations on definitions of settings: made and changed by administrators of the suite, found by whoever may
// see them.
import { page } from '../../models/paging.ts';
import { closed, integer, list, text } from '../../models/schema.ts';
import { authority, sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { recordOperations } from '../../operations/record-operations.ts';
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

const definition = recordOperations({
  thing: 'SETTING',
  one: 'a definition',
  many: 'the definitions',
  path: '/settings',
  model: SvcSettingModel,
  read: sessionAccess,
  write: authority('SETTING_MANAGE_GLOBAL'),
  identifier: 'Identifier of the definition.',
  writeHeaders: settingWriteHeaders,
});

export const definitionOperations = {
  save: definition.save(SvcSettingSaveModel, {
    summary: 'Makes a definition',
    description:
      'Its owner is `custom`. A code that differs from another one in case alone is refused. All problems are reported at once.',
    errors: ['SETTING_ALREADY_EXISTS', 'SETTING_DEFINITION_INVALID', 'SETTING_LIMIT_REACHED'],
  }),
  update: definition.update(SvcSettingUpdateModel, {
    description:
      'A field that is left out stays, null clears it. Of a definition that a module registered only orderNumber, groupCode, nameMap and descriptionMap can be changed.',
    errors: ['SETTING_SYSTEM', 'SETTING_VALUES_CONFLICT', 'SETTING_ALREADY_EXISTS', 'SETTING_DEFINITION_INVALID'],
  }),
  getByUuid: definition.get({
    summary: 'One definition',
    description: 'RESTRICTED ones need SETTING_VIEW.',
    errors: ['ACCESS_DENIED'],
  }),
  getByCode: operation({
    method: 'GET',
    path: '/settings/by-code/{code}',
    summary: 'One definition by its code or an alias',
    description: 'RESTRICTED ones need SETTING_VIEW.',
    access: sessionAccess,
    effect: 'read',
    params: closed({ code: text('Code or alias.', settingCodeField) }),
    reply: { kind: 'json', schema: SvcSettingModel },
    errors: ['SETTING_NOT_FOUND', 'ACCESS_DENIED'],
  }),
  delete: definition.delete({
    summary: 'Deletes a definition with its values',
    description: 'Of those that a module registered only retired ones can be deleted.',
    query: closed({ version: integer('Version that was read.', { minimum: 1 }) }),
    errors: ['SETTING_SYSTEM', 'SETTING_IN_USE', 'VERSION_CONFLICT'],
  }),
  activate: definition.activate({
    description: 'One that is enabled is left as it is.',
  }),
  deactivate: definition.deactivate({
    description: 'Reads then behave as if there were no such code. Those that a module registered stay enabled.',
    errors: ['SETTING_SYSTEM'],
  }),
  queryDataPage: definition.page(SvcSettingQueryModel, {
    description: 'Without SETTING_VIEW those that are PUBLIC or SESSION.',
    reply: { kind: 'json', schema: page(SvcSettingDataModel) },
  }),
  queryDataList: definition.list(SvcSettingQueryModel, {
    description: 'As the page, all rows at once; more than 1,000 are refused.',
    reply: { kind: 'json', schema: list(SvcSettingDataModel, 'Definitions.') },
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
