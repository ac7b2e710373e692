// Declares the application of the platform's own pages, and the page of this module in it.
import { defineMenu } from '../../kernel/menu-definition.ts';
import { PROTECTED_APP, PROTECTED_ITEM } from './change/require-no-lockout.ts';

export const systemMenuMenu = defineMenu(
  'system-menu',
  {
    name: PROTECTED_APP,
    displayName: 'Platform',
    displayNameMap: { en: 'Platform', tr: 'Platform' },
    icon: 'settings',
    orderNumber: 1_000,
  },
  [
    {
      name: PROTECTED_ITEM,
      displayName: 'Menu',
      displayNameMap: { en: 'Menu', tr: 'Menü' },
      icon: 'menu',
      path: '/platform/menu',
      orderNumber: 1_000,
      authorityList: [{ authority: 'MENU_VIEW_ALL' }],
    },
  ],
);
