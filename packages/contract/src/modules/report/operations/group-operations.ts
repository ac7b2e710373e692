// Declares the operations on report groups.
import { page } from '../../../models/paging.ts';
import { list } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcRToolReportGroupDataModel,
  SvcRToolReportGroupLookupDataModel,
  SvcRToolReportGroupModel,
  SvcRToolReportGroupQueryModel,
} from '../models/group-models.ts';

const view = authority('REPORT_GROUP_VIEW');
const manage = authority('REPORT_GROUP_MANAGE');
const query = { kind: 'json', schema: SvcRToolReportGroupQueryModel, optional: true } as const;
const refusals = [
  'REPORT_GROUP_NOT_FOUND',
  'REPORT_GROUP_ALREADY_EXISTS',
  'REPORT_GROUP_DISABLED',
  'REPORT_GROUP_TOO_DEEP',
  'AUTHORITY_UNKNOWN',
  'SELF_LOCKOUT',
] as const;

export const groupOperations = {
  queryDataList: operation({
    method: 'POST',
    path: '/report-groups/data/list',
    listed: true,
    summary: 'Lists report groups',
    description: 'Those that the caller may see, at most 1,000; of pageable only the order counts.',
    access: view,
    effect: 'read',
    body: query,
    reply: { kind: 'json', schema: list(SvcRToolReportGroupDataModel, 'Groups in the order asked for.') },
    errors: ['REPORT_GROUP_NOT_FOUND', 'RESULT_TOO_LARGE'],
  }),
  queryDataPage: operation({
    method: 'POST',
    path: '/report-groups/data/page',
    listed: true,
    summary: 'Pages report groups',
    description: 'The total is exactly what the caller may see.',
    access: view,
    effect: 'read',
    body: query,
    reply: { kind: 'json', schema: page(SvcRToolReportGroupDataModel) },
    errors: ['REPORT_GROUP_NOT_FOUND'],
  }),
  queryLookupDataList: operation({
    method: 'POST',
    path: '/report-groups/data/lookup/list',
    listed: true,
    summary: 'Lists report groups for a choice',
    description:
      'Enabled ones unless others are asked for, at most 1,000; those of uuidList come first, in that order, whatever the other filters say.',
    access: view,
    effect: 'read',
    body: query,
    reply: { kind: 'json', schema: list(SvcRToolReportGroupLookupDataModel, 'Groups in the order asked for.') },
    errors: ['REPORT_GROUP_NOT_FOUND', 'RESULT_TOO_LARGE'],
  }),
  save: operation({
    method: 'POST',
    path: '/report-groups',
    listed: true,
    summary: 'Creates a report group',
    description: 'Below a group that the caller may write, at most ten deep and 10,000 in a tenant.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcRToolReportGroupModel },
    reply: { kind: 'void', headers: { location: 'Address of the group.' } },
    errors: [...refusals, 'REPORT_LIMIT_REACHED'],
    idempotent: true,
  }),
} as const;
