// Declares the operations on who sees a menu item: its own condition and what it inherits.
import { closed, integer, list, maybe, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { menuScopeQuery, menuWriteHeaders } from '../menu-fields.ts';
import {
  menuAuthoritiesMax,
  SvcMenuItemAuthorityModel,
  SvcMenuItemAuthorityPersistModel,
} from './menu-authority-models.ts';
import { SvcMenuAuthorityQueryModel } from './query-models.ts';

const uuidParams = closed({ uuid: uuid('Identifier of the item.') });
const done = { kind: 'void', headers: menuWriteHeaders } as const;

export const menuAuthorityOperations = {
  getByMenuItemUuid: operation({
    method: 'GET',
    path: '/menu-authorities/by-menu-item-uuid/{uuid}',
    listed: true,
    summary: 'Who sees a menu item',
    description:
      'An item without a record of its own is answered with what it inherits. scope=SHARED needs TENANT_ALL.',
    access: authority('MENU_AUTHORITY_MANAGE', 'MENU_VIEW_ALL'),
    effect: 'read',
    params: uuidParams,
    query: menuScopeQuery,
    reply: { kind: 'json', schema: SvcMenuItemAuthorityModel },
    errors: ['MENU_ITEM_NOT_FOUND'],
  }),
  menuAuthority_update: operation({
    method: 'PUT',
    path: '/menu-authorities',
    listed: true,
    summary: 'Sets who sees a menu item',
    description:
      'The list replaces the whole one, a missing one stays. What is answered can be sent back and changes nothing; everybody=true opens the item to whoever sees what is above it, which an empty list or null alone does not (400). The record of a tenant replaces the shared one for that tenant.',
    access: authority('MENU_AUTHORITY_MANAGE'),
    effect: 'write',
    query: menuScopeQuery,
    body: { kind: 'json', schema: SvcMenuItemAuthorityPersistModel },
    reply: done,
    errors: ['MENU_ITEM_NOT_FOUND', 'AUTHORITY_UNKNOWN', 'VERSION_CONFLICT', 'MENU_SELF_LOCKOUT'],
  }),
  menuAuthority_updateAll: operation({
    method: 'PUT',
    path: '/menu-authorities/update-all',
    summary: 'Sets who sees several menu items',
    description:
      'Each entry as update takes it, 1 to 200, each item once. All or nothing: every refused entry is named by its index.',
    access: authority('MENU_AUTHORITY_MANAGE'),
    effect: 'write',
    query: menuScopeQuery,
    body: { kind: 'list', schema: SvcMenuItemAuthorityPersistModel, minItems: 1, maxItems: menuAuthoritiesMax },
    reply: done,
    errors: ['MENU_ITEM_NOT_FOUND', 'AUTHORITY_UNKNOWN', 'VERSION_CONFLICT', 'MENU_SELF_LOCKOUT'],
  }),
  menuAuthority_queryDataList: operation({
    method: 'POST',
    path: '/menu-authorities/data/list',
    summary: 'Who sees which items: the matrix',
    description:
      'Every item of the tenant in the order of the tree, or those whose effective condition names the role and authority in one pair. At most 1,000 items.',
    access: authority('MENU_AUTHORITY_MANAGE', 'MENU_VIEW_ALL'),
    effect: 'read',
    query: menuScopeQuery,
    body: { kind: 'json', schema: SvcMenuAuthorityQueryModel, optional: true },
    reply: { kind: 'json', schema: list(SvcMenuItemAuthorityModel, 'Conditions.') },
    errors: ['RESULT_TOO_LARGE'],
  }),
  menuAuthority_delete: operation({
    method: 'DELETE',
    path: '/menu-authorities/by-menu-item-uuid/{uuid}',
    summary: 'Removes the own condition of a menu item',
    description:
      'A tenant falls back to the shared record, that one to the registered one. Where there is none nothing is done.',
    access: authority('MENU_AUTHORITY_MANAGE'),
    effect: 'write',
    params: uuidParams,
    query: closed({
      version: maybe(integer('Version that was read.', { minimum: 0 })),
      scope: menuScopeQuery.properties.scope,
    }),
    reply: done,
    errors: ['MENU_ITEM_NOT_FOUND', 'VERSION_CONFLICT', 'MENU_SELF_LOCKOUT'],
  }),
};
