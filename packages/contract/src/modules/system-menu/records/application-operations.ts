// Declares the operations on applications of the platform: listed for the caller, ordered by the organisation and by each
// person.
import { choice, closed, flag, integer, list, maybe, text } from '../../../models/schema.ts';
import { authority, personAccess, sessionAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { recordOperations } from '../../../operations/record-operations.ts';
import { menuScopeQuery, menuScopes, menuWriteHeaders } from '../menu-fields.ts';
import {
  applicationNameField,
  applicationOrderMax,
  SvcAppNameChangeModel,
  SvcAppNameModel,
  SvcAppNameSaveModel,
  SvcAppNameUpdateModel,
} from './application-models.ts';

const manage = authority('MENU_APP_MANAGE');
const done = { kind: 'void', headers: menuWriteHeaders } as const;

export const application = recordOperations({
  thing: 'APP_NAME',
  one: 'an application',
  many: 'applications',
  path: '/app-names',
  model: SvcAppNameModel,
  read: sessionAccess,
  write: manage,
  identifier: 'Identifier of the application.',
  writeHeaders: menuWriteHeaders,
});

export const applicationOperations = {
  getAppNameDataList: operation({
    method: 'GET',
    path: '/app-names/data/list',
    listed: true,
    summary: 'Lists applications',
    description:
      'Those that the caller may see, in the order of that person if there is one, else of the organisation. all=true needs MENU_APP_MANAGE.',
    access: sessionAccess,
    effect: 'read',
    query: closed({
      all: maybe(flag('Also disabled and forbidden ones.')),
      order: maybe(choice(['ORGANISATION'] as const, 'ORGANISATION: whatever order the caller has.')),
      scope: maybe(choice(menuScopes, 'TENANT (default) or SHARED, which needs TENANT_ALL.')),
    }),
    reply: {
      kind: 'json',
      schema: list(SvcAppNameModel, 'Applications.'),
      conditional: true,
      headers: {
        etag: 'Tag of the list.',
        'cache-control': 'private, no-cache.',
        vary: 'Authorization, Cookie, Accept-Language.',
      },
    },
    errors: ['ACCESS_DENIED'],
  }),
  appName_update: application.update(SvcAppNameChangeModel, {
    listed: true,
    description:
      'By uuid or id, and version. A missing field stays, null clears it. Of a shared application a tenant keeps what it changes for itself.',
    query: menuScopeQuery,
    errors: [
      'APP_NAME_ALREADY_EXISTS',
      'MENU_SHARED_FIELD',
      'MENU_SYSTEM_FIELD',
      'AUTHORITY_UNKNOWN',
      'MENU_SELF_LOCKOUT',
    ],
  }),
  appName_updateAll: operation({
    method: 'POST',
    path: '/app-names/update-all',
    listed: true,
    summary: 'Orders the applications',
    description:
      'The place in the list is the order, for the whole organisation; applications that are not listed come after in their old order. All or nothing.',
    access: manage,
    effect: 'write',
    query: menuScopeQuery,
    body: { kind: 'list', schema: SvcAppNameUpdateModel, maxItems: applicationOrderMax },
    reply: done,
    errors: ['APP_NAME_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  updateAllByUser: operation({
    method: 'POST',
    path: '/app-names/update-all/user',
    summary: 'Orders the applications for the caller alone',
    description: 'Only applications that the caller sees; new ones appear after the ordered ones.',
    access: personAccess,
    effect: 'write',
    body: { kind: 'list', schema: SvcAppNameUpdateModel, maxItems: applicationOrderMax },
    errors: ['APP_NAME_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  resetUserOrder: operation({
    method: 'DELETE',
    path: '/app-names/update-all/user',
    summary: 'Gives the caller the order of the organisation again',
    description: 'Where there is no own order nothing is done.',
    access: personAccess,
    effect: 'write',
  }),
  appName_save: application.save(SvcAppNameSaveModel, {
    summary: 'Makes an application',
    description: 'Fields name and displayName must be given; shared=true needs TENANT_ALL.',
    errors: ['APP_NAME_ALREADY_EXISTS', 'MENU_LIMIT_REACHED', 'AUTHORITY_UNKNOWN'],
  }),
  appName_getByUuid: application.get({
    summary: 'One application',
    description: 'One that the caller may not see is 404, unless the caller holds MENU_VIEW_ALL.',
  }),
  getByName: operation({
    method: 'GET',
    path: '/app-names/by-name/{name}',
    summary: 'One application by its name',
    description: 'One that the caller may not see is 404, unless the caller holds MENU_VIEW_ALL.',
    access: sessionAccess,
    effect: 'read',
    params: closed({ name: text('Name.', applicationNameField) }),
    reply: { kind: 'json', schema: SvcAppNameModel },
    errors: ['APP_NAME_NOT_FOUND'],
  }),
  appName_delete: application.delete({
    description: 'With its items only when cascade=true.',
    query: closed({
      version: integer('Version that was read.', { minimum: 0 }),
      cascade: maybe(flag('Delete its items too.')),
      scope: menuScopeQuery.properties.scope,
    }),
    errors: ['VERSION_CONFLICT', 'APP_NAME_HAS_ITEMS', 'MENU_SYSTEM_RECORD', 'MENU_SHARED_FIELD'],
  }),
  appName_activate: application.activate({
    description: 'Where it is enabled nothing is done.',
    query: menuScopeQuery,
    reply: done,
    errors: ['MENU_SHARED_FIELD'],
  }),
  appName_deactivate: application.deactivate({
    description: 'Where it is disabled nothing is done.',
    query: menuScopeQuery,
    reply: done,
    errors: ['MENU_SELF_LOCKOUT'],
  }),
};
