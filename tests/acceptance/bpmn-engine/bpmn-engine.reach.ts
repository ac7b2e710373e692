// Tells how each operation of the engine would reach into another tenant, and what comes back instead.
// TENANT_ALL reads and manages instances of every tenant; tasks, jobs and definitions are the tenant's own.
import type { Answer } from '@keelson/client';
import type { Outcome, Reach } from '../reach.ts';
import { FOREIGN_KEY, FOREIGN_TOPIC } from './foreign-process.ts';
import { codesOf, type Engine, NOBODY, ofInstance, reaching } from './reaching.ts';
import { instanceRemarkReaches, taskReaches } from './task.reach.ts';

/** These operations name and find nothing but what belongs to the caller, or to the program. */
export const ownEngineOperations = [
  'deploy',
  'deployList',
  'createDeployment',
  'validate',
  'cleanUpHistory',
  'listNodes',
  'getStatistics',
  'getTestClock',
  'setTestClock',
  'advanceTestClock',
  'watchTasks',
];

const missing = (id: string) => [{ id, errorCode: 'EXTERNAL_TASK_NOT_FOUND' }];

const repositoryReaches: Readonly<Record<string, Reach>> = {
  activateProcessDefinition: reaching(
    (engine, { definitionId: id }) => engine.activateProcessDefinition({ body: { id } }),
    'DEFINITION_NOT_FOUND',
  ),
  suspendProcessDefinition: reaching(
    (engine) => engine.suspendProcessDefinition({ body: { key: FOREIGN_KEY } }),
    'DEFINITION_NOT_FOUND',
  ),
  getBpmnModelArrayByProcessDefinitionId: reaching(
    (engine, { definitionId: id }) => engine.getBpmnModelArrayByProcessDefinitionId({ params: { id } }),
    'DEFINITION_NOT_FOUND',
  ),
  getDeployment: reaching(
    (engine, { deploymentId: id }) => engine.getDeployment({ params: { id } }),
    'DEPLOYMENT_NOT_FOUND',
  ),
  deleteDeployment: reaching(
    (engine, { deploymentId: id }) => engine.deleteDeployment({ params: { id } }),
    'DEPLOYMENT_NOT_FOUND',
  ),
  getDeploymentResource: reaching(
    (engine, { deploymentId: id }) => engine.getDeploymentResource({ params: { id }, query: { name: 'strange.bpmn' } }),
    'DEPLOYMENT_NOT_FOUND',
  ),
  getProcessDefinition: reaching(
    (engine, { definitionId: id }) => engine.getProcessDefinition({ params: { id } }),
    'DEFINITION_NOT_FOUND',
  ),
  getStartForm: reaching(
    (engine, { definitionId: id }) => engine.getStartForm({ params: { id } }),
    'DEFINITION_NOT_FOUND',
  ),
  getProcessDefinitionXml: reaching(
    (engine, { definitionId: id }) => engine.getProcessDefinitionXml({ params: { id } }),
    'DEFINITION_NOT_FOUND',
  ),
  getDefinitionStatistics: reaching(
    (engine, { definitionId: id }) => engine.getDefinitionStatistics({ params: { id } }),
    'DEFINITION_NOT_FOUND',
  ),
  getDefinitionDiagram: reaching(
    (engine, { definitionId: id }) => engine.getDefinitionDiagram({ params: { id }, query: { format: 'JSON' } }),
    'DEFINITION_NOT_FOUND',
  ),
  queryDeployments: reaching(
    (engine, { definitionId }) => engine.queryDeployments({ body: { id: definitionId } }),
    NOBODY,
  ),
  updateProcessDefinition: reaching(
    (engine, { definitionId: id }) => engine.updateProcessDefinition({ params: { id }, body: { runAs: null } }),
    'DEFINITION_NOT_FOUND',
  ),
  queryDefinitions: reaching((engine) => engine.queryDefinitions({ body: { key: FOREIGN_KEY } }), NOBODY),
  startProcessInstanceById: reaching(
    (engine, { definitionId: processDefinitionId }) =>
      engine.startProcessInstanceById({ params: { processDefinitionId } }),
    'DEFINITION_NOT_FOUND',
  ),
  startProcessInstanceByKey: reaching(
    (engine) => engine.startProcessInstanceByKey({ params: { processDefinitionKey: FOREIGN_KEY } }),
    'DEFINITION_NOT_FOUND',
  ),
};

