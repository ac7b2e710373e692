// Declares the models of versions, of what is deployed from them, and of imports.
import { type Static, Type } from 'typebox';
import {
  anyCaseChoice,
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
} from '../../../models/schema.ts';
import { SvcBpmnProblem, strictnesses } from '../../bpmn-engine/repository/deployment-models.ts';
import { commentMax, SvcBpmnProblemCountsModel, versionNumber } from './process-models.ts';

export const versionOrigins = ['SAVE', 'IMPORT', 'COPY', 'RESTORE', 'RENAME'] as const;

export const SvcBpmnProcessVersionModel = closed(
  {
    processId: long('Process.'),
    versionNumber: integer('Number of the version, from 1, without gaps.'),
    name: text('Name of the process at that time.'),
    comment: nullable(text('What was changed.')),
    sha256: text('SHA-256 of the content, 64 hexadecimal digits.'),
    size: integer('Bytes of the content.'),
    hasSvg: flag('There is a picture of it.'),
    origin: choice(versionOrigins, 'What made it.'),
    createdBy: text('Who made it.'),
    dateCreated: dateTime('When.'),
    problemCounts: SvcBpmnProblemCountsModel,
    deployments: list(Type.String(), 'Ids of definitions that were deployed from it.'),
  },
  'SvcBpmnProcessVersionModel',
);
export type SvcBpmnProcessVersionModel = Static<typeof SvcBpmnProcessVersionModel>;

const SvcBpmnModelChangeModel = closed(
  {
    id: text('Id of the element.'),
    type: text('Its type.'),
    name: nullable(text('Its name.')),
    details: list(
      closed(
        {
          path: text('What differs: @name is an attribute, all else a text or a part.'),
          old: nullable(text('Before; null where there was nothing.')),
          new: nullable(text('After.')),
        },
        'SvcBpmnModelChangeDetailModel',
      ),
      'What differs of it; empty where the whole element was added or removed.',
    ),
  },
  'SvcBpmnModelChangeModel',
);
const changes = (description: string) => list(SvcBpmnModelChangeModel, description);

export const SvcBpmnModelDiffModel = closed(
  {
    from: integer('Version before.'),
    to: integer('Version after.'),
    added: changes('Elements that were not there.'),
    removed: changes('Elements that are no more.'),
    changed: changes('Elements that differ in more than their place.'),
    moved: changes('Elements that lie elsewhere in a diagram, or look different.'),
    layoutOnly: flag('Diagrams differ, and nothing that a process does.'),
    metadataOnly: flag('Who wrote the file differs, and nothing else.'),
    identical: flag('Nothing differs that counts.'),
  },
  'SvcBpmnModelDiffModel',
);
export type SvcBpmnModelDiffModel = Static<typeof SvcBpmnModelDiffModel>;

export const SvcBpmnProcessRestoreModel = closed(
  {
    comment: optional(text('Why.', { maxLength: commentMax })),
    version: integer('Version of the record that was read.', { minimum: 0 }),
  },
  'SvcBpmnProcessRestoreModel',
);
export type SvcBpmnProcessRestoreModel = Static<typeof SvcBpmnProcessRestoreModel>;

/** A deployment of files holds so many at most. */
const deployedWithMax = 199;

export const SvcBpmnProcessDeployModel = closed(
  {
    versionNumber: optional(versionNumber('Version that is deployed; default the current one.')),
    with: optional(
      list(long('Number of a process.'), 'Deployed along with it in their current versions, as one deployment.', {
        maxItems: deployedWithMax,
      }),
    ),
    strictness: optional(
      anyCaseChoice(strictnesses, 'Which rules refuse; default the setting bpmn-engine.strictness.'),
    ),
    activateAt: optional(
      dateTime(
        'New definitions are stored suspended and activated then; in the future. Unchanged ones keep their state.',
      ),
    ),
    comment: optional(text('Name of the deployment; default the name of the process.', { maxLength: 255 })),
  },
  'SvcBpmnProcessDeployModel',
);
export type SvcBpmnProcessDeployModel = Static<typeof SvcBpmnProcessDeployModel>;

export const SvcBpmnProcessDeploymentModel = closed(
  {
    versionNumber: nullable(integer('Version that it was deployed from; null where nobody remembers.')),
    processDefinitionId: text('Definition.'),
    key: text('Key of the process.'),
    version: integer('Version of the definition.'),
    deploymentId: text('Deployment.'),
    deploymentTime: dateTime('When it was deployed.'),
    suspended: flag('It takes no new instances.'),
    runningInstances: integer('Instances of it that run.'),
    openIncidents: integer('Open incidents of these.'),
  },
  'SvcBpmnProcessDeploymentModel',
);
export type SvcBpmnProcessDeploymentModel = Static<typeof SvcBpmnProcessDeploymentModel>;

export const processImportModes = ['CREATE', 'NEW_VERSION', 'AUTO'] as const;
export const processImportStates = ['RUNNING', 'DONE', 'CANCELLED'] as const;
export const importActions = ['CREATED', 'NEW_VERSION', 'UNCHANGED', 'REFUSED'] as const;

const SvcBpmnImportedFileModel = closed(
  {
    name: text('Name of the file; of one in an archive with the name of the archive in front.'),
    action: choice(importActions, 'What became of it, or would with dryRun.'),
    processId: nullable(long('Process; null where it was refused, or would be new.')),
    versionNumber: nullable(integer('Version that holds it now; null where it was refused.')),
    errorCode: nullable(text('Why it was refused.')),
    reason: nullable(text('The same in words.')),
    problems: list(SvcBpmnProblem, 'What the rules say of it; at most 20.'),
  },
  'SvcBpmnImportedFileModel',
);

export const SvcBpmnImportReportModel = closed(
  {
    id: long('Number of the import.'),
    state: choice(processImportStates, 'RUNNING: not all files have been looked at.'),
    dryRun: flag('Nothing is written.'),
    done: integer('Files that have been looked at.'),
    total: integer('Files there are.'),
    files: list(SvcBpmnImportedFileModel, 'Files that have been looked at, in their order.'),
  },
  'SvcBpmnImportReportModel',
);
export type SvcBpmnImportReportModel = Static<typeof SvcBpmnImportReportModel>;
