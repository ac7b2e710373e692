// Places the pages of people, roles, tenants and keys in the platform's menu.
import { defineMenu, type MenuItemDefinition } from '../../kernel/menu-definition.ts';

const people: MenuItemDefinition = {
  name: 'people',
  displayName: 'People and access',
  icon: 'users',
  orderNumber: 100,
  displayNameMap: { en: 'People and access', tr: 'Kişiler ve erişim' },
};

export const authenticationMenu = defineMenu('authentication', 'platform', [
  people,
  {
    name: 'users',
    parent: people.name,
    displayName: 'Users',
    path: '/platform/users',
    orderNumber: 10,
    displayNameMap: { en: 'Users', tr: 'Kullanıcılar' },
    authorityList: [{ authority: 'AUTH_USER_VIEW' }],
  },
  {
    name: 'roles',
    parent: people.name,
    displayName: 'Roles',
    path: '/platform/roles',
    orderNumber: 20,
    displayNameMap: { en: 'Roles', tr: 'Roller' },
    authorityList: [{ authority: 'AUTH_ROLE_MANAGE' }],
  },
  {
    name: 'api-keys',
    parent: people.name,
    displayName: 'API keys',
    path: '/platform/api-keys',
    orderNumber: 30,
    displayNameMap: { en: 'API keys', tr: 'API anahtarları' },
    authorityList: [{ authority: 'AUTH_API_KEY_MANAGE' }],
  },
  {
    name: 'tenants',
    parent: people.name,
    displayName: 'Tenants',
    path: '/platform/tenants',
    orderNumber: 40,
    displayNameMap: { en: 'Tenants', tr: 'Kiracılar' },
    authorityList: [{ authority: 'AUTH_TENANT_MANAGE' }],
  },
]);
