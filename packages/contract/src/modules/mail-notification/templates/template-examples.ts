// Holds examples of templates.
import { placeholders as example } from '../../../documentation/placeholders.ts';

const record = {
  id: example.number,
  uuid: example.template,
  version: 0,
  createdBy: example.username,
  updatedBy: example.username,
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
} as const;

const written = { subject: 'Order {{ order.no }}', content: 'Hello {{ name }}, your order left.' } as const;
const found = {
  sender: null,
  contentType: 'STRING',
  textContent: null,
  resolvedContentType: 'TEXT',
  missingVariableList: null,
  warningList: null,
  locale: null,
} as const;

const fields = {
  code: example.templateCode,
  name: 'Order left',
  description: null,
  type: 'MAIL',
} as const;
const shown = {
  enabled: true,
  system: false,
  layoutCode: null,
  category: null,
  sensitive: false,
  uncertainPolicy: null,
  parameterList: [],
} as const;

const template = {
  ...record,
  ...fields,
  contentMap: {
    en: { ...record, uuid: example.uuid, ...written, ...found, variableList: ['name', 'order.no'] },
  },
  ...shown,
} as const;

const params = { uuid: example.template } as const;
const byCode = { code: example.templateCode } as const;
const parameters = { name: 'Ada', order: { no: 7 } } as const;
const filledIn = {
  ...record,
  subject: 'Order 7',
  content: 'Hello Ada, your order left.',
  ...found,
  contentType: 'TEXT',
  variableList: ['name', 'order.no'],
  missingVariableList: [],
  warningList: [],
  locale: 'en',
} as const;

const transferred = {
  ...fields,
  enabled: true,
  layoutCode: null,
  category: null,
  sensitive: false,
  uncertainPolicy: null,
  parameterList: [],
  contentMap: { en: { ...written, sender: null, contentType: 'STRING', textContent: null } },
} as const;

export const templateExamples = {
  mail_preview: {
    body: { templateCode: example.templateCode, locale: 'en', parameters },
    answer: { ...filledIn, uuid: example.uuid, sender: 'no-reply@keelson.invalid' },
  },
  template_preview: {
    body: { templateCode: example.templateCode, locale: 'en', parameters },
    answer: { ...filledIn, uuid: example.uuid },
  },
  activateByUuid: { params },
  deactivateByUuid: { params },
  delete: { params },
  getByUuid: { params, answer: template },
  getByCode: { params: byCode, answer: template },
  isEnabled: { params: byCode, answer: true },
  queryDataPage: {
    body: { code: example.templateCode },
    answer: {
      data: [{ ...record, ...fields, ...shown, localeList: ['en'] }],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['name'], direction: 'ASC' } },
    },
  },
  queryDataList: {
    body: { code: example.templateCode },
    answer: [{ ...record, ...fields, ...shown, localeList: ['en'] }],
  },
  validateTemplate: {
    body: { code: example.templateCode, name: 'Order left', type: 'MAIL', contentMap: { tr_TR: written } },
    answer: { contentMap: { 'tr-TR': { resolvedContentType: 'TEXT', variableList: ['name', 'order.no'] } } },
  },
  updateTemplateContent: {
    params: { uuid: example.template, locale: 'en' },
    body: { version: 0, subject: 'Order {{ order.no }} is on its way' },
  },
  copyTemplate: { params, body: { code: example.copiedTemplateCode, name: 'Order left, by express' } },
  exportTemplates: {
    body: { codeList: [example.templateCode] },
    answer: { formatVersion: 1, templateList: [transferred] },
  },
  importTemplates: {
    query: { existing: 'REPLACE' },
    body: {
      formatVersion: 1,
      templateList: [{ code: example.templateCode, name: 'Order left', type: 'MAIL', contentMap: { en: written } }],
    },
    answer: {
      dryRun: false,
      createdCount: 1,
      updatedCount: 0,
      unchangedCount: 0,
      skippedCount: 0,
      refusedCount: 0,
      itemList: [
        {
          index: 0,
          code: example.templateCode,
          action: 'CREATE',
          uuid: example.uuid,
          version: 0,
          errorCode: null,
          errorArguments: [],
        },
      ],
    },
  },
  save: { body: { code: example.templateCode, name: 'Order left', type: 'MAIL', contentMap: { en: written } } },
  update: { body: { uuid: example.template, version: 0, name: 'Order is on its way' } },
  listTemplateVersions: {
    params,
    answer: [
      {
        version: 0,
        name: 'Order left',
        localeList: ['en'],
        updatedBy: example.username,
        dateUpdated: example.time,
      },
    ],
  },
  restoreTemplateVersion: { params: { uuid: example.template, version: '0' } },
  resetTemplate: { params },
} as const;
