// System setting: reading settings by their code.
import { defineModule, planned, sessionAccess } from '../define.ts';

export const systemSettingModule = defineModule({
  name: 'system-setting',
  title: 'System setting',
  prefixes: [],
  operations: {
    getBooleanSettingByCode: planned({
      name: 'getBooleanSettingByCode',
      method: 'GET',
      path: '/settings/boolean-setting/by-code/{code}',
      summary: 'A setting that is true or false',
      access: sessionAccess,
      mediaType: null,
      bodyKind: 'none',
    }),
    getBooleanSettingByCodeAndTenant: planned({
      name: 'getBooleanSettingByCodeAndTenant',
      method: 'GET',
      path: '/settings/boolean-setting-with-tenant/by-code/{code}',
      summary: 'A setting that is true or false, of a tenant',
      access: sessionAccess,
      mediaType: null,
      bodyKind: 'none',
    }),
    getNumberSettingByCode: planned({
      name: 'getNumberSettingByCode',
      method: 'GET',
      path: '/settings/number-setting/by-code/{code}',
      summary: 'A setting that is a number',
      access: sessionAccess,
      mediaType: null,
      bodyKind: 'none',
    }),
  },
  authorities: [],
});
