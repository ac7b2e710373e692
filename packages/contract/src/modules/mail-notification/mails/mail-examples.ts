// Holds examples of the operations on mails.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { mailOperations } from './mail-operations.ts';

const mail = {
  id: example.number,
  uuid: example.mail,
  version: 1,
  createdBy: 'admin',
  updatedBy: 'system',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  status: 'CAPTURED',
  statusReason: null,
  templateCode: 'auth.activation',
  templateVersion: 0,
  locale: 'en',
  category: null,
  priority: 'NORMAL',
  from: 'no-reply@keelson.invalid',
  subject: 'Invitation',
  messageId: `<${example.mail}@keelson.invalid>`,
  groupUuid: null,
  metadata: {},
  providerCode: 'capture',
  attemptCount: 1,
  uncertainCount: 0,
  sendDate: example.time,
  nextAttemptDate: null,
  expireDate: example.time,
  sentDate: null,
  size: example.number,
  recipientList: [
    {
      address: example.email,
      name: null,
      type: 'TO',
      status: 'CAPTURED',
      reason: null,
      lastCode: null,
      lastEnhancedCode: null,
      lastMessage: null,
      deliveredDate: null,
    },
  ],
} as const;

export const mailExamples: ExamplesOf<{ readonly operations: typeof mailOperations }> = {
  getMailByUuid: { params: { uuid: example.mail }, answer: mail },
  queryMailPage: {
    body: { recipient: example.email, templateCode: 'auth.activation' },
    answer: {
      data: [mail],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['dateCreated'], direction: 'DESC' } },
    },
  },
  countByStatus: {
    body: { recipient: example.email, templateCode: 'auth.activation' },
    answer: [{ status: 'CAPTURED', count: 1 }],
  },
  getAttempts: {
    params: { uuid: example.mail },
    answer: [
      {
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
    ],
  },
  getContent: {
    params: { uuid: example.mail },
    answer: { uuid: example.mail, subject: example.text, text: example.text, html: null },
  },
  getRaw: { params: { uuid: example.mail }, answer: example.text },
  retryByUuid: { params: { uuid: example.mail } },
  retry: { body: { statusList: ['DEAD', 'EXPIRED'] }, answer: 0 },
  resolve: { params: { uuid: example.mail }, body: { delivered: true } },
  cancel: { params: { uuid: example.mail } },
};
