// Holds examples of mail servers.
import { placeholders as example } from '../../../documentation/placeholders.ts';

const provider = {
  id: example.number,
  uuid: example.provider,
  version: 0,
  createdBy: example.username,
  updatedBy: example.username,
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  code: example.providerCode,
  name: 'Relay of the office',
  host: 'smtp.mail.example',
  port: 587,
  security: 'STARTTLS',
  username: 'suite@mail.example',
  priority: 100,
  lanes: 5,
  ratePerSecond: null,
  domainRateList: [],
  dkimDomain: null,
  returnPathDomain: null,
  enabled: false,
  shared: false,
  state: { breaker: 'CLOSED', reason: null, failureCount: 0, openUntilDate: null, pinned: false },
} as const;
const params = { uuid: example.provider } as const;

export const providerExamples = {
  saveProvider: {
    body: {
      code: example.providerCode,
      name: 'Relay of the office',
      host: 'smtp.mail.example',
      username: 'suite@mail.example',
      password: example.password,
      // Mails leave by it once it is enabled.
      enabled: false,
    },
    answer: provider,
  },
  updateProvider: {
    body: { uuid: example.provider, version: 0, lanes: 10 },
    answer: { ...provider, version: 1, lanes: 10 },
  },
  getProvider: { params, answer: provider },
  deleteProvider: { params },
  queryProviderPage: {
    body: { code: example.providerCode },
    answer: {
      data: [provider],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['priority'], direction: 'ASC' } },
    },
  },
  sendTest: {
    answer: {
      uuid: example.uuid,
      attempt: {
        number: 1,
        startDate: example.time,
        durationMs: example.number,
        providerCode: 'capture',
        host: null,
        tls: false,
        outcome: 'CAPTURED',
        phase: null,
        code: null,
        enhancedCode: null,
        text: null,
        transcript: null,
      },
    },
  },
  verifyProvider: {
    params,
    answer: {
      success: false,
      phase: 'CONNECT',
      code: null,
      enhancedCode: null,
      text: example.text,
      tls: false,
      durationMs: example.number,
      transcript: null,
    },
  },
} as const;
