// Declares the models of export and import: templates as one document, by their codes.
import type { Static } from 'typebox';
import {
  anyMap,
  choice,
  closed,
  flag,
  integer,
  list,
  long,
  nullable,
  optional,
  text,
  uuid,
} from '../../../models/schema.ts';
import { templateCodePattern, templateTypes, transferParts } from './template-models.ts';

/** Templates of one transfer: each is compiled in every locale while somebody waits; more is done in parts. */
export const templateTransferMax = 500;
/** Contents of one transfer: each takes one or two milliseconds. */
export const templateTransferContentsMax = 5_000;
/** Five hundred templates of the usual length in two languages have so many bytes. */
export const templateTransferBytesMax = 8 * 1_048_576;
export const templateImportActions = ['CREATE', 'UPDATE', 'UNCHANGED', 'SKIP', 'REFUSE'] as const;

const code = text('Code, exact.', { minLength: 1, maxLength: 128, pattern: templateCodePattern });

export const SvcNotificationTemplateExportRequestModel = closed(
  {
    codeList: optional(list(code, 'These templates; default all.', { minItems: 1, maxItems: templateTransferMax })),
    codePrefix: optional(text('Beginning of the code.', { minLength: 1, maxLength: 128 })),
    typeList: optional(
      list(choice(templateTypes, 'Type.'), 'Any of these; default all.', { maxItems: templateTypes.length }),
    ),
    category: optional(text('Category.', { minLength: 1, maxLength: 64 })),
  },
  'SvcNotificationTemplateExportRequestModel',
);
export type SvcNotificationTemplateExportRequestModel = Static<typeof SvcNotificationTemplateExportRequestModel>;

const SvcNotificationTemplateImportItemModel = closed(
  {
    ...transferParts.fields,
    enabled: optional(flag('Mails can be sent from it; of a new template alone, default true.')),
    contentMap: transferParts.contentMap,
  },
  'SvcNotificationTemplateImportItemModel',
);
export type SvcNotificationTemplateImportItemModel = Static<typeof SvcNotificationTemplateImportItemModel>;

export const SvcNotificationTemplateImportModel = closed(
  {
    formatVersion: integer('Version of the format.', { minimum: 1, maximum: 1 }),
    templateList: list(
      SvcNotificationTemplateImportItemModel,
      'Templates in any order; at most 500, with 5,000 contents together.',
      {
        maxItems: templateTransferMax,
      },
    ),
  },
  'SvcNotificationTemplateImportModel',
);
export type SvcNotificationTemplateImportModel = Static<typeof SvcNotificationTemplateImportModel>;

const importedItem = closed(
  {
    index: integer('Place of the template in the list, from 0 on.'),
    code: text('Code.'),
    action: choice(templateImportActions, 'What was done, or would be.'),
    uuid: nullable(uuid('The template; null where it is refused, or would be new.')),
    version: nullable(integer('Version that it has afterwards; null where it is refused.')),
    errorCode: nullable(text('Why it is refused, as writing it alone would say; null: it is not.')),
    errorArguments: list(anyMap('Argument.'), 'Arguments of the error.'),
  },
  'SvcNotificationTemplateImportedItemModel',
);

export const SvcNotificationTemplateImportResultModel = closed(
  {
    dryRun: flag('Nothing was written.'),
    createdCount: long('Templates that are new.'),
    updatedCount: long('Templates that have a new version.'),
    unchangedCount: long('Templates that say this already.'),
    skippedCount: long('Templates that exist and were left as they are.'),
    refusedCount: long('Templates that cannot be taken.'),
    itemList: list(importedItem, 'What became of each, in the order of the document.'),
  },
  'SvcNotificationTemplateImportResultModel',
);
export type SvcNotificationTemplateImportResultModel = Static<typeof SvcNotificationTemplateImportResultModel>;
