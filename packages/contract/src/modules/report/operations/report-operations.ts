// Declares the operations on reports.
import { authority } from '../../../operations/access.ts';
import { planned } from '../../../operations/define.ts';

export const reportOperations = {
  deleteByUuid: planned({
    method: 'DELETE',
    path: '/executable-reports/{uuid}',
    summary: 'Deletes a report',
    access: authority('REPORT_DELETE'),
  }),
  getByUuid: planned({
    method: 'GET',
    path: '/executable-reports/by-uuid/{uuid}',
    summary: 'One report',
    access: authority('REPORT_VIEW'),
  }),
} as const;
