// Declares the operations on reports.
import { page } from '../../../models/paging.ts';
import { closed, flag, integer, list, maybe, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcRToolExecutableReportCopyModel,
  SvcRToolExecutableReportDataModel,
  SvcRToolExecutableReportLookupDataModel,
  SvcRToolExecutableReportModel,
  SvcRToolExecutableReportModelInput,
  SvcRToolExecutableReportQueryModel,
  SvcRToolExecutableReportUpdateModel,
  SvcRToolExecutableReportVersionModel,
} from '../models/report-models.ts';

const view = authority('REPORT_VIEW');
const manage = authority('REPORT_MANAGE');
const params = closed({ uuid: uuid('Report.') });
const report = { kind: 'json', schema: SvcRToolExecutableReportModel } as const;
const query = { kind: 'json', schema: SvcRToolExecutableReportQueryModel, optional: true } as const;
const created = { ...report, headers: { location: 'Address of the report.' } } as const;
const refusals = [
  'REPORT_DEFINITION_INVALID',
  'REPORT_ALREADY_EXISTS',
  'REPORT_GROUP_NOT_FOUND',
  'REPORT_GROUP_DISABLED',
  'REPORT_SYSTEM_RECORD',
  'AUTHORITY_UNKNOWN',
  'SELF_LOCKOUT',
] as const;

export const reportOperations = {
  deleteByUuid: operation({
    method: 'DELETE',
    path: '/executable-reports/{uuid}',
    listed: true,
    summary: 'Deletes a report',
    description: 'Needs WRITE on it. Its group stays, and its code is free. A ready report of the platform stays.',
    access: authority('REPORT_DELETE'),
    effect: 'write',
    params,
    query: closed({
      version: maybe(integer('Refused unless the report has this version.', { minimum: 0 })),
      force: maybe(flag('Disables the schedules that name it; needs REPORT_ADMIN. Default false: it is refused then.')),
    }),
    errors: ['REPORT_NOT_FOUND', 'REPORT_SYSTEM_RECORD', 'REPORT_IN_USE', 'VERSION_CONFLICT'],
  }),
  getByUuid: operation({
    method: 'GET',
    path: '/executable-reports/by-uuid/{uuid}',
    listed: true,
    summary: 'One report',
    description:
      'As it is, or as it was in a version; of those the last 50 are kept. Queries are null for callers without REPORT_MANAGE.',
    access: view,
    effect: 'read',
    params,
    query: closed({ version: maybe(integer('Version; default the current one.', { minimum: 0 })) }),
    reply: { ...report, conditional: true, headers: { etag: 'Version of the report, and how the caller sees it.' } },
    errors: ['REPORT_NOT_FOUND', 'REPORT_VERSION_NOT_FOUND'],
  }),
  saveReport: operation({
    method: 'POST',
    path: '/executable-reports',
    summary: 'Creates a report',
    description:
      'In a group that the caller may write; a tenant has at most 10,000. A statement needs REPORT_SQL_WRITE, too.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcRToolExecutableReportModelInput },
    reply: created,
    errors: [...refusals, 'REPORT_LIMIT_REACHED'],
    idempotent: true,
  }),
  updateReport: operation({
    method: 'PUT',
    path: '/executable-reports',
    summary: 'Changes a report',
    description:
      'A missing field stays, null clears it; a part (query, layout, a list) is replaced as a whole. A statement that differs needs REPORT_SQL_WRITE, too.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcRToolExecutableReportUpdateModel },
    reply: report,
    errors: ['REPORT_NOT_FOUND', 'VERSION_CONFLICT', ...refusals],
  }),
  copyReport: operation({
    method: 'POST',
    path: '/executable-reports/copy/by-uuid/{uuid}',
    summary: 'Copies a report',
    description:
      'What it is now, as a draft under another code; a statement needs REPORT_SQL_WRITE, too. A copy of a ready report is the tenant’s own, its texts in the language of the caller, and lies in no group unless one is named.',
    access: manage,
    effect: 'write',
    params,
    body: { kind: 'json', schema: SvcRToolExecutableReportCopyModel },
    reply: created,
    errors: ['REPORT_NOT_FOUND', ...refusals, 'REPORT_LIMIT_REACHED'],
    idempotent: true,
  }),
  activateReport: operation({
    method: 'POST',
    path: '/executable-reports/activate/by-uuid/{uuid}',
    summary: 'Enables a report',
    description: 'Where it is enabled nothing happens. Refused with all that keeps it from being run.',
    access: manage,
    effect: 'write',
    params,
    reply: report,
    errors: ['REPORT_NOT_FOUND', 'REPORT_SYSTEM_RECORD', 'REPORT_NOT_RUNNABLE'],
  }),
  deactivateReport: operation({
    method: 'POST',
    path: '/executable-reports/deactivate/by-uuid/{uuid}',
    summary: 'Disables a report',
    description: 'It is not run any more. Where it is disabled nothing happens.',
    access: manage,
    effect: 'write',
    params,
    reply: report,
    errors: ['REPORT_NOT_FOUND', 'REPORT_SYSTEM_RECORD'],
  }),
  queryReportVersionList: operation({
    method: 'GET',
    path: '/executable-reports/versions/by-uuid/{uuid}',
    summary: 'Lists the versions of a report',
    description: 'Those that are kept, 50 at most, the newest first. getByUuid shows each.',
    access: view,
    effect: 'read',
    params,
    reply: { kind: 'json', schema: list(SvcRToolExecutableReportVersionModel, 'Versions, the newest first.') },
    errors: ['REPORT_NOT_FOUND'],
  }),
  restoreReport: operation({
    method: 'POST',
    path: '/executable-reports/restore/by-uuid/{uuid}/{version}',
    summary: 'Restores a version of a report',
    description:
      'What it asks for and how it is shown becomes the next version. Code, group, status, rights and whether it is enabled stay as they are. A statement that differs needs REPORT_SQL_WRITE, too.',
    access: manage,
    effect: 'write',
    params: closed({ uuid: uuid('Report.'), version: integer('Version to restore.', { minimum: 0 }) }),
    reply: report,
    errors: [
      'REPORT_NOT_FOUND',
      'REPORT_SYSTEM_RECORD',
      'REPORT_VERSION_NOT_FOUND',
      'REPORT_DEFINITION_INVALID',
      'VERSION_CONFLICT',
    ],
  }),
  queryReportDataPage: operation({
    method: 'POST',
    path: '/executable-reports/data/page',
    summary: 'Pages reports',
    description: 'Those that the caller may see; the total is exact.',
    access: view,
    effect: 'read',
    body: query,
    reply: { kind: 'json', schema: page(SvcRToolExecutableReportDataModel) },
    errors: ['REPORT_GROUP_NOT_FOUND'],
  }),
  queryReportLookupDataList: operation({
    method: 'POST',
    path: '/executable-reports/data/lookup/list',
    summary: 'Lists reports for a choice',
    description: 'Enabled ones unless others are asked for, at most 1,000; of pageable only the order counts.',
    access: view,
    effect: 'read',
    body: query,
    reply: {
      kind: 'json',
      schema: list(SvcRToolExecutableReportLookupDataModel, 'Reports in the order asked for.'),
    },
    errors: ['REPORT_GROUP_NOT_FOUND', 'RESULT_TOO_LARGE'],
  }),
} as const;
