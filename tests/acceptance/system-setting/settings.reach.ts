// Tells how each operation of the system setting module would reach into another tenant, and what comes back instead.
import type { Answer } from '@keelson/client';
import type { SvcSettingValuesModel } from '@keelson/contract';
import type { Reach } from '../reach.ts';

const empty = { totalElements: 0, data: [] };
const found = { totalElements: 1, data: [{ value: 2 }] };

/**
 * Definitions and global values hold for the whole suite; values of users are the caller's own. Flags and streams answer
 * outside the envelope and have cases of their own.
 */
export const ownSettingOperations = [
  'getBooleanSettingByCode',
  'getNumberSettingByCode',
  'getDecimalSettingByCode',
  'getStringSettingByCode',
  'getJsonSettingByCode',
  'getRevision',
  'save',
  'update',
  'delete',
  'activate',
  'deactivate',
  'getGroups',
  'getUserValues',
  'setUserValue',
  'revertUserValue',
  'reencryptSecrets',
  'streamChanges',
  'evaluateFlag',
  'evaluateFlags',
  'streamFlagChanges',
];

/** Answers the one value of the answer; false where the code was denied. */
function onlyValue(answer: Answer<SvcSettingValuesModel>): Answer<unknown> {
  if (!answer.ok) return answer;
  const { valueMap, deniedList } = answer.body;
  return { ...answer, body: deniedList.length > 0 ? false : Object.values(valueMap)[0] };
}

