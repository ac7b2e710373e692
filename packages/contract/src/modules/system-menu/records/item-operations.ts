// Declares the operations on menu items: the tree that each caller sees, and what administrators do to it.
import { closed, flag, integer, maybe, text } from '../../../models/schema.ts';
import { authority, sessionAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { recordOperations } from '../../../operations/record-operations.ts';
import { menuScopeQuery, menuWriteHeaders } from '../menu-fields.ts';
import { applicationNameField } from './application-models.ts';
import {
  SvcMenuItemModel,
  SvcMenuItemMoveModel,
  SvcMenuItemOrderModel,
  SvcMenuItemSaveModel,
  SvcMenuItemUpdateModel,
  SvcMenuTreeAllModel,
  SvcMenuTreeModel,
} from './item-models.ts';

const manage = authority('MENU_MANAGE');
const written = { kind: 'json', schema: SvcMenuItemModel, headers: menuWriteHeaders } as const;
const done = { kind: 'void', headers: menuWriteHeaders } as const;
const appName = maybe(text('Name of one application; default all of them.', applicationNameField));

export const item = recordOperations({
  thing: 'MENU_ITEM',
  one: 'a menu item',
  many: 'menu items',
  path: '/menu-items',
  model: SvcMenuItemModel,
  read: sessionAccess,
  write: manage,
  identifier: 'Identifier of the item.',
  writeHeaders: menuWriteHeaders,
});

export const itemOperations = {
  getTree: operation({
    method: 'GET',
    path: '/menu-items/tree',
    summary: 'The menu as the caller sees it',
    description:
      'Pruned by what the caller holds now. An application that is unknown and one that the caller does not see are answered alike.',
    access: sessionAccess,
    effect: 'read',
    query: closed({ appName }),
    reply: {
      kind: 'json',
      schema: SvcMenuTreeModel,
      conditional: true,
      headers: {
        etag: 'Tag of the tree.',
        'cache-control': 'private, no-cache.',
        vary: 'Authorization, Cookie, Accept-Language, Accept-Encoding.',
      },
    },
    errors: ['APP_NAME_NOT_FOUND'],
  }),
  getTreeAll: operation({
    method: 'GET',
    path: '/menu-items/tree/all',
    summary: 'The whole menu of the tenant',
    description: 'Disabled, hidden and empty items too, with their conditions. scope=SHARED needs TENANT_ALL.',
    access: authority('MENU_VIEW_ALL'),
    effect: 'read',
    query: closed({ appName, scope: menuScopeQuery.properties.scope }),
    reply: { kind: 'json', schema: SvcMenuTreeAllModel },
    errors: ['APP_NAME_NOT_FOUND'],
  }),
  menuItem_getByUuid: item.get({
    summary: 'One menu item',
    description: 'One that the caller may not see is 404, unless the caller holds MENU_VIEW_ALL.',
  }),
  menuItem_save: item.save(SvcMenuItemSaveModel, {
    summary: 'Makes a menu item',
    description:
      'Fields name, displayName and appNameUuid or parentUuid must be given. Last among its siblings unless orderNumber is given; shared=true needs TENANT_ALL.',
    errors: [
      'APP_NAME_NOT_FOUND',
      'MENU_ITEM_NOT_FOUND',
      'MENU_ITEM_ALREADY_EXISTS',
      'MENU_DEPTH_EXCEEDED',
      'MENU_LIMIT_REACHED',
      'MENU_SHARED_FIELD',
    ],
  }),
  menuItem_update: item.update(SvcMenuItemUpdateModel, {
    description:
      'By uuid or id, and version. A missing field stays, null clears it. Its place is changed by move, its condition at /menu-authorities.',
    query: menuScopeQuery,
    errors: ['MENU_ITEM_ALREADY_EXISTS', 'MENU_SHARED_FIELD', 'MENU_SYSTEM_FIELD', 'MENU_SELF_LOCKOUT'],
  }),
  move: operation({
    method: 'POST',
    path: '/menu-items/move',
    summary: 'Moves a menu item with everything below it',
    description: 'Also to another application. The new siblings are numbered anew: 10, 20, and so on.',
    access: manage,
    effect: 'write',
    query: menuScopeQuery,
    body: { kind: 'json', schema: SvcMenuItemMoveModel },
    reply: written,
    errors: [
      'APP_NAME_NOT_FOUND',
      'MENU_ITEM_NOT_FOUND',
      'VERSION_CONFLICT',
      'MENU_CYCLE',
      'MENU_DEPTH_EXCEEDED',
      'MENU_SYSTEM_FIELD',
      'MENU_SHARED_FIELD',
      'MENU_LIMIT_REACHED',
      'MENU_ITEM_ALREADY_EXISTS',
    ],
  }),
  menuItem_updateAll: operation({
    method: 'POST',
    path: '/menu-items/update-all',
    summary: 'Orders the items of one level',
    description: 'The place in the list is the order; items that are not listed come after in their old order.',
    access: manage,
    effect: 'write',
    query: menuScopeQuery,
    body: { kind: 'json', schema: SvcMenuItemOrderModel },
    reply: done,
    errors: ['APP_NAME_NOT_FOUND', 'MENU_ITEM_NOT_FOUND', 'MENU_NOT_SIBLINGS'],
  }),
  menuItem_delete: item.delete({
    description: 'With everything below it only when cascade=true.',
    query: closed({
      version: integer('Version that was read.', { minimum: 0 }),
      cascade: maybe(flag('Delete everything below it too.')),
      scope: menuScopeQuery.properties.scope,
    }),
    errors: ['VERSION_CONFLICT', 'MENU_ITEM_HAS_CHILDREN', 'MENU_SYSTEM_RECORD', 'MENU_SHARED_FIELD'],
  }),
  menuItem_activate: item.activate({
    description: 'Where it is enabled nothing is done.',
    query: menuScopeQuery,
    reply: done,
    errors: ['MENU_SHARED_FIELD'],
  }),
  menuItem_deactivate: item.deactivate({
    summary: 'Disables a menu item with everything below it',
    description: 'Where it is disabled nothing is done.',
    query: menuScopeQuery,
    reply: done,
    errors: ['MENU_SELF_LOCKOUT'],
  }),
};
