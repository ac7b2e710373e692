// Declares the models of what is deployed: versions of processes and deployments, with the warnings they were deployed with.
import { type Static, Type } from 'typebox';
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
  nullable,
  optional,
  text,
} from '../../../models/schema.ts';
import { containedText, exactText, from, to } from '../instance-models.ts';
import { SvcBpmnProblem } from './deployment-models.ts';

/** How much of the history of its instances a version keeps. */
export const keptLevels = ['NONE', 'FULL'] as const;
export const historyLevels = ['NONE', 'ACTIVITY', 'FULL'] as const;

export const SvcBpmnDefinitionCountsModel = closed(
  {
    running: integer('Instances of the tenant that run, those that are suspended among them.', { minimum: 0 }),
    suspended: integer('Those of them that are suspended.', { minimum: 0 }),
    incidents: integer('Incidents that nobody has resolved.', { minimum: 0 }),
  },
  'SvcBpmnDefinitionCountsModel',
);

export const SvcBpmnProcessDefinitionModel = closed(
  {
    id: text('Definition id {key}:{version}:{suffix}.'),
    key: text('Key of the process: its id in the file.'),
    name: nullable(text('Name of the process.')),
    description: nullable(text('Documentation of the process.')),
    category: nullable(text('Target namespace of the file.')),
    versionTag: nullable(text('Version tag of the process.')),
    deploymentId: text('Deployment that made the version.'),
    resourceName: text('File of the deployment that holds the process.'),
    runAs: nullable(text('Person as whom it acts by itself; null: whoever deployed it.')),
    startFormKey: nullable(text('Form of the start event.')),
    tenantIdentifier: text('Tenant of the definition.'),
    version: integer('Version of the process, from 1.'),
    processModelId: nullable(long('Model that it was deployed from; null when files were deployed.')),
    deploymentTime: dateTime('When it was deployed.'),
    executable: flag('Instances of it can run.'),
    startable: flag('It is executable and has a start that waits for nothing.'),
    startableInTasklist: flag('Task lists offer it; false where its model says so. It can be started all the same.'),
    suspended: flag('It takes no new instances.'),
    shared: flag('Every tenant can start it and call it.'),
    hasDiagram: flag('The file says where its elements are drawn.'),
    historyTimeToLive: nullable(
      text('How long its model wants history kept, an ISO 8601 duration; null where it says nothing.'),
    ),
    historyLevel: nullable(choice(historyLevels, 'How much history its model wants; null where it says nothing.')),
    candidateStarterUsers: list(Type.String(), 'Users who may start it.'),
    candidateStarterGroups: list(
      Type.String(),
      'Groups whose members may start it; with no user and no group everybody may.',
    ),
    messageStarts: list(Type.String(), 'Names of messages that start it.'),
    signalStarts: list(Type.String(), 'Names of signals that start it.'),
    timerStarts: list(Type.String(), 'Timers that start it.'),
    counts: nullable(SvcBpmnDefinitionCountsModel, 'What runs of it; null unless withCounts asks for it.'),
    warnings: list(SvcBpmnProblem, 'Warnings it was deployed with, those of its file included; at most 200.'),
  },
  'SvcBpmnProcessDefinitionModel',
);
export type SvcBpmnProcessDefinitionModel = Static<typeof SvcBpmnProcessDefinitionModel>;

const definitionSort = ['deploymentTime', 'key', 'name', 'version'] as const;
export const definitionSortStandard = { properties: ['deploymentTime'], direction: 'DESC' } as const;

export const SvcBpmnProcessDefinitionQueryModel = queryModel(
  {
    pageable: pageable(definitionSort, definitionSortStandard),
    key: exactText('With this key.'),
    name: containedText('Name'),
    latestOnly: optional(
      flag('The newest version of each key only; with startableByMe the one that a start by key takes. Default false.'),
    ),
    startableByMe: optional(flag('True: what the caller can start now. False: what the caller cannot.')),
    suspended: optional(flag('Suspended, or not.')),
    startableInTasklist: optional(flag('Offered by task lists, or not.')),
    versionTag: exactText('With this version tag.'),
    deploymentId: exactText('Of this deployment.'),
    messageStart: exactText('Started by a message of this name.'),
    withCounts: optional(flag('Count what runs of each. Default false.')),
  },
  'SvcBpmnProcessDefinitionQueryModel',
);
export type SvcBpmnProcessDefinitionQueryModel = Static<typeof SvcBpmnProcessDefinitionQueryModel>;

const SvcBpmnResourceModel = closed(
  {
    name: text('Name of the file.'),
    size: integer('Its bytes.'),
    sha256: text('SHA-256 of its bytes, 64 hexadecimal digits.'),
  },
  'SvcBpmnResourceModel',
);

const SvcBpmnDeployedDefinitionModel = closed(
  {
    id: text('Definition id {key}:{version}:{suffix}.'),
    key: text('Key of the process.'),
    version: integer('Version of the process.'),
    name: nullable(text('Name of the process.')),
  },
  'SvcBpmnDeployedDefinitionModel',
);

export const SvcBpmnDeploymentModel = closed(
  {
    id: text('Id of the deployment, as X-Svc-Deployment-Id said it.'),
    name: nullable(text('Name of the deployment.')),
    source: nullable(text('Where the files came from.')),
    deploymentTime: dateTime('When it was deployed.'),
    deployedBy: text('Who deployed it.'),
    resources: list(SvcBpmnResourceModel, 'Its files, by name.'),
    definitions: list(SvcBpmnDeployedDefinitionModel, 'Versions that it made, by key.'),
    decisions: list(Type.String(), 'Keys of the decisions that it made.'),
    forms: list(Type.String(), 'Keys of the forms that it made.'),
    unchanged: list(
      Type.String(),
      'Keys of processes, decisions and forms that equalled their newest version and made none.',
    ),
    problems: list(SvcBpmnProblem, 'Warnings it was deployed with; at most 200.'),
    problemCount: integer('Warnings there were, with those that problems leaves out.'),
  },
  'SvcBpmnDeploymentModel',
);
export type SvcBpmnDeploymentModel = Static<typeof SvcBpmnDeploymentModel>;

const deploymentSort = ['deploymentTime', 'name'] as const;
export const deploymentSortStandard = { properties: ['deploymentTime'], direction: 'DESC' } as const;

export const SvcBpmnDeploymentQueryModel = queryModel(
  {
    pageable: pageable(deploymentSort, deploymentSortStandard),
    id: exactText('This deployment.'),
    name: containedText('Name'),
    source: containedText('Source'),
    deployedBy: exactText('Deployed by this user.'),
    deploymentTimeFrom: from('Deployed'),
    deploymentTimeTo: to('Deployed'),
  },
  'SvcBpmnDeploymentQueryModel',
);
export type SvcBpmnDeploymentQueryModel = Static<typeof SvcBpmnDeploymentQueryModel>;
