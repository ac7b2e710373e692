// Holds examples of senders and of the keys that sign their mails.
import { placeholders as example } from '../../../documentation/placeholders.ts';

const record = {
  id: example.number,
  version: 0,
  createdBy: example.username,
  updatedBy: example.username,
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
} as const;
const sender = { ...record, uuid: example.sender, address: null, domain: example.mailDomain } as const;
const key = {
  ...record,
  uuid: example.dkimKey,
  domain: example.mailDomain,
  selector: 'spring',
  recordName: example.text,
  recordValue: example.text,
} as const;

export const senderExamples = {
  saveSender: { body: { domain: example.mailDomain }, answer: sender },
  querySenderPage: {
    body: { searchText: example.mailDomain },
    answer: {
      data: [sender],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['domain'], direction: 'ASC' } },
    },
  },
  deleteSender: { params: { uuid: example.sender } },
  saveDkimKey: { body: { domain: example.mailDomain, selector: 'spring' }, answer: key },
  listDkimKeys: { params: { domain: example.mailDomain }, answer: [key] },
  deleteDkimKey: { params: { uuid: example.dkimKey } },
} as const;
