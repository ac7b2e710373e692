// Holds examples of the sending of mails.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { sendOperations } from './send-operations.ts';

export const sendExamples: ExamplesOf<{ readonly operations: typeof sendOperations }> = {
  notify: {
    body: {
      templateCode: example.templateCode,
      to: [`Ada Lovelace <${example.email}>`],
      parameters: { name: 'Ada', order: { no: 4_711 } },
      metadata: { order: '4711' },
    },
  },
  notifyWithContent: {
    body: {
      to: [`Ada Lovelace <${example.email}>`],
      content: { subject: 'The office is closed on Monday', content: '<p>See you on <b>Tuesday</b>.</p>' },
    },
  },
  notifyBatch: {
    body: {
      requests: [
        { templateCode: example.templateCode, to: [example.email], parameters: { name: 'Ada', order: { no: 4_711 } } },
      ],
    },
    answer: [{ index: 0, uuid: example.uuid, status: 'QUEUED', errorCode: null, errorArguments: [] }],
  },
};
