// Declares reports: executable ones, their data adapters and their groups.
import { authority } from '../../operations/access.ts';
import { defineModule, planned } from '../../operations/define.ts';

export const reportContract = defineModule({
  name: 'report',
  title: 'Report',
  prefixes: ['/report-server'],
  operations: {
    deleteByUuid: planned({
      method: 'DELETE',
      path: '/executable-reports/{uuid}',
      summary: 'Deletes a report',
      access: authority('REPORT_DELETE'),
    }),
    discoverReportDataAdapters: planned({
      method: 'GET',
      path: '/executable-reports/report-data-adapters/discover',
      summary: 'The data adapters that can be reached',
      access: authority('REPORT_ADAPTER_VIEW', 'REPORT_MANAGE'),
    }),
    getByUuid: planned({
      method: 'GET',
      path: '/executable-reports/by-uuid/{uuid}',
      summary: 'One report',
      access: authority('REPORT_VIEW'),
    }),
    queryDataList: planned({
      method: 'POST',
      path: '/report-groups/data/list',
      summary: 'Lists report groups',
      access: authority('REPORT_GROUP_VIEW'),
      bodyKind: 'json',
    }),
    queryDataPage: planned({
      method: 'POST',
      path: '/report-groups/data/page',
      summary: 'Pages report groups',
      access: authority('REPORT_GROUP_VIEW'),
      bodyKind: 'json',
    }),
    queryLookupDataList: planned({
      method: 'POST',
      path: '/report-groups/data/lookup/list',
      summary: 'Lists report groups for a choice',
      access: authority('REPORT_GROUP_VIEW'),
      bodyKind: 'json',
    }),
    save: planned({
      method: 'POST',
      path: '/report-groups',
      summary: 'Creates a report group',
      access: authority('REPORT_GROUP_MANAGE'),
      bodyKind: 'json',
    }),
  },
  authorities: [],
});
