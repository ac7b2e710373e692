// Holds examples of the operations on suppressed addresses and preferences.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { suppressionOperations } from './suppression-operations.ts';

const suppression = {
  id: example.number,
  uuid: example.uuid,
  version: 0,
  createdBy: 'admin',
  updatedBy: 'admin',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  address: example.email,
  reason: 'MANUAL',
  group: null,
  expireDate: null,
} as const;

export const suppressionExamples: ExamplesOf<{ readonly operations: typeof suppressionOperations }> = {
  querySuppressionPage: {
    body: { address: example.email, reasonList: ['MANUAL'] },
    answer: {
      data: [suppression],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['dateCreated'], direction: 'DESC' } },
    },
  },
  saveSuppression: { body: { address: example.email, reason: 'MANUAL' } },
  removeSuppression: { params: { address: example.email } },
  getPreference: { answer: [{ category: null, group: 'newsletter', enabled: false }] },
  savePreference: {
    body: [{ group: 'newsletter', enabled: false }],
    answer: [{ category: null, group: 'newsletter', enabled: false }],
  },
  showUnsubscribe: { params: { token: example.linkToken } },
  unsubscribe: { params: { token: example.linkToken }, body: { 'List-Unsubscribe': 'One-Click' } },
};
