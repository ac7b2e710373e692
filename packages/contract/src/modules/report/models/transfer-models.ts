// Declares the models of export and import: groups and reports as one document, by their codes.
import type { Static } from 'typebox';
import {
  anyMap,
  choice,
  closed,
  flag,
  integer,
  list,
  long,
  maybe,
  nullable,
  text,
  uuid,
} from '../../../models/schema.ts';
import { writtenGroup } from './group-models.ts';
import { SvcRToolReportQueryModel } from './query-models.ts';
import { reportCode, reportDataSourceTypes, reportName, uuidList } from './report-fields.ts';
import { writtenReport } from './report-models.ts';

/** One document has so many groups, and so many reports. */
export const reportTransferMax = 1_000;
/** Bytes that an export may have, and an import takes. */
export const reportTransferBytesMax = 8 * 1_048_576;
const importActions = ['CREATE', 'UPDATE', 'UNCHANGED', 'REFUSE'] as const;

export const SvcRToolReportTransferRequestModel = closed(
  {
    reportGroupUuid: maybe(nullable(uuid('What lies in this group and below it; null or left out: everywhere.'))),
    uuidList: maybe(nullable(uuidList('These reports; null or left out: all.'))),
  },
  'SvcRToolReportTransferRequestModel',
);
export type SvcRToolReportTransferRequestModel = Static<typeof SvcRToolReportTransferRequestModel>;

const SvcRToolReportTransferGroupModel = closed(
  {
    code: reportCode('Code.'),
    name: reportName('Name.'),
    parentCode: maybe(nullable(reportCode('Group above it; null: at the top.'))),
    ...writtenGroup,
  },
  'SvcRToolReportTransferGroupModel',
);
export type SvcRToolReportTransferGroupModel = Static<typeof SvcRToolReportTransferGroupModel>;

const SvcRToolReportTransferReportModel = closed(
  {
    code: reportCode('Code.'),
    name: reportName('Name.'),
    groupCode: maybe(nullable(reportCode('Group; null: in none.'))),
    reportDataSourceType: choice(reportDataSourceTypes, 'Kind of its data.'),
    dataAdapterCode: reportCode(
      'Adapter that is asked; `platform` for the own data, `csv` for files, which have to be there.',
    ),
    query: SvcRToolReportQueryModel,
    ...writtenReport,
  },
  'SvcRToolReportTransferReportModel',
);
export type SvcRToolReportTransferReportModel = Static<typeof SvcRToolReportTransferReportModel>;

export const SvcRToolReportTransferModel = closed(
  {
    formatVersion: integer('Version of the format.', { minimum: 1, maximum: 1 }),
    groupList: list(SvcRToolReportTransferGroupModel, 'Groups, each behind the one above it.', {
      maxItems: reportTransferMax,
    }),
    reportList: list(SvcRToolReportTransferReportModel, 'Reports.', { maxItems: reportTransferMax }),
  },
  'SvcRToolReportTransferModel',
);
export type SvcRToolReportTransferModel = Static<typeof SvcRToolReportTransferModel>;

const importedItem = closed(
  {
    type: choice(['GROUP', 'REPORT'] as const, 'In which list it stands.'),
    index: integer('Place in that list, from 0 on.'),
    code: text('Code.'),
    action: choice(importActions, 'What was done, or would be.'),
    uuid: nullable(uuid('What it is here; null where it is refused, or would be new.')),
    version: nullable(integer('Version that it has afterwards; null where it is refused.')),
    errorCode: nullable(text('Why it is refused, as writing it alone would say; null: it is not.')),
    errorArguments: list(anyMap('Argument.'), 'Arguments of the error.'),
  },
  'SvcRToolReportImportedItemModel',
);

export const SvcRToolReportImportResultModel = closed(
  {
    dryRun: flag('Nothing was written.'),
    createdCount: long('Groups and reports that are new.'),
    updatedCount: long('Reports that have a new version.'),
    unchangedCount: long('Groups that are there, and reports that say this already.'),
    refusedCount: long('Groups and reports that cannot be taken.'),
    itemList: list(importedItem, 'What became of each, groups first, in the order of the document.'),
  },
  'SvcRToolReportImportResultModel',
);
export type SvcRToolReportImportResultModel = Static<typeof SvcRToolReportImportResultModel>;
