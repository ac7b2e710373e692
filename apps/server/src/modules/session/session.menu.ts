// Declares the page of sessions in the platform's menu.
import { defineMenu } from '../../kernel/menu-definition.ts';

export const sessionMenu = defineMenu('session', 'platform', [
  {
    name: 'sessions',
    displayName: 'Sessions',
    icon: 'key',
    path: '/platform/sessions',
    orderNumber: 200,
    displayNameMap: { en: 'Sessions', tr: 'Oturumlar' },
    authorityList: [{ authority: 'SESSION_VIEW' }],
  },
]);
