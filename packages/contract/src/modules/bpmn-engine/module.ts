// Declares the BPMN engine: deploying, running and working on processes.
import { page } from '../../models/paging.ts';
import { anyMap, anyValue, closed, list, maybe, text } from '../../models/schema.ts';
import { authority, ownOr } from '../../operations/access.ts';
import { defineModule, operation } from '../../operations/define.ts';
import { changeOperations } from './changes/change-operations.ts';
import { decisionOperations } from './decision-operations.ts';
import { engineAuthorities } from './engine-authorities.ts';
import { eventOperations } from './event-operations.ts';
import { executionOperations } from './execution/execution-operations.ts';
import { externalTaskOperations } from './external-task-operations.ts';
import { historyPageOperations } from './history/history-page-operations.ts';
import { pastOperations } from './history/past-operations.ts';
import {
  activityDaysMax,
  SvcBpmnActivityModel,
  SvcBpmnActivityQueryModel,
  SvcBpmnTimelineModel,
  timelineQuery,
} from './history-models.ts';
import {
  SvcBpmnProcessInstanceModel,
  SvcBpmnProcessInstanceQueryModel,
  SvcBpmnStartProcessInstanceModel,
  SvcBpmnStartVersionModel,
  variableNamePattern,
  variablesBodyBytesMax,
} from './instance-models.ts';
import { instanceOperations } from './instance-operations.ts';
import { managementOperations } from './management/management-operations.ts';
import { definitionOperations } from './repository/definition-operations.ts';
import {
  definitionIdMax,
  definitionKeyMax,
  deploymentFields,
  SvcBpmnActivateProcessDefinitionModel,
  SvcBpmnModelNodeModel,
  SvcBpmnSuspendProcessDefinitionModel,
} from './repository/deployment-models.ts';
import {
  SvcBpmnDeploymentModel,
  SvcBpmnDeploymentQueryModel,
  SvcBpmnProcessDefinitionModel,
  SvcBpmnProcessDefinitionQueryModel,
} from './repository/repository-models.ts';
import { repositoryOperations } from './repository/repository-operations.ts';
import { statisticsOperations } from './repository/statistics-operations.ts';
import { SvcBpmnCompleteTaskModel, SvcBpmnTaskModel, SvcBpmnTaskQueryModel } from './task-models.ts';
import { taskOperations } from './task-operations.ts';
import { peopleOperations } from './tasks/people-operations.ts';

/** Characters of the ids of executions and tasks: a UUID, a letter and a number. */
const engineIdMax = 64;
const filesMax = 200;
const taskParams = closed({ id: text('Id of the task.', { minLength: 1, maxLength: engineIdMax }) });
const instanceParams = closed({ id: text('Id of the instance.', { minLength: 1, maxLength: engineIdMax }) });

const deploymentHeaders = {
  'x-svc-deployment-id': 'Id of the deployment.',
  'x-svc-deployment-warnings': 'Number of warnings.',
} as const;

const startErrors = [
  'DEFINITION_NOT_FOUND',
  'DEFINITION_SUSPENDED',
  'PROCESS_NOT_EXECUTABLE',
  'START_EVENT_AMBIGUOUS',
  'START_EVENT_NOT_FOUND',
  'PROCESS_EXECUTION_FAILED',
  'VARIABLE_TOO_LARGE',
  'BUSINESS_KEY_IN_USE',
  'FORM_INVALID',
] as const;

const startBody = {
  kind: 'json',
  schema: SvcBpmnStartProcessInstanceModel,
  optional: true,
  limitBytes: variablesBodyBytesMax,
} as const;

const startDescription =
  'Runs to the first wait states, commits once and answers the state then. A failure on the way changes nothing. What is sent fits ' +
  'the form of the start. Bodies up to 8 MiB.';

