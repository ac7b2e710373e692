// Declares the models of report groups: as they are saved, as they are answered, in lists, for a choice, and queries for them.
import type { Static } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import {
  choice,
  closed,
  flag,
  integer,
  list,
  maybe,
  nullable,
  optional,
  serverSet,
  text,
  uuid,
} from '../../../models/schema.ts';
import {
  groupRights,
  oneLine,
  permissionList,
  reportCode,
  reportDescription,
  reportName,
  reportPermissions,
  reportUuidsMax,
  tenantIdentifier,
  uuidList,
} from './report-fields.ts';

/** Levels of groups; a deeper tree is a maze. */
export const reportGroupDepthMax = 10;
/** Reads of the whole tree stay fast up to here. */
export const reportGroupsMax = 10_000;
/** Groups that one call moves. */
const movedGroupsMax = 1_000;
const iconMax = 64;
const orderMax = 1_000_000;

const icon = text('Name in the icon set of the console.', { minLength: 1, maxLength: iconMax, pattern: oneLine });
const displayOrder = integer('Place among its siblings; equal places are ordered by name.', {
  minimum: -orderMax,
  maximum: orderMax,
});
const enabled = flag('False: absent where groups are chosen, and takes no new reports or groups; its reports run on.');

const answered = {
  ...recordFields,
  code: text('Code.'),
  name: text('Name.'),
  description: nullable(text('What it is for.')),
  parentUuid: nullable(uuid('Group above it; null at the top.')),
  displayOrder: integer('Place among its siblings; equal places are ordered by name.'),
  icon: nullable(text('Name in the icon set of the console.')),
  enabled,
  tenantIdentifier,
} as const;

/** What the server alone writes and a request may send back. */
const sentBack = {
  tenantIdentifier: serverSet(tenantIdentifier),
  permissionList: serverSet(permissionList),
} as const;

/** What whoever writes a group says of it, wherever it lies. */
export const writtenGroup = {
  description: maybe(nullable(reportDescription)),
  displayOrder: optional(displayOrder),
  icon: maybe(nullable(icon)),
  enabled: optional(enabled),
  authorityList: optional(groupRights),
} as const;

const written = {
  ...writtenGroup,
  parentUuid: maybe(nullable(uuid('Group above it; null: at the top.'))),
} as const;

export const SvcRToolReportGroupModel = closed(
  {
    ...serverSetRecordFields,
    uuid: optional(uuid('Identifier, where it is to be chosen; it must be free.')),
    code: reportCode('Code, unique in the tenant.'),
    name: reportName('Name, unique beside its siblings.'),
    ...written,
    ...sentBack,
  },
  'SvcRToolReportGroupModel',
);
export type SvcRToolReportGroupModel = Static<typeof SvcRToolReportGroupModel>;

export const SvcRToolReportGroupUpdateModel = closed(
  {
    ...serverSetRecordFields,
    uuid: uuid('Group.'),
    version: integer('Version that was read.', { minimum: 0 }),
    code: optional(reportCode('Code, unique in the tenant.')),
    name: optional(reportName('Name, unique beside its siblings.')),
    ...written,
    ...sentBack,
  },
  'SvcRToolReportGroupUpdateModel',
);
export type SvcRToolReportGroupUpdateModel = Static<typeof SvcRToolReportGroupUpdateModel>;

export const SvcRToolReportGroupDetailModel = closed(
  { ...answered, authorityList: groupRights, permissionList },
  'SvcRToolReportGroupDetailModel',
);
export type SvcRToolReportGroupDetailModel = Static<typeof SvcRToolReportGroupDetailModel>;

const pathNameList = list(
  text('Name.'),
  'Names from the top down to the group itself; they begin below a group that the caller may not see.',
);
const shownParent = nullable(uuid('Group above it; null at the top, and where the caller may not see it.'));

export const SvcRToolReportGroupDataModel = closed(
  {
    ...answered,
    parentUuid: shownParent,
    parentName: nullable(text('Name of the group above it; null as parentUuid is.')),
    pathNameList,
    level: integer('Depth in the whole tree, 1 at the top.'),
    childCount: integer('Groups directly below it that the caller may see.'),
    reportCount: integer('Reports directly in it that the caller may see.'),
    permissionList,
  },
  'SvcRToolReportGroupDataModel',
);
export type SvcRToolReportGroupDataModel = Static<typeof SvcRToolReportGroupDataModel>;

export const SvcRToolReportGroupLookupDataModel = closed(
  {
    uuid: uuid('Group.'),
    code: text('Code.'),
    name: text('Name.'),
    parentUuid: shownParent,
    pathNameList,
    enabled,
  },
  'SvcRToolReportGroupLookupDataModel',
);
export type SvcRToolReportGroupLookupDataModel = Static<typeof SvcRToolReportGroupLookupDataModel>;

export const reportGroupSort = ['displayOrder', 'name', 'code', 'level', 'dateCreated', 'dateUpdated'] as const;
export const reportGroupSortStandard = { properties: ['displayOrder', 'name'], direction: 'ASC' } as const;

export const SvcRToolReportGroupQueryModel = queryModel(
  {
    pageable: pageable(reportGroupSort, reportGroupSortStandard),
    uuidList: optional(uuidList(`Only these, at most ${reportUuidsMax}.`)),
    code: optional(reportCode('Exactly this code.')),
    name: optional(text('The name contains this; letters with and without accents are alike.', { maxLength: 200 })),
    searchText: optional(text('Code, name or description contains this, likewise.', { maxLength: 200 })),
    parentUuid: optional(uuid('Directly below this group.')),
    rootOnly: optional(flag('True: only those at the top.')),
    includeDescendants: optional(flag('True: all below parentUuid, however deep; default false.')),
    enabled: optional(flag('Only those that are enabled, or only those that are not.')),
    includeDeleted: optional(flag('True: deleted ones, too; needs REPORT_ADMIN. Default false.')),
    permission: optional(choice(reportPermissions, 'Only those with which the caller may do this; default READ.')),
  },
  'SvcRToolReportGroupQueryModel',
);
export type SvcRToolReportGroupQueryModel = Static<typeof SvcRToolReportGroupQueryModel>;

export const SvcRToolReportGroupMoveModel = closed(
  {
    uuid: uuid('Group.'),
    parentUuid: maybe(nullable(uuid('Group above it; null: at the top. A missing field leaves it.'))),
    displayOrder: optional(displayOrder),
    version: integer('Version that was read.', { minimum: 0 }),
  },
  'SvcRToolReportGroupMoveModel',
);
export type SvcRToolReportGroupMoveModel = Static<typeof SvcRToolReportGroupMoveModel>;
export const movedGroups = { minItems: 1, maxItems: movedGroupsMax } as const;

export const SvcRToolReportGroupTreeModel = closed(
  {
    uuid: uuid('Group.'),
    code: text('Code.'),
    name: text('Name.'),
    parentUuid: shownParent,
    level: integer('Depth in the whole tree, 1 at the top.'),
    displayOrder: answered.displayOrder,
    icon: answered.icon,
    enabled,
    version: integer('Version of the record.'),
    childCount: integer('Groups directly below it that the caller may see.'),
    reportCount: integer('Reports directly in it that the caller may see.'),
    permissionList,
  },
  'SvcRToolReportGroupTreeModel',
);
export type SvcRToolReportGroupTreeModel = Static<typeof SvcRToolReportGroupTreeModel>;

/** What can become of the content of a group that is deleted. */
export const groupDeleteModes = ['REJECT', 'MOVE_TO_PARENT', 'CASCADE'] as const;
