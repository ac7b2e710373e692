// Holds examples of values of settings.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { systemSettingContract } from '../module.ts';

const settingValue = {
  uuid: example.uuid,
  code: example.settingCode,
  scope: 'TENANT',
  tenantIdentifier: 'default',
  username: null,
  value: 20,
  version: 1,
  revision: example.number,
  expiryDate: null,
  invalid: false,
  dateUpdated: example.time,
  updatedBy: 'admin',
} as const;

export const valueExamples = {
  getValuesByCodes: {
    body: { codeList: [example.settingCode] },
    answer: { valueMap: { [example.settingCode]: 30 }, missingList: [], deniedList: [], revision: example.number },
  },
  getPublicValues: { answer: { [example.settingCode]: 30 } },
  setValue: {
    body: { code: example.settingCode, scope: 'TENANT', value: 20, reason: 'As agreed' },
    answer: settingValue,
  },
  setValues: {
    body: [
      { code: example.settingCode, value: 20 },
      { code: example.otherSettingCode, value: 25 },
    ],
    answer: [
      { ...settingValue, scope: 'GLOBAL', tenantIdentifier: null },
      { ...settingValue, code: example.otherSettingCode, scope: 'GLOBAL', tenantIdentifier: null, value: 25 },
    ],
  },
  validateValues: {
    body: [{ code: example.settingCode, value: 90 }],
    answer: [
      {
        index: 0,
        code: example.settingCode,
        errorCode: 'SETTING_VALUE_INVALID',
        errorArguments: [{ field: 'value', code: 'MAX', message: 'Must be at most 60.', setting: example.settingCode }],
      },
    ],
  },
  revertValue: { params: { code: example.settingCode }, query: { version: 1 } },
  queryValuePage: {
    body: { code: example.settingCode },
    answer: {
      data: [{ ...settingValue, scope: 'GLOBAL', tenantIdentifier: null }],
      totalPages: 1,
      totalElements: 1,
      pageable: {
        pageNumber: 0,
        pageSize: 20,
        sort: { properties: ['code', 'scope', 'tenantIdentifier'], direction: 'ASC' },
      },
    },
  },
  getUserValues: { answer: { [example.settingCode]: 45 } },
  setUserValue: {
    body: { code: example.settingCode, value: 45 },
    answer: { ...settingValue, scope: 'USER', username: example.username, value: 45, updatedBy: example.username },
  },
  revertUserValue: { params: { code: example.settingCode }, query: { version: 1 } },
  queryHistoryPage: {
    body: { code: example.settingCode, actionList: ['SET'], pageable: { pageNumber: 0, pageSize: 1 } },
    answer: {
      data: [
        {
          uuid: example.change,
          revision: example.number,
          code: example.settingCode,
          scope: 'GLOBAL',
          tenantIdentifier: null,
          username: null,
          action: 'SET',
          oldValue: 20,
          newValue: 25,
          reason: null,
          updatedBy: 'admin',
          ipAddress: '127.0.0.1',
          correlationId: example.uuid,
          date: example.time,
        },
      ],
      totalPages: 2,
      totalElements: 2,
      pageable: { pageNumber: 0, pageSize: 1, sort: { properties: ['revision'], direction: 'DESC' } },
    },
  },
  rollback: {
    params: { uuid: example.change },
    body: { version: 2, reason: 'Too long' },
    answer: { ...settingValue, scope: 'GLOBAL', tenantIdentifier: null, version: 3 },
  },
  exportAll: {
    body: { codePrefix: example.settingCode },
    answer: {
      formatVersion: 1,
      definitionList: [
        {
          code: example.settingCode,
          name: 'Answer period',
          type: 'NUMBER',
          enabled: true,
          description: '',
          nameMap: {},
          descriptionMap: {},
          groupCode: 'demo',
          unit: 'MINUTE',
          defaultValue: 30,
          minValue: 1,
          maxValue: 60,
          pattern: null,
          allowedValueList: null,
          visibility: 'SESSION',
          tenantOverridable: true,
          tenantEditable: true,
          userOverridable: false,
          reauthenticationRequired: false,
          restartRequired: false,
          aliasList: [],
          orderNumber: 1000,
        },
      ],
      valueList: [{ code: example.settingCode, scope: 'GLOBAL', value: 20, tenantIdentifier: null, expiryDate: null }],
    },
  },
  importAll: {
    query: { dryRun: true },
    body: {
      formatVersion: 1,
      definitionList: [{ code: example.settingCode, name: 'Answer period', type: 'NUMBER' }],
      valueList: [{ code: example.settingCode, scope: 'GLOBAL', value: 20 }],
    },
    answer: {
      dryRun: true,
      createdCount: 2,
      updatedCount: 0,
      removedCount: 0,
      unchangedCount: 0,
      skippedCount: 0,
      changeList: [
        {
          code: example.settingCode,
          scope: null,
          tenantIdentifier: null,
          action: 'CREATE',
          oldValue: null,
          newValue: {
            code: example.settingCode,
            name: 'Answer period',
            nameMap: {},
            description: '',
            descriptionMap: {},
            groupCode: 'demo',
            type: 'NUMBER',
            unit: 'NONE',
            defaultValue: null,
            minValue: null,
            maxValue: null,
            pattern: null,
            allowedValueList: null,
            visibility: 'SESSION',
            tenantOverridable: true,
            tenantEditable: true,
            userOverridable: false,
            reauthenticationRequired: false,
            restartRequired: false,
            enabled: true,
            aliasList: [],
            orderNumber: 1000,
          },
        },
        {
          code: example.settingCode,
          scope: 'GLOBAL',
          tenantIdentifier: null,
          action: 'CREATE',
          oldValue: null,
          newValue: 20,
        },
      ],
      problemList: [],
    },
  },
  reencryptSecrets: { answer: 0 },
  streamChanges: {
    query: { codePrefix: example.settingCode },
    answer: {
      event: 'setting-changed',
      data: {
        code: example.settingCode,
        scope: 'GLOBAL',
        tenantIdentifier: null,
        type: 'NUMBER',
        revision: example.number,
        value: 20,
        date: example.time,
      },
    },
  },
  evaluateFlag: {
    params: { key: example.settingCode },
    body: { context: { targetingKey: 'a-browser' } },
    answer: {
      key: example.settingCode,
      value: 30,
      reason: 'STATIC',
      variant: 'default',
      metadata: { type: 'NUMBER', unit: 'MINUTE', revision: example.number },
    },
  },
  evaluateFlags: {
    body: { context: { 'keelson.prefix': example.settingCode } },
    answer: {
      flags: [
        {
          key: example.settingCode,
          value: 30,
          reason: 'STATIC',
          variant: 'default',
          metadata: { type: 'NUMBER', unit: 'MINUTE', revision: example.number },
        },
      ],
      metadata: { revision: example.number },
      eventStreams: [
        { type: 'sse', endpoint: { requestUri: `/ofrep/v1/events?ticket=${example.ticket}` }, inactivityDelaySec: 120 },
      ],
    },
  },
  streamFlagChanges: {
    query: { ticket: example.ticket },
    answer: { event: 'message', data: { type: 'refetchEvaluation', etag: example.text, lastModified: example.number } },
  },
} satisfies Partial<ExamplesOf<typeof systemSettingContract>>;
