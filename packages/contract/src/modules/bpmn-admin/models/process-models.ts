// Declares the model of a process under development, in requests and in answers, and of queries for processes.
import type { Static } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import {
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  maybe,
  nullable,
  optional,
  text,
  uuid,
} from '../../../models/schema.ts';

export const processTypes = ['BPMN', 'DMN', 'FORM'] as const;
export const processStatuses = ['EMPTY', 'DRAFT', 'DEPLOYED', 'CHANGED'] as const;

const nameMax = 255;
const descriptionMax = 4_000;
export const commentMax = 1_000;
const tagMax = 64;
const tagsMax = 20;
const idsMax = 500;
/** Largest version number: what the column holds. */
const versionNumberMax = 2_147_483_647;
export const versionNumber = (description: string) => integer(description, { minimum: 1, maximum: versionNumberMax });
export const modelBytesMax = 10 * 1_048_576;
export const svgBytesMax = 5 * 1_048_576;
/** Bytes of a request that carries a model in JSON: ten MiB of XML, escaped, and a picture. */
export const modelBodyBytesMax = 16 * 1_048_576;
/** Percent-encoding makes 14 to 20 MiB of ten MiB of XML. */
export const modelFormBytesMax = 32 * 1_048_576;

const oneLine = '^[^\\p{Cc}\\u2028\\u2029]*$';
/** Pattern of an NCName of XML 1.0, as ids in BPMN are: letters of every language, no colon, no digit in front. */
export const processCodePattern = '^[\\p{L}_][\\p{L}\\p{M}\\p{Nd}._·-]*$';
const name = (description: string) => text(description, { minLength: 1, maxLength: nameMax, pattern: oneLine });
const contained = (what: string) =>
  optional(text(`${what} contains this, whatever the case.`, { minLength: 1, maxLength: nameMax }));
const exact = (description: string) => optional(text(description, { minLength: 1, maxLength: nameMax }));
const exactList = (description: string) =>
  optional(list(text('Exact value.', { minLength: 1, maxLength: nameMax }), description, { maxItems: idsMax }));

export const processCode = text('Code: unique in the tenant, and the key of its main process once it is deployed.', {
  minLength: 1,
  maxLength: nameMax,
  pattern: processCodePattern,
});
export const processNamespace = name('Name that groups processes.');

const SvcBpmnProcessInFileModel = closed(
  {
    id: text('Id of the process in the file.'),
    name: nullable(text('Its name.')),
    executable: flag('It can run.'),
    isDeployed: flag('A version of it was deployed from here.'),
    definitionId: nullable(text('Newest definition that was deployed from here.')),
    definitionVersion: nullable(integer('Version of that definition.')),
  },
  'SvcBpmnProcessInFileModel',
);

export const SvcBpmnProblemCountsModel = closed(
  {
    errors: integer('Problems that refuse a deployment.'),
    warnings: integer('Problems that do not.'),
    deployable: flag('It holds nothing that refuses a deployment.'),
  },
  'SvcBpmnProblemCountsModel',
);
export type SvcBpmnProblemCountsModel = Static<typeof SvcBpmnProblemCountsModel>;

/**
 * Describes a process: one BPMN, DMN or form file under development. Answers hold every field, bpmnXml and svg where they are
 * asked for; in a request what only the server sets is ignored, so that an answer can be sent back.
 */