export const bpmnEngineContract = defineModule({
  name: 'bpmn-engine',
  title: 'BPMN engine',
  prefixes: [],
  operations: {
    activateProcessDefinition: operation({
      method: 'POST',
      path: '/repository/activate',
      listed: true,
      summary: 'Activates a definition, or every version of a process',
      description: 'Exactly one of id and key. A definition that is active already stays so.',
      access: authority('BPMN_DEFINITION_MANAGE'),
      effect: 'write',
      body: { kind: 'json', schema: SvcBpmnActivateProcessDefinitionModel },
      errors: ['DEFINITION_NOT_FOUND'],
    }),
    deploy: operation({
      method: 'POST',
      path: '/repository/deployXml',
      listed: true,
      summary: 'Deploys one file',
      description:
        'BPMN or DMN, as its root says, or a form by its name (.form). All or nothing, one transaction; every problem of the file is ' +
        'reported at once. What equals its latest version makes no new one unless force is true. At most 10 MiB.',
      access: authority('BPMN_DEPLOY'),
      effect: 'write',
      body: {
        kind: 'multipart',
        files: { xmlFile: { min: 1, max: 1, description: 'BPMN, DMN or form file.' } },
        fields: deploymentFields,
      },
      reply: { kind: 'void', headers: deploymentHeaders },
      errors: ['DEPLOYMENT_INVALID'],
      idempotent: true,
    }),
    deployList: operation({
      method: 'POST',
      path: '/repository/deployXmls',
      listed: true,
      summary: 'Deploys several files together',
      description:
        'One deployment, all or nothing; the problems of all files are reported at once. At most 200 files, 10 MiB each, 64 MiB together.',
      access: authority('BPMN_DEPLOY'),
      effect: 'write',
      body: {
        kind: 'multipart',
        files: { xmlFileList: { min: 1, max: filesMax, description: 'BPMN, DMN and form files, the part repeated.' } },
        fields: deploymentFields,
      },
      reply: { kind: 'void', headers: deploymentHeaders },
      errors: ['DEPLOYMENT_INVALID', 'DUPLICATE_KEY'],
      idempotent: true,
    }),
    getBpmnModelArrayByProcessDefinitionId: operation({
      method: 'GET',
      path: '/repository/model/{id}',
      listed: true,
      summary: 'The nodes of a deployed model, or its file',
      description: 'Nodes in document order; with an XML media type in Accept the deployed bytes, unchanged.',
      access: authority('BPMN_DEFINITION_VIEW'),
      effect: 'read',
      params: closed({ id: text('Definition id.', { minLength: 1, maxLength: definitionIdMax }) }),
      reply: {
        kind: 'json-or-bytes',
        schema: list(SvcBpmnModelNodeModel, 'Nodes in document order.'),
        mediaTypes: ['application/xml', 'text/xml', 'application/octet-stream'],
      },
      errors: ['DEFINITION_NOT_FOUND'],
    }),
    processInstance_queryPage: operation({
      method: 'POST',
      path: '/process-instance/page',
      listed: true,
      summary: 'Pages process instances',
      description:
        'Instances that the caller started; all of the tenant with BPMN_INSTANCE_VIEW. Rows and total are exact.',
      access: ownOr('BPMN_INSTANCE_VIEW'),
      effect: 'read',
      body: { kind: 'json', schema: SvcBpmnProcessInstanceQueryModel, optional: true },
      reply: {
        kind: 'json',
        schema: page(SvcBpmnProcessInstanceModel),
        headers: { 'x-svc-history-lag': 'Milliseconds that ended instances may lag behind; absent when they do not.' },
      },
      errors: ['VARIABLE_NOT_SEARCHABLE'],
    }),
    setVariable: operation({
      method: 'POST',
      path: '/runtime/set-variable/by-execution-id/{executionId}/by-variable-name/{variableName}',
      listed: true,
      summary: 'Sets a variable',
      description:
        'Any JSON value, null included, or text/plain. Set where the name is visible, walking outward, else on the instance. ' +
        'Allowed with BPMN_INSTANCE_MANAGE, or to the assignee of a task at that execution.',
      access: ownOr('BPMN_INSTANCE_MANAGE'),
      effect: 'write',
      params: closed({
        executionId: text('Execution, or instance.', { minLength: 1, maxLength: engineIdMax }),
        variableName: text('Name of the variable.', { pattern: variableNamePattern }),
      }),
      body: { kind: 'any', schema: anyValue('Value of the variable.'), limitBytes: variablesBodyBytesMax },
      errors: [
        'EXECUTION_NOT_FOUND',
        'INSTANCE_ENDED',
        'INSTANCE_SUSPENDED',
        'VARIABLE_TOO_LARGE',
        'PROCESS_EXECUTION_FAILED',
      ],
    }),
    startProcessInstanceById: operation({
      method: 'POST',
      path: '/runtime/start/by-process-defitinion-id/{processDefinitionId}',
      aliases: ['/runtime/start/by-process-definition-id/{processDefinitionId}'],
      listed: true,
      summary: 'Starts an instance of one version of a process',
      description: startDescription,
      access: authority('BPMN_INSTANCE_START'),
      effect: 'write',
      params: closed({
        processDefinitionId: text('Definition id.', { minLength: 1, maxLength: definitionIdMax }),
      }),
      body: { ...startBody, schema: SvcBpmnStartVersionModel },
      reply: { kind: 'json', schema: SvcBpmnProcessInstanceModel },
      errors: startErrors,
      idempotent: true,
    }),
    startProcessInstanceByKey: operation({
      method: 'POST',
      path: '/runtime/start/by-process-defitinion-key/{processDefinitionKey}',
      aliases: ['/runtime/start/by-process-definition-key/{processDefinitionKey}'],
      listed: true,
      summary: 'Starts an instance of the latest active version of a process',
      description: startDescription,
      access: authority('BPMN_INSTANCE_START'),
      effect: 'write',
      params: closed({
        processDefinitionKey: text('Key of the process.', { minLength: 1, maxLength: definitionKeyMax }),
      }),
      body: startBody,
      reply: { kind: 'json', schema: SvcBpmnProcessInstanceModel },
      errors: startErrors,
      idempotent: true,
    }),
    getVariables: operation({
      method: 'GET',
      path: '/task/variables/{taskId}',
      listed: true,
      summary: 'The variables visible from a task',
      description: 'Inner ones shadow outer ones; of a completed task the values it had then.',
      access: authority('BPMN_TASK', 'BPMN_TASK_VIEW_ALL'),
      effect: 'read',
      params: closed({ taskId: text('Id of the task.', { minLength: 1, maxLength: engineIdMax }) }),
      reply: { kind: 'json', schema: anyMap('Variables by name.') },
      errors: ['TASK_NOT_FOUND'],
    }),
    task_queryList: operation({
      method: 'POST',
      path: '/task/list',
      listed: true,
      summary: 'Lists tasks',
      description:
        'Own and candidate tasks; all of the tenant with BPMN_TASK_VIEW_ALL. At most 1,000, of pageable the sort alone counts.',
      access: authority('BPMN_TASK', 'BPMN_TASK_VIEW_ALL'),
      effect: 'read',
      body: { kind: 'json', schema: SvcBpmnTaskQueryModel, optional: true },
      reply: { kind: 'json', schema: list(SvcBpmnTaskModel, 'Tasks in the order asked for.') },
      errors: ['RESULT_TOO_LARGE', 'VARIABLE_NOT_SEARCHABLE'],
    }),
    task_queryPage: operation({
      method: 'POST',
      path: '/task/page',
      listed: true,
      summary: 'Pages tasks',
      description: 'Own and candidate tasks; all of the tenant with BPMN_TASK_VIEW_ALL.',
      access: authority('BPMN_TASK', 'BPMN_TASK_VIEW_ALL'),
      effect: 'read',
      body: { kind: 'json', schema: SvcBpmnTaskQueryModel, optional: true },
      reply: { kind: 'json', schema: page(SvcBpmnTaskModel) },
      errors: ['VARIABLE_NOT_SEARCHABLE'],
    }),
    unclaim: operation({
      method: 'GET',
      path: '/task/{id}/unclaim',
      listed: true,
      summary: 'Gives a task back',
      description: 'By the assignee, or with BPMN_TASK_MANAGE. A task without assignee stays so; candidates are kept.',
      access: authority('BPMN_TASK', 'BPMN_TASK_MANAGE'),
      effect: 'write',
      params: taskParams,
      errors: ['TASK_NOT_FOUND', 'TASK_ALREADY_COMPLETED', 'TASK_DELEGATED', 'INSTANCE_SUSPENDED'],
    }),
    claim: operation({
      method: 'POST',
      path: '/task/{id}/claim',
      summary: 'Takes a task',
      description:
        'By a candidate, or with BPMN_TASK_MANAGE. Claiming an own task again changes nothing; of several who try at once one wins.',
      access: authority('BPMN_TASK', 'BPMN_TASK_MANAGE'),
      effect: 'write',
      params: taskParams,
      errors: [
        'TASK_NOT_FOUND',
        'TASK_ALREADY_CLAIMED',
        'TASK_ALREADY_COMPLETED',
        'TASK_DELEGATED',
        'INSTANCE_SUSPENDED',
      ],
    }),
    complete: operation({
      method: 'POST',
      path: '/task/{id}/complete',
      summary: 'Completes a task',
      description:
        'By the assignee, a candidate of an unassigned task, or anybody with BPMN_TASK_MANAGE. Runs on to the next wait states, commits ' +
        'once and answers the instance. What is sent fits the form of the task. Bodies up to 8 MiB.',
      access: authority('BPMN_TASK', 'BPMN_TASK_MANAGE'),
      effect: 'write',
      params: taskParams,
      body: { kind: 'json', schema: SvcBpmnCompleteTaskModel, optional: true, limitBytes: variablesBodyBytesMax },
      reply: { kind: 'json', schema: SvcBpmnProcessInstanceModel },
      errors: [
        'TASK_NOT_FOUND',
        'TASK_ALREADY_COMPLETED',
        'TASK_DELEGATED',
        'INSTANCE_SUSPENDED',
        'PROCESS_EXECUTION_FAILED',
        'VARIABLE_TOO_LARGE',
        'FORM_INVALID',
      ],
      idempotent: true,
    }),
    suspendProcessDefinition: operation({
      method: 'POST',
      path: '/repository/suspend',
      summary: 'Suspends a definition, or every version of a process',
      description: 'Exactly one of id and key. No new instances from then on; running ones go on.',
      access: authority('BPMN_DEFINITION_MANAGE'),
      effect: 'write',
      body: { kind: 'json', schema: SvcBpmnSuspendProcessDefinitionModel },
      errors: ['DEFINITION_NOT_FOUND'],
    }),
    queryDeployments: operation({
      method: 'POST',
      path: '/repository/deployments/page',
      summary: 'Pages deployments',
      description: 'Each with its files, the versions that it made and the warnings that it was deployed with.',
      access: authority('BPMN_DEFINITION_VIEW'),
      effect: 'read',
      body: { kind: 'json', schema: SvcBpmnDeploymentQueryModel, optional: true },
      reply: { kind: 'json', schema: page(SvcBpmnDeploymentModel) },
    }),
    queryDefinitions: operation({
      method: 'POST',
      path: '/repository/definitions/page',
      summary: 'Pages the deployed versions of processes',
      description: 'Each with the warnings that it was deployed with.',
      access: authority('BPMN_DEFINITION_VIEW'),
      effect: 'read',
      body: { kind: 'json', schema: SvcBpmnProcessDefinitionQueryModel, optional: true },
      reply: { kind: 'json', schema: page(SvcBpmnProcessDefinitionModel) },
    }),
    getProcessInstance: operation({
      method: 'GET',
      path: '/process-instance/{id}',
      summary: 'One process instance, running or ended',
      description: 'Instances that the caller started; any of the tenant with BPMN_INSTANCE_VIEW.',
      access: ownOr('BPMN_INSTANCE_VIEW'),
      effect: 'read',
      params: instanceParams,
      query: closed({ withVariables: maybe(text('Variables to return, separated by commas.', { maxLength: 16_384 })) }),
      reply: { kind: 'json', schema: SvcBpmnProcessInstanceModel },
      errors: ['INSTANCE_NOT_FOUND'],
    }),
    getTimeline: operation({
      method: 'GET',
      path: '/history/process-instance/{id}/timeline',
      summary: 'What happened in an instance, in order',
      description: 'Instances that the caller started; any of the tenant with BPMN_HISTORY_VIEW.',
      access: ownOr('BPMN_HISTORY_VIEW'),
      effect: 'read',
      params: instanceParams,
      query: timelineQuery,
      reply: { kind: 'json', schema: SvcBpmnTimelineModel },
      errors: ['INSTANCE_NOT_FOUND'],
    }),
    queryActivities: operation({
      method: 'POST',
      path: '/history/activities/page',
      summary: 'Pages the activities of an instance, or of all instances of a process',
      description:
        'Exactly one of processInstanceId, processDefinitionId and processDefinitionKey; the latter two with startTimeFrom and ' +
        `startTimeTo, at most ${activityDaysMax} days apart. Instances that the caller started; any of the tenant with BPMN_HISTORY_VIEW.`,
      access: ownOr('BPMN_HISTORY_VIEW'),
      effect: 'read',
      body: { kind: 'json', schema: SvcBpmnActivityQueryModel },
      reply: { kind: 'json', schema: page(SvcBpmnActivityModel) },
      errors: ['INSTANCE_NOT_FOUND', 'RESULT_TOO_LARGE'],
    }),
    ...decisionOperations,
    ...definitionOperations,
    ...eventOperations,
    ...executionOperations,
    ...externalTaskOperations,
    ...instanceOperations,
    ...changeOperations,
    ...managementOperations,
    ...historyPageOperations,
    ...pastOperations,
    ...repositoryOperations,
    ...statisticsOperations,
    ...peopleOperations,
    ...taskOperations,
  },
  authorities: engineAuthorities,
});
