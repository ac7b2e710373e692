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

const spf = 'v=spf1 include:_spf.relay.example -all';
const checked = {
  domain: example.mailDomain,
  dateChecked: example.time,
  spf: {
    result: 'FOUND',
    problem: null,
    record: spf,
    all: 'FAIL',
    lookupCount: 1,
    recordList: [
      { recordName: example.mailDomain, record: spf },
      { recordName: '_spf.relay.example', record: 'v=spf1 ip4:203.0.113.0/24 -all' },
    ],
  },
  dkim: {
    result: 'FOUND',
    keyList: [
      {
        uuid: example.dkimKey,
        selector: 'spring',
        recordName: `spring._domainkey.${example.mailDomain}`,
        result: 'FOUND',
        problem: null,
        record: example.text,
      },
    ],
  },
  dmarc: {
    result: 'FOUND',
    problem: null,
    recordName: `_dmarc.${example.mailDomain}`,
    record: 'v=DMARC1; p=quarantine; rua=mailto:reports@mail.example',
    inherited: false,
    policy: 'QUARANTINE',
    dkimAlignment: 'RELAXED',
    spfAlignment: 'RELAXED',
  },
  oneClick: false,
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
  checkSender: { params: { domain: example.mailDomain }, answer: checked },
} as const;