const decisionReaches: Readonly<Record<string, Reach>> = {
  queryDecisions: reaching((engine) => engine.queryDecisions({ body: { key: FOREIGN_KEY } }), NOBODY),
  getDecision: reaching((engine, { decisionId: id }) => engine.getDecision({ params: { id } }), 'DECISION_NOT_FOUND'),
  evaluateDecision: reaching(
    (engine) => engine.evaluateDecision({ params: { key: FOREIGN_KEY } }),
    'DECISION_NOT_FOUND',
  ),
};

const execution = (
  elementId: string,
  call: (engine: Engine, params: { id: string }) => Promise<Answer<unknown>>,
  everywhere: Outcome,
): Reach =>
  reaching(
    (engine, process) => call(engine, { id: process.executionAt(elementId) }),
    'EXECUTION_NOT_FOUND',
    everywhere,
  );

const instanceReaches: Readonly<Record<string, Reach>> = {
  processInstance_queryPage: reaching(
    (engine, { instanceId }) => engine.processInstance_queryPage({ body: { ids: [instanceId] } }),
    NOBODY,
  ),
  getProcessInstance: ofInstance((engine, params) => engine.getProcessInstance({ params }), { state: 'ACTIVE' }),
  replayProcessInstance: ofInstance((engine, params) => engine.replayProcessInstance({ params }), { state: 'ACTIVE' }),
  deleteProcessInstanceHistory: ofInstance(
    (engine, params) => engine.deleteProcessInstanceHistory({ params }),
    'INSTANCE_NOT_ENDED',
  ),
  getTimeline: ofInstance((engine, params) => engine.getTimeline({ params }), {}),
  queryHistoryInstances: reaching(
    (engine, { instanceId }) => engine.queryHistoryInstances({ body: { ids: [instanceId] } }),
    NOBODY,
  ),
  queryHistoryTasks: reaching(
    (engine, { instanceId: processInstanceId }) => engine.queryHistoryTasks({ body: { processInstanceId } }),
    NOBODY,
  ),
  queryHistoryDecisions: reaching(
    (engine, { instanceId: processInstanceId }) => engine.queryHistoryDecisions({ body: { processInstanceId } }),
    NOBODY,
  ),
  queryHistoryOperations: reaching(
    (engine, { instanceId: processInstanceId }) => engine.queryHistoryOperations({ body: { processInstanceId } }),
    NOBODY,
  ),
  queryHistoryVariables: reaching(
    (engine, { instanceId: processInstanceId }) => engine.queryHistoryVariables({ body: { processInstanceId } }),
    'INSTANCE_NOT_FOUND',
    {},
  ),
  watchProcessInstance: ofInstance((engine, params) => engine.watchProcessInstance({ params }), {}),
  queryActivities: reaching(
    (engine, { instanceId: processInstanceId }) => engine.queryActivities({ body: { processInstanceId } }),
    'INSTANCE_NOT_FOUND',
    {},
  ),
  setVariable: reaching(
    (engine, { instanceId: executionId }) =>
      engine.setVariable({ params: { executionId, variableName: 'taken' }, body: true }),
    'EXECUTION_NOT_FOUND',
    {},
  ),
  suspendProcessInstance: ofInstance((engine, params) => engine.suspendProcessInstance({ params }), {
    state: 'SUSPENDED',
  }),
  activateProcessInstance: ofInstance((engine, params) => engine.activateProcessInstance({ params }), {
    state: 'ACTIVE',
  }),
  cancelProcessInstance: ofInstance((engine, params) => engine.cancelProcessInstance({ params }), {
    endState: 'CANCELLED',
  }),
  updateProcessInstance: ofInstance(
    (engine, params) => engine.updateProcessInstance({ params, body: { priority: 3 } }),
    {
      priority: 3,
    },
  ),
  modifyProcessInstance: ofInstance(
    (engine, params) =>
      engine.modifyProcessInstance({
        params,
        body: { instructions: [{ type: 'START_BEFORE', elementId: 'answer' }] },
      }),
    { legal: true },
  ),
  migrateProcessInstances: reaching(
    (engine, { definitionId: targetDefinitionId, instanceId }) =>
      engine.migrateProcessInstances({ body: { targetDefinitionId, processInstanceIds: [instanceId] } }),
    'DEFINITION_NOT_FOUND',
  ),
  triggerExecution: execution('hand', (engine, params) => engine.triggerExecution({ params }), { state: 'ACTIVE' }),
  activateAdHoc: execution(
    'box',
    (engine, params) => engine.activateAdHoc({ params, body: { elementIds: ['inside'] } }),
    { state: 'ACTIVE' },
  ),
  completeAdHoc: execution('box', (engine, params) => engine.completeAdHoc({ params }), { state: 'ACTIVE' }),
};

