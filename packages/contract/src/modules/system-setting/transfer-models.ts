// Declares the models of export and import: definitions and values as one document.
import type { Static } from 'typebox';
import {
  anyMap,
  anyValue,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  nullable,
  optional,
  text,
} from '../../models/schema.ts';
import { SvcSettingSaveModel, settingCodeField, settingTenantField } from './definition-models.ts';
import { writableScopes } from './value-models.ts';

/** Entries of an import; more is a restore of the database. */
const importEntriesMax = 10_000;
/** Ten thousand values of the usual length have so many bytes. */
export const settingImportBytesMax = 8 * 1_048_576;
export const importModes = ['MERGE', 'REPLACE'] as const;

export const SvcSettingExportRequestModel = closed(
  {
    codePrefix: optional(text('Beginning of the code.', { maxLength: 128 })),
    scopeList: optional(
      list(choice(writableScopes, 'Level.'), 'Values of these levels; default both.', { maxItems: 2 }),
    ),
    tenantIdentifier: optional(text('Values of this tenant alone.', settingTenantField)),
  },
  'SvcSettingExportRequestModel',
);
export type SvcSettingExportRequestModel = Static<typeof SvcSettingExportRequestModel>;

const valueEntry = closed(
  {
    code: text('Code of the definition.', settingCodeField),
    scope: choice(writableScopes, 'Level.'),
    tenantIdentifier: optional(text('Tenant of a TENANT value.', settingTenantField)),
    value: anyValue('The value; *** of a SECRET is skipped.'),
    expiryDate: optional(dateTime('When the value is removed by itself.')),
  },
  'SvcSettingImportValueModel',
);

export const SvcSettingImportModel = closed(
  {
    formatVersion: integer('Version of the format.', { minimum: 1, maximum: 1 }),
    definitionList: list(SvcSettingSaveModel, 'Definitions of people; those of modules come with the program.', {
      maxItems: importEntriesMax,
    }),
    valueList: list(valueEntry, 'Values.', { maxItems: importEntriesMax }),
  },
  'SvcSettingImportModel',
);
export type SvcSettingImportModel = Static<typeof SvcSettingImportModel>;

const changeEntry = closed(
  {
    code: text('Code.'),
    scope: nullable(choice(writableScopes, 'Level; null for a definition.')),
    tenantIdentifier: nullable(text('Tenant.')),
    action: choice(['CREATE', 'UPDATE', 'REMOVE'] as const, 'What is done.'),
    oldValue: anyValue('Value before; *** of a SECRET.'),
    newValue: anyValue('Value after; *** of a SECRET.'),
  },
  'SvcSettingImportChangeModel',
);

const importProblem = closed(
  {
    field: text('Entry of the document.'),
    code: text('Code of the setting.'),
    errorCode: text('Error code that writing it alone would answer.'),
    errorArguments: list(anyMap('Argument of the error.'), 'Arguments of the error.'),
  },
  'SvcSettingImportProblemModel',
);

export const SvcSettingImportResultModel = closed(
  {
    dryRun: flag('Nothing was written.'),
    createdCount: long('Values and definitions that are new.'),
    updatedCount: long('Values and definitions that changed.'),
    removedCount: long('Values that were removed.'),
    unchangedCount: long('Entries that are as they were.'),
    skippedCount: long('Masked secrets and pinned settings.'),
    changeList: list(changeEntry, 'What was changed, or would be.'),
    problemList: list(importProblem, 'Why nothing was written; empty when all went well.'),
  },
  'SvcSettingImportResultModel',
);
export type SvcSettingImportResultModel = Static<typeof SvcSettingImportResultModel>;
