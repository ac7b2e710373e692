// Declares the page of settings in the platform's menu.
import { defineMenu } from '../../kernel/menu-definition.ts';

export const systemSettingMenu = defineMenu('system-setting', 'platform', [
  {
    name: 'settings',
    displayName: 'Settings',
    icon: 'sliders',
    path: '/platform/settings',
    orderNumber: 900,
    displayNameMap: { en: 'Settings', tr: 'Ayarlar' },
    authorityList: [{ authority: 'SETTING_VIEW' }],
  },
]);