const ofExecution = (
  call: (engine: Engine, params: { id: string }) => Promise<Answer<unknown>>,
  everywhere: Outcome,
): Reach => execution('answer', call, everywhere);
const typed = { type: 'INTEGER', value: 1 } as const;

const executionReaches: Readonly<Record<string, Reach>> = {
  getExecutionTree: ofInstance((engine, params) => engine.getExecutionTree({ params }), { elementId: FOREIGN_KEY }),
  queryExecutions: reaching(
    (engine, { instanceId: processInstanceId }) => engine.queryExecutions({ body: { processInstanceId } }),
    'INSTANCE_NOT_FOUND',
    {},
  ),
  getExecutionVariables: ofExecution((engine, params) => engine.getExecutionVariables({ params }), []),
  setExecutionVariables: ofExecution((engine, params) => engine.setExecutionVariables({ params, body: {} }), {}),
  deleteExecutionVariables: ofExecution(
    (engine, params) => engine.deleteExecutionVariables({ params, query: { names: 'none' } }),
    'VARIABLE_NOT_FOUND',
  ),
  getExecutionVariable: ofExecution(
    (engine, { id }) => engine.getExecutionVariable({ params: { id, name: 'none' } }),
    'VARIABLE_NOT_FOUND',
  ),
  setExecutionVariable: ofExecution(
    (engine, { id }) => engine.setExecutionVariable({ params: { id, name: 'taken' }, body: typed }),
    {},
  ),
  deleteExecutionVariable: ofExecution(
    (engine, { id }) => engine.deleteExecutionVariable({ params: { id, name: 'none' } }),
    'VARIABLE_NOT_FOUND',
  ),
  getExecutionVariableData: ofExecution(
    (engine, { id }) => engine.getExecutionVariableData({ params: { id, name: 'none' } }),
    'VARIABLE_NOT_FOUND',
  ),
  throwExecutionError: ofExecution(
    (engine, params) => engine.throwExecutionError({ params, body: { code: 'E' } }),
    'PROCESS_EXECUTION_FAILED',
  ),
  throwExecutionEscalation: ofExecution(
    (engine, params) => engine.throwExecutionEscalation({ params, body: { code: 'E' } }),
    { state: 'ACTIVE' },
  ),
};

const eventReaches: Readonly<Record<string, Reach>> = {
  correlateMessage: reaching(
    (engine) => engine.correlateMessage({ body: { messageName: FOREIGN_KEY } }),
    'MESSAGE_NOT_CORRELATED',
  ),
  throwSignal: reaching((engine) => engine.throwSignal({ body: { name: FOREIGN_KEY } }), {
    subscriptions: 0,
    starts: 0,
  }),
  evaluateConditions: reaching(
    (engine, { instanceId: processInstanceId }) => engine.evaluateConditions({ body: { processInstanceId } }),
    'INSTANCE_NOT_FOUND',
    { conditions: 0, starts: 0, failures: [] },
  ),
  querySubscriptions: reaching(
    (engine, { instanceId: processInstanceId }) => engine.querySubscriptions({ body: { processInstanceId } }),
    NOBODY,
  ),
};

const worker = { workerId: 'stranger' } as const;
const ofExternal = (call: (engine: Engine, params: { id: string }) => Promise<Answer<unknown>>): Reach =>
  reaching((engine, { externalId: id }) => call(engine, { id }), 'EXTERNAL_TASK_NOT_FOUND');

