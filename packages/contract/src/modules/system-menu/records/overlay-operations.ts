// Declares the operations on what a tenant changed of shared records, or an operator of those that modules registered.
import { closed, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { menuScopeQuery, menuWriteHeaders } from '../menu-fields.ts';

export const overlayOperations = {
  resetOverlay: operation({
    method: 'DELETE',
    path: '/menu-overlays/by-target-uuid/{uuid}',
    summary: 'Gives an application or item back what the level below says',
    description:
      'Of applications MENU_APP_MANAGE is needed, of items MENU_MANAGE. Where nothing was changed nothing is done; the version goes on.',
    access: authority('MENU_APP_MANAGE', 'MENU_MANAGE'),
    effect: 'write',
    params: closed({ uuid: uuid('Application or item.') }),
    query: menuScopeQuery,
    reply: { kind: 'void', headers: menuWriteHeaders },
    errors: ['APP_NAME_NOT_FOUND', 'MENU_ITEM_NOT_FOUND', 'MENU_SELF_LOCKOUT'],
  }),
};
