// Declares the authorities of the system menu module.
import { tenantAuthorities } from '../../operations/authorities.ts';

export const menuAuthorities = tenantAuthorities([
  [
    'MENU_VIEW_ALL',
    'View whole menus',
    'See every application and item of the tenant, also those hidden from oneself.',
  ],
  ['MENU_APP_MANAGE', 'Manage applications', 'Make, change, order and delete applications.'],
  ['MENU_MANAGE', 'Manage menu items', 'Make, change, move, order and delete menu items.'],
  ['MENU_AUTHORITY_MANAGE', 'Manage who sees what', 'Set the conditions of menu items.'],
]);
