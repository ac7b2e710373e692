// Declares the models of working copies, of patches, and of what is done to several processes at once.
import { type Static, Type } from 'typebox';
import {
  anyCaseChoice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  nullable,
  optional,
  text,
} from '../../../models/schema.ts';
import { modelBytesMax, processNamespace } from './process-models.ts';

export const SvcBpmnModelDraftModel = closed(
  {
    modelId: long('Number of the working copy.'),
    processId: long('Process.'),
    name: text('Name for people.'),
    description: nullable(text('What it is about.')),
    bpmnXml: nullable(text('Content, perhaps newer than the current version; null without content.')),
    jsonXml: nullable(text('The source of the editor; null where it gave none.')),
    svg: nullable(text('Picture, without scripts.')),
    xmlStale: flag('The source of the editor is newer than the content.'),
    version: integer('Version of the record.'),
    baseVersion: integer('Version of the content that it began with.'),
    dateUpdated: dateTime('When the record was changed last.'),
    updatedBy: text('By whom.'),
  },
  'SvcBpmnModelDraftModel',
);
export type SvcBpmnModelDraftModel = Static<typeof SvcBpmnModelDraftModel>;

const operationsMax = 1_000;
const pathMax = 1_000;
export const patchOperations = ['SET_ATTRIBUTE', 'SET_EXTENSION', 'SET_TEXT', 'REMOVE'] as const;

const SvcBpmnModelPatchOperationModel = closed(
  {
    op: anyCaseChoice(
      patchOperations,
      'SET_ATTRIBUTE: writes an attribute. SET_EXTENSION: puts a fragment in place of the extension elements of this name, or of all. SET_TEXT: writes a documentation, script or expression. REMOVE: takes an attribute, a text, extension elements of this name, or without a name the element itself.',
    ),
    elementId: text('Element.', { minLength: 1, maxLength: 255 }),
    name: optional(
      text('Attribute, text or extension; names on the way to a part without an id, with slashes between.', {
        minLength: 1,
        maxLength: pathMax,
      }),
    ),
    value: optional(
      text('Value; needed but by REMOVE. Of SET_EXTENSION well-formed XML.', { maxLength: modelBytesMax }),
    ),
  },
  'SvcBpmnModelPatchOperationModel',
);

export const SvcBpmnModelPatchModel = closed(
  {
    operations: list(SvcBpmnModelPatchOperationModel, 'All of them, in this order, or none.', {
      minItems: 1,
      maxItems: operationsMax,
    }),
    version: integer('Version of the record that was read.', { minimum: 0 }),
    comment: optional(text('What was changed.', { maxLength: 1_000 })),
  },
  'SvcBpmnModelPatchModel',
);
export type SvcBpmnModelPatchModel = Static<typeof SvcBpmnModelPatchModel>;

const idsMax = 1_000;
const ids = list(long('Number of a process.'), 'Processes.', { minItems: 1, maxItems: idsMax });

export const SvcBpmnProcessMoveModel = closed({ ids, namespace: processNamespace }, 'SvcBpmnProcessMoveModel');
export type SvcBpmnProcessMoveModel = Static<typeof SvcBpmnProcessMoveModel>;
export const SvcBpmnProcessIdsModel = closed({ ids }, 'SvcBpmnProcessIdsModel');
export type SvcBpmnProcessIdsModel = Static<typeof SvcBpmnProcessIdsModel>;

export const SvcBpmnProcessOutcomeModel = closed(
  {
    id: long('Number of the process.'),
    errorCode: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Why it was not done; null where it was.',
    }),
  },
  'SvcBpmnProcessOutcomeModel',
);
export type SvcBpmnProcessOutcomeModel = Static<typeof SvcBpmnProcessOutcomeModel>;
