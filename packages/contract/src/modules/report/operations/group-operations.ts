// Declares the operations on report groups.
import { page } from '../../../models/paging.ts';
import { choice, closed, list, maybe, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  groupDeleteModes,
  movedGroups,
  SvcRToolReportGroupDataModel,
  SvcRToolReportGroupDetailModel,
  SvcRToolReportGroupLookupDataModel,
  SvcRToolReportGroupModel,
  SvcRToolReportGroupMoveModel,
  SvcRToolReportGroupQueryModel,
  SvcRToolReportGroupTreeModel,
  SvcRToolReportGroupUpdateModel,
} from '../models/group-models.ts';

const view = authority('REPORT_GROUP_VIEW');
const manage = authority('REPORT_GROUP_MANAGE');
const params = closed({ uuid: uuid('Group.') });
const detail = { kind: 'json', schema: SvcRToolReportGroupDetailModel } as const;
const query = { kind: 'json', schema: SvcRToolReportGroupQueryModel, optional: true } as const;
const refusals = [
  'REPORT_GROUP_NOT_FOUND',
  'REPORT_GROUP_ALREADY_EXISTS',
  'REPORT_GROUP_DISABLED',
  'REPORT_SYSTEM_RECORD',
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
  getGroup: operation({
    method: 'GET',
    path: '/report-groups/by-uuid/{uuid}',
    summary: 'One report group',
    description: 'With its own list of rights, and with what the caller may do.',
    access: view,
    effect: 'read',
    params,
    reply: detail,
    errors: ['REPORT_GROUP_NOT_FOUND'],
  }),
  updateGroup: operation({
    method: 'PUT',
    path: '/report-groups',
    summary: 'Changes or moves a report group',
    description: 'Another parentUuid moves it with all below it. A missing field stays, null clears it.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcRToolReportGroupUpdateModel },
    reply: detail,
    errors: [...refusals, 'REPORT_GROUP_CYCLE', 'VERSION_CONFLICT'],
  }),
  updateAllGroups: operation({
    method: 'POST',
    path: '/report-groups/update-all',
    summary: 'Moves and orders report groups',
    description: 'All of them, 1 to 1,000, or none; answers them as they are then, in the order given.',
    access: manage,
    effect: 'write',
    body: { kind: 'list', schema: SvcRToolReportGroupMoveModel, ...movedGroups },
    reply: { kind: 'json', schema: list(SvcRToolReportGroupDetailModel, 'The groups as they are now.') },
    errors: [
      'REPORT_GROUP_NOT_FOUND',
      'REPORT_GROUP_ALREADY_EXISTS',
      'REPORT_GROUP_DISABLED',
      'REPORT_SYSTEM_RECORD',
      'REPORT_GROUP_TOO_DEEP',
      'REPORT_GROUP_CYCLE',
      'VERSION_CONFLICT',
    ],
  }),
  deleteGroup: operation({
    method: 'DELETE',
    path: '/report-groups/{uuid}',
    summary: 'Deletes a report group',
    description:
      'Needs WRITE on it. What lies in it keeps it from being deleted (REJECT, the default), moves to the group above it (MOVE_TO_PARENT), or is deleted with it (CASCADE, needs REPORT_ADMIN).',
    access: authority('REPORT_GROUP_DELETE'),
    effect: 'write',
    params,
    query: closed({ mode: maybe(choice(groupDeleteModes, 'What becomes of what lies in it; default REJECT.')) }),
    errors: [
      'REPORT_GROUP_NOT_FOUND',
      'REPORT_GROUP_NOT_EMPTY',
      'REPORT_GROUP_ALREADY_EXISTS',
      'REPORT_GROUP_DISABLED',
      'REPORT_SYSTEM_RECORD',
    ],
  }),
  getTree: operation({
    method: 'GET',
    path: '/report-groups/tree',
    summary: 'The tree of report groups',
    description:
      'Every group that the caller may see, each before those below it, siblings in their order. A group below one that he may not see stands at the top.',
    access: view,
    effect: 'read',
    reply: { kind: 'json', schema: list(SvcRToolReportGroupTreeModel, 'Groups in the order of the tree.') },
  }),
} as const;