const typedReads: Readonly<Record<string, Reach>> = {
  getNumberSettingByCodeAndTenant: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.getNumberSettingByCodeAndTenant({ params: { code }, query: { tenant: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 2,
  },
  getBooleanSettingByCodeAndTenant: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.getBooleanSettingByCodeAndTenant({ params: { code }, query: { tenant: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'SETTING_TYPE_MISMATCH',
  },
  getDecimalSettingByCodeAndTenant: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.getDecimalSettingByCodeAndTenant({ params: { code }, query: { tenant: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'SETTING_TYPE_MISMATCH',
  },
  getStringSettingByCodeAndTenant: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.getStringSettingByCodeAndTenant({ params: { code }, query: { tenant: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'SETTING_TYPE_MISMATCH',
  },
  getJsonSettingByCodeAndTenant: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.getJsonSettingByCodeAndTenant({ params: { code }, query: { tenant: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'SETTING_TYPE_MISMATCH',
  },
};

/** Without naming the tenant the own one is meant, whoever asks, but where everything is paged. */
export const settingReaches: Readonly<Record<string, Reach>> = {
  ...typedReads,
  getValuesByCodes: {
    call: async ({ systemSetting }, { settingCode }) =>
      onlyValue(await systemSetting.getValuesByCodes({ body: { codeList: [settingCode] } })),
    stranger: 1,
    everywhere: 1,
  },
  getPublicValues: {
    call: ({ systemSetting }, { tenant }) => systemSetting.getPublicValues({ query: { tenant: tenant.identifier } }),
    stranger: {},
    everywhere: {},
  },
  getEffective: {
    call: ({ systemSetting }, { settingCode: code }) => systemSetting.getEffective({ params: { code } }),
    stranger: { value: 1, source: 'DEFAULT', chain: [{ level: 'DEFAULT', value: 1 }] },
    everywhere: { value: 1, source: 'DEFAULT', chain: [{ level: 'DEFAULT', value: 1 }] },
  },
  getByUuid: {
    call: async ({ systemSetting }, { settingCode: code }) => {
      const { body } = await systemSetting.getByCode({ params: { code } });
      return systemSetting.getByUuid({ params: { uuid: body?.uuid ?? '' } });
    },
    stranger: { effectiveValue: 1, source: 'DEFAULT', tenantValueCount: null },
    everywhere: { effectiveValue: 1, source: 'DEFAULT', tenantValueCount: 1 },
  },
  getByCode: {
    call: ({ systemSetting }, { settingCode: code }) => systemSetting.getByCode({ params: { code } }),
    stranger: { effectiveValue: 1, source: 'DEFAULT', tenantValueCount: null },
    everywhere: { effectiveValue: 1, source: 'DEFAULT', tenantValueCount: 1 },
  },
  queryDataPage: {
    call: ({ systemSetting }, { settingCode }) =>
      systemSetting.queryDataPage({ body: { codeList: [settingCode], overridden: true } }),
    stranger: empty,
    everywhere: empty,
  },
  queryDataList: {
    call: ({ systemSetting }, { settingCode }) =>
      systemSetting.queryDataList({ body: { codeList: [settingCode], overridden: true } }),
    stranger: [],
    everywhere: [],
  },
  setValue: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.setValue({ body: { code, value: 3, version: 1, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { value: 3, version: 2 },
  },
  setValues: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.setValues({ body: [{ code, value: 3, version: 1, tenantIdentifier: tenant.identifier }] }),
    stranger: 'ACCESS_DENIED',
    everywhere: [{ value: 3, version: 2 }],
  },
  validateValues: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.validateValues({ body: [{ code, value: 3, tenantIdentifier: tenant.identifier }] }),
    // The answer is the same whether or not there is a value.
    stranger: [{ errorCode: 'ACCESS_DENIED', errorArguments: [] }],
    everywhere: [{ errorCode: 'VALIDATION_FAILED' }],
  },
  revertValue: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.revertValue({ params: { code }, query: { tenant: tenant.identifier, version: 1 } }),
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  queryValuePage: {
    call: ({ systemSetting }, { settingCode }) => systemSetting.queryValuePage({ body: { code: settingCode } }),
    stranger: empty,
    everywhere: found,
  },
  queryHistoryPage: {
    call: ({ systemSetting }, { settingCode }) =>
      systemSetting.queryHistoryPage({ body: { code: settingCode, actionList: ['SET'] } }),
    stranger: empty,
    everywhere: { totalElements: 1, data: [{ newValue: 2 }] },
  },
  rollback: {
    call: ({ systemSetting }, { settingHistoryUuid: uuid }) =>
      systemSetting.rollback({ params: { uuid }, body: { version: 1 } }),
    stranger: 'SETTING_HISTORY_NOT_FOUND',
    everywhere: { value: null, version: 2 },
  },
  exportAll: {
    call: ({ systemSetting }, { settingCode }) => systemSetting.exportAll({ body: { codePrefix: settingCode } }),
    stranger: { valueList: [] },
    everywhere: { valueList: [{ value: 2 }] },
  },
  importAll: {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.importAll({
        body: {
          formatVersion: 1,
          definitionList: [],
          valueList: [{ code, scope: 'TENANT', tenantIdentifier: tenant.identifier, value: 3 }],
        },
      }),
    stranger: 'SETTING_IMPORT_INVALID',
    everywhere: { updatedCount: 1 },
  },
};

/** These are further ways of operations above, which name the other tenant, or somebody of it. */
export const namedSettingReaches: Readonly<Record<string, Reach>> = {
  'getValuesByCodes of a tenant': {
    call: async ({ systemSetting }, { settingCode, tenant }) =>
      onlyValue(await systemSetting.getValuesByCodes({ body: { codeList: [settingCode], tenant: tenant.identifier } })),
    stranger: false,
    everywhere: 2,
  },
  'getEffective of a tenant': {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.getEffective({ params: { code }, query: { tenant: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { value: 2, source: 'TENANT' },
  },
  'queryValuePage of a tenant': {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.queryValuePage({ body: { code, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: found,
  },
  'queryHistoryPage of a tenant': {
    call: ({ systemSetting }, { settingCode: code, tenant }) =>
      systemSetting.queryHistoryPage({ body: { code, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { totalElements: 1 },
  },
  'exportAll of a tenant': {
    call: ({ systemSetting }, { settingCode, tenant }) =>
      systemSetting.exportAll({ body: { codePrefix: settingCode, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { valueList: [{ value: 2 }] },
  },
};
