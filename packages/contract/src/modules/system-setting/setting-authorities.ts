// Declares the authorities of the system setting module.
import { systemAuthorities, tenantAuthorities } from '../../operations/authorities.ts';

export const settingAuthorities = [
  ...tenantAuthorities([
    ['SETTING_VIEW', 'View settings', 'See restricted settings, their values and their history.'],
    ['SETTING_MANAGE', 'Manage settings', 'Set and remove values of the own tenant.'],
    ['SETTING_SECRET_MANAGE', 'Manage secrets', 'Set and remove values that nobody can read back.'],
  ]),
  ...systemAuthorities([
    ['SETTING_MANAGE_GLOBAL', 'Manage settings of the suite', 'Change definitions and the values that hold for all.'],
  ]),
];
