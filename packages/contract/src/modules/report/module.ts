// Declares reports: executable ones, their data adapters and their groups.
import { systemAuthorities, tenantAuthorities } from '../../operations/authorities.ts';
import { defineModule } from '../../operations/define.ts';
import { adapterOperations } from './operations/adapter-operations.ts';
import { csvOperations } from './operations/csv-operations.ts';
import { executionOperations } from './operations/execution-operations.ts';
import { groupOperations } from './operations/group-operations.ts';
import { parameterOperations } from './operations/parameter-operations.ts';
import { reportOperations } from './operations/report-operations.ts';
import { scheduleOperations } from './operations/schedule-operations.ts';
import { transferOperations } from './operations/transfer-operations.ts';

export const reportContract = defineModule({
  name: 'report',
  title: 'Report',
  prefixes: ['/report-server'],
  operations: {
    ...reportOperations,
    ...transferOperations,
    ...adapterOperations,
    ...csvOperations,
    ...groupOperations,
    ...executionOperations,
    ...parameterOperations,
    ...scheduleOperations,
  },
  authorities: [
    ...tenantAuthorities(
      [
        ['REPORT_VIEW', 'View reports', 'See the reports that the rights of their groups admit.'],
        [
          'REPORT_EXECUTE',
          'Run reports',
          'Run reports and take their outputs, where the rights of the groups admit it.',
        ],
        ['REPORT_GROUP_VIEW', 'View report groups', 'See the report groups that their rights admit.'],
      ],
      ['ROLE_USER'],
    ),
    ...tenantAuthorities([
      ['REPORT_MANAGE', 'Manage reports', 'Create, change, activate and copy reports, and see their queries.'],
      ['REPORT_DELETE', 'Delete reports', 'Delete reports.'],
      ['REPORT_GROUP_MANAGE', 'Manage report groups', 'Create, change and move report groups and who may use them.'],
      ['REPORT_GROUP_DELETE', 'Delete report groups', 'Delete report groups.'],
      ['REPORT_ADAPTER_VIEW', 'View report data adapters', 'See which data can be reported on.'],
      ['REPORT_SCHEDULE_VIEW', 'View report schedules', 'See when reports run by themselves and what became of it.'],
      ['REPORT_SCHEDULE_MANAGE', 'Manage report schedules', 'Have reports run by themselves and mailed to others.'],
      [
        'REPORT_ADMIN',
        'Administer reports',
        'See and change every report and group of the tenant, whatever their rights.',
      ],
    ]),
    ...systemAuthorities([
      ['REPORT_SQL_WRITE', 'Write SQL of reports', 'Save and preview reports with a statement of their own.'],
      [
        'REPORT_ADAPTER_MANAGE',
        'Manage report data adapters',
        'Create, change, test and delete data adapters and see their addresses.',
      ],
      ['REPORT_DELIVER_EXTERNAL', 'Mail reports outside', 'Have reports mailed to addresses that belong to no user.'],
    ]),
  ],
});
