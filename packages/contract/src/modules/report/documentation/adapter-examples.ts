// Holds examples of the operations on data adapters.
import { placeholders as example } from '../../../documentation/placeholders.ts';

const adapter = {
  id: example.number,
  uuid: example.reportAdapter,
  version: 0,
  createdBy: 'admin',
  updatedBy: 'admin',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  tenantIdentifier: 'default',
  code: example.reportAdapterCode,
  name: 'Orders of the shop',
  description: null,
  reportDataSourceType: 'SQL',
  dialect: 'POSTGRESQL',
  url: 'postgresql://orders.example:5432/orders',
  username: 'report_reader',
  secretSet: true,
  secretSettingCode: null,
  allowedHostList: [],
  allowedFunctionList: ['public.net_price'],
  caCertificate: null,
  enabled: true,
} as const;
const params = { code: example.reportAdapterCode } as const;

export const adapterExamples = {
  discoverReportDataAdapters: {
    query: { 'report-data-source-type': 'PLATFORM', 'include-metadata': true },
    answer: [
      {
        code: 'platform',
        name: 'Data of the platform',
        description: example.text,
        reportDataSourceType: 'PLATFORM',
        serviceName: 'bpmn-admin',
        resolvedFrom: 'PLATFORM',
        dialect: 'NONE',
        available: true,
        lastCheckTime: example.time,
        latencyMillis: 0,
        errorCode: null,
        errorMessage: null,
        readOnly: true,
        capabilityList: ['STREAMING', 'CANCEL', 'PARAMETERS', 'METADATA', 'ROW_LIMIT'],
        entityList: [
          {
            name: 'process-models',
            label: example.text,
            columnList: [{ name: example.text, type: 'UUID', label: example.text }],
          },
        ],
        entityTruncated: false,
      },
    ],
  },
  saveAdapter: {
    body: {
      code: example.reportAdapterCode,
      name: 'Orders of the shop',
      url: 'postgresql://orders.example:5432/orders',
      username: 'report_reader',
      secret: example.password,
      allowedFunctionList: ['public.net_price'],
    },
    answer: adapter,
  },
  updateAdapter: {
    body: { uuid: example.reportAdapter, version: 0, description: 'Since 2019' },
    answer: { ...adapter, version: 1, description: 'Since 2019' },
  },
  getAdapter: { params, answer: adapter },
  deleteAdapter: { params },
  queryAdapterPage: {
    body: { code: example.reportAdapterCode },
    answer: {
      data: [adapter],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['code'], direction: 'ASC' } },
    },
  },
  testAdapter: {
    body: { code: example.reportAdapterCode },
    answer: {
      available: false,
      latencyMillis: null,
      errorCode: 'CONNECTION_FAILED',
      errorMessage: 'The connection failed.',
      serverVersion: null,
      findingList: [],
    },
  },
} as const;
