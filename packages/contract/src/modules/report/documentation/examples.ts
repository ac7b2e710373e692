// Holds examples of the operations on reports and their groups.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { reportContract } from '../module.ts';

const group = {
  id: example.number,
  uuid: example.reportGroup,
  version: 0,
  code: example.reportGroupCode,
  name: example.reportGroupCode,
  description: null,
  parentUuid: null,
  displayOrder: 0,
  icon: null,
  enabled: true,
  createdBy: 'admin',
  updatedBy: 'admin',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  tenantIdentifier: 'default',
} as const;

const groupData = {
  ...group,
  parentName: null,
  pathNameList: [example.reportGroupCode],
  level: 1,
  childCount: 0,
  reportCount: 0,
  permissionList: ['READ', 'EXECUTE', 'WRITE'],
} as const;

const page = {
  pageNumber: 0,
  pageSize: 20,
  sort: { properties: ['displayOrder', 'name'], direction: 'ASC' },
} as const;

export const reportExamples: ExamplesOf<typeof reportContract> = {
  queryDataList: { body: { code: example.reportGroupCode }, answer: [groupData] },
  queryDataPage: {
    body: { code: example.reportGroupCode },
    answer: { data: [groupData], totalPages: 1, totalElements: 1, pageable: page },
  },
  queryLookupDataList: {
    body: { code: example.reportGroupCode },
    answer: [
      {
        uuid: example.reportGroup,
        code: example.reportGroupCode,
        name: example.reportGroupCode,
        parentUuid: null,
        pathNameList: [example.reportGroupCode],
        enabled: true,
      },
    ],
  },
  save: { body: { code: example.reportGroupCode, name: example.reportGroupCode } },
};