const externalReaches: Readonly<Record<string, Reach>> = {
  fetchAndLockExternalTasks: reaching(
    (engine) =>
      engine.fetchAndLockExternalTasks({
        body: { ...worker, maxTasks: 5, topics: [{ topic: FOREIGN_TOPIC, lockMillis: 1_000 }] },
      }),
    [],
  ),
  completeExternalTask: ofExternal((engine, params) => engine.completeExternalTask({ params, body: worker })),
  failExternalTask: ofExternal((engine, params) =>
    engine.failExternalTask({ params, body: { ...worker, message: 'no', retries: 0 } }),
  ),
  throwExternalTaskError: ofExternal((engine, params) =>
    engine.throwExternalTaskError({ params, body: { ...worker, code: 'E' } }),
  ),
  throwExternalTaskEscalation: ofExternal((engine, params) =>
    engine.throwExternalTaskEscalation({ params, body: { ...worker, code: 'E' } }),
  ),
  extendExternalTaskLock: ofExternal((engine, params) =>
    engine.extendExternalTaskLock({ params, body: { ...worker, lockMillis: 1_000 } }),
  ),
  unlockExternalTask: ofExternal((engine, params) => engine.unlockExternalTask({ params, body: worker })),
  completeExternalTasks: reaching(
    (engine, { externalId: id }) => codesOf(engine.completeExternalTasks({ body: { ...worker, tasks: [{ id }] } })),
    missing(''),
  ),
  queryExternalTasks: reaching(
    (engine, { instanceId: processInstanceId }) => engine.queryExternalTasks({ body: { processInstanceId } }),
    NOBODY,
  ),
  setExternalTaskRetries: reaching(
    (engine, { externalId }) => codesOf(engine.setExternalTaskRetries({ body: { ids: [externalId], retries: 1 } })),
    missing(''),
  ),
};

const ofJob = (call: (engine: Engine, params: { id: string }) => Promise<Answer<unknown>>): Reach =>
  reaching((engine, { jobId: id }) => call(engine, { id }), 'JOB_NOT_FOUND');
const ofIncident = (call: (engine: Engine, params: { id: string }) => Promise<Answer<unknown>>): Reach =>
  reaching((engine, { incidentId: id }) => call(engine, { id }), 'INCIDENT_NOT_FOUND');

const managementReaches: Readonly<Record<string, Reach>> = {
  queryJobs: reaching(
    (engine, { instanceId: processInstanceId }) => engine.queryJobs({ body: { processInstanceId } }),
    NOBODY,
  ),
  getJob: ofJob((engine, params) => engine.getJob({ params })),
  executeJob: ofJob((engine, params) => engine.executeJob({ params })),
  updateJob: ofJob((engine, params) => engine.updateJob({ params, body: { priority: 1 } })),
  deleteJob: ofJob((engine, params) => engine.deleteJob({ params })),
  queryIncidents: reaching(
    (engine, { instanceId: processInstanceId }) => engine.queryIncidents({ body: { processInstanceId } }),
    NOBODY,
  ),
  groupIncidents: reaching((engine) => engine.groupIncidents({ body: { processDefinitionKey: FOREIGN_KEY } }), []),
  resolveIncident: ofIncident((engine, params) => engine.resolveIncident({ params, body: { action: 'RETRY' } })),
  annotateIncident: ofIncident((engine, params) => engine.annotateIncident({ params, body: { annotation: 'x' } })),
};

const ofBatch = (call: (engine: Engine, params: { id: string }) => Promise<Answer<unknown>>): Reach =>
  reaching((engine, { batchId: id }) => call(engine, { id }), 'BATCH_NOT_FOUND');

const batchReaches: Readonly<Record<string, Reach>> = {
  createBatch: reaching(
    (engine, { instanceId }) =>
      engine.createBatch({ body: { type: 'DELETE', query: { ids: [instanceId] }, dryRun: true } }),
    { total: 0 },
  ),
  queryBatches: reaching((engine) => engine.queryBatches({ body: { types: ['ACTIVATE'] } }), NOBODY),
  getBatch: ofBatch((engine, params) => engine.getBatch({ params })),
  queryBatchFailures: ofBatch((engine, params) => engine.queryBatchFailures({ params })),
  cancelBatch: ofBatch((engine, params) => engine.cancelBatch({ params })),
  retryBatch: ofBatch((engine, params) => engine.retryBatch({ params })),
};

export const engineReaches: Readonly<Record<string, Reach>> = {
  ...repositoryReaches,
  ...decisionReaches,
  ...instanceReaches,
  ...instanceRemarkReaches,
  ...executionReaches,
  ...taskReaches,
  ...eventReaches,
  ...externalReaches,
  ...managementReaches,
  ...batchReaches,
};