export const SvcBpmnProcessModel = closed(
  {
    id: optional(long('Number of the process; left out in a save: a new one.')),
    uuid: optional(uuid('Identifier of the process.')),
    version: optional(integer('Version of the record, raised by every change; needed beside id.', { minimum: 0 })),
    namespace: optional(name('Name that groups processes; default `default`.')),
    code: optional(processCode),
    name: optional(name('Name for people; default the code.')),
    description: optional(text('What it is about.', { maxLength: descriptionMax })),
    category: optional(name('Category.')),
    type: optional(choice(processTypes, 'Kind of file; the content decides where it is given. Default BPMN.')),
    tags: optional(
      list(text('Tag.', { minLength: 1, maxLength: tagMax, pattern: oneLine }), 'Tags.', { maxItems: tagsMax }),
    ),
    currentVersion: optional(integer('Highest version of its content; 0 without content.')),
    modelId: optional(long('Number of its working copy.')),
    status: optional(
      choice(
        processStatuses,
        'EMPTY: no content. DRAFT: never deployed. DEPLOYED: as it was deployed last. CHANGED: changed since.',
      ),
    ),
    bpmnXml: optional(
      text('Content, whatever its type: BPMN, DMN, or the JSON of a form. In a save: new content. At most 10 MiB.', {
        minLength: 1,
        maxLength: modelBytesMax,
      }),
    ),
    svg: optional(text('Picture of the content, at most 5 MiB; answered without scripts.', { maxLength: svgBytesMax })),
    sourceProcessId: optional(long('Process that its content was derived from.')),
    sourceVersion: optional(integer('Version of that process.')),
    processes: optional(list(SvcBpmnProcessInFileModel, 'Processes in the file.')),
    problemCounts: maybe(
      nullable(
        SvcBpmnProblemCountsModel,
        'Problems of the content under the strictness of the tenant, without rules that look outside the file.',
      ),
    ),
    lastDeployedVersion: optional(integer('Version that was deployed last.')),
    lastDeployedAt: optional(dateTime('When.')),
    lastDeployedBy: optional(text('By whom.')),
    createdBy: optional(text('Who created the record.')),
    updatedBy: optional(text('Who changed the record last.')),
    dateCreated: optional(dateTime('When the record was created.')),
    dateUpdated: optional(dateTime('When the record was changed last.')),
    deletedDate: optional(dateTime('When the record was deleted; null while it lives.')),
    deleted: optional(flag('True when the record is deleted.')),
    tenantIdentifier: optional(text('Tenant.')),
  },
  'SvcBpmnProcessModel',
);
export type SvcBpmnProcessModel = Static<typeof SvcBpmnProcessModel>;

export const processSort = [
  'code',
  'name',
  'namespace',
  'dateUpdated',
  'dateCreated',
  'currentVersion',
  'status',
] as const;
export const processSortStandard = { properties: ['dateUpdated'], direction: 'DESC' } as const;
/** Rows of a page with contents: each may have 15 MiB. */
export const rowsWithContentMax = 20;

export const SvcBpmnProcessQueryModel = queryModel(
  {
    pageable: pageable(processSort, processSortStandard),
    ids: optional(list(long('Number of a process.'), 'One of these.', { maxItems: idsMax })),
    uuid: optional(uuid('This process.')),
    namespace: exact('In this namespace.'),
    namespaces: exactList('In one of these namespaces.'),
    code: exact('With this code.'),
    codes: exactList('With one of these codes.'),
    name: contained('Name'),
    description: contained('Description'),
    createdBy: contained('Who created it'),
    updatedBy: contained('Who changed it last'),
    text: contained('Code, name, description or the name of an element'),
    type: optional(choice(processTypes, 'Of this type.')),
    status: optional(choice(processStatuses, 'Where it stands.')),
    deployable: optional(flag('Can be deployed under the strictness of the tenant, or cannot.')),
    tags: optional(
      list(text('Tag.', { minLength: 1, maxLength: tagMax }), 'With all of these tags.', { maxItems: tagsMax }),
    ),
    usesElement: exact('Has an element of this type: `userTask`.'),
    callsKey: exact('Calls the process of this key.'),
    usesMessage: exact('Sends or waits for the message of this name.'),
    usesSignal: exact('Throws or waits for the signal of this name.'),
    usesDecision: exact('Evaluates the decision of this key.'),
    usesTemplate: exact('Sends a mail from the template of this code.'),
    dateUpdatedFrom: optional(dateTime('Changed at or after.')),
    dateUpdatedTo: optional(dateTime('Changed before.')),
    dateCreatedFrom: optional(dateTime('Created at or after.')),
    dateCreatedTo: optional(dateTime('Created before.')),
    withXml: optional(flag('With bpmnXml, at most 20 rows; default false.')),
    withSvg: optional(flag('With svg, at most 20 rows; default false.')),
  },
  'SvcBpmnProcessQueryModel',
);
export type SvcBpmnProcessQueryModel = Static<typeof SvcBpmnProcessQueryModel>;

export const SvcBpmnProcessRenameModel = closed(
  {
    code: optional(processCode),
    name: optional(name('Name for people.')),
    namespace: optional(processNamespace),
    version: integer('Version of the record that was read.', { minimum: 0 }),
  },
  'SvcBpmnProcessRenameModel',
);
export type SvcBpmnProcessRenameModel = Static<typeof SvcBpmnProcessRenameModel>;

/** What answers of one process hold beside its fields. */
export const contentQuery = closed({
  withXml: maybe(flag('With bpmnXml; default false.')),
  withSvg: maybe(flag('With svg; default false.')),
});
