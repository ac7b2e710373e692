// Holds examples of mails.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { mailNotificationContract } from '../module.ts';
import { templateExamples } from '../templates/template-examples.ts';

export const mailNotificationExamples: ExamplesOf<typeof mailNotificationContract> = {
  ...templateExamples,
  queryMailPage: {
    body: { recipient: example.email, templateCode: 'auth.activation' },
    answer: {
      data: [
        {
          id: example.number,
          uuid: example.uuid,
          version: 0,
          createdBy: 'admin',
          updatedBy: 'admin',
          dateCreated: example.time,
          dateUpdated: example.time,
          deletedDate: null,
          deleted: false,
          status: 'CAPTURED',
          statusReason: null,
          templateCode: 'auth.activation',
          templateVersion: null,
          locale: 'en',
          category: null,
          priority: 'NORMAL',
          from: 'no-reply@keelson.invalid',
          subject: 'Invitation',
          messageId: `<${example.uuid}@keelson.invalid>`,
          groupUuid: null,
          metadata: {},
          providerCode: 'capture',
          attemptCount: 1,
          uncertainCount: 0,
          sendDate: example.time,
          nextAttemptDate: null,
          expireDate: example.time,
          sentDate: null,
          size: 1_024,
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
        },
      ],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['dateCreated'], direction: 'DESC' } },
    },
  },
};
