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
          status: 'QUEUED',
          templateCode: 'auth.activation',
          locale: 'en',
          priority: 'NORMAL',
          from: 'no-reply@keelson.invalid',
          subject: 'Invitation',
          messageId: `<${example.uuid}@keelson.invalid>`,
          sendDate: example.time,
          expireDate: example.time,
          recipientList: [{ address: example.email, name: null, type: 'TO', status: 'QUEUED' }],
        },
      ],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['dateCreated'], direction: 'DESC' } },
    },
  },
};
