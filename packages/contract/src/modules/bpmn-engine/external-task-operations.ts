// Declares what workers outside do with external tasks: fetch, lock, complete, fail.
import type { Static } from 'typebox';
import { page, pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import { anyMap, closed, dateTime, flag, integer, list, nullable, optional, text } from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { exactList, exactText, variablesBodyBytesMax, variablesField } from './instance-models.ts';

const nameMax = 255;
const engineIdMax = 64;
export const externalTasksMax = 500;
const topicsMax = 50;
const lockMillisMin = 1_000;
const lockMillisMax = 86_400_000;
const waitMillisMax = 25_000;
const messageMax = 4_000;
const detailsMax = 16_000;
const retriesMax = 1_000;

const workerId = text('Id of the worker: it alone may work on what it has locked.', {
  minLength: 1,
  maxLength: nameMax,
});
const lockMillis = integer('Milliseconds that the lock holds.', { minimum: lockMillisMin, maximum: lockMillisMax });

export const SvcBpmnTopicModel = closed(
  {
    topic: text('Topic to work on.', { minLength: 1, maxLength: nameMax }),
    lockMillis,
    variables: optional(
      list(text('Name of a variable.', { minLength: 1, maxLength: nameMax }), 'Variables to return; default all.', {
        maxItems: 200,
      }),
    ),
    processDefinitionKeys: exactList('Of one of these processes.'),
    businessKey: exactText('Of instances with this business key.'),
  },
  'SvcBpmnTopicModel',
);

export const SvcBpmnFetchAndLockModel = closed(
  {
    workerId,
    maxTasks: integer('Tasks at most.', { minimum: 1, maximum: externalTasksMax }),
    waitMillis: optional(
      integer('Milliseconds to wait for a task where there is none; default 0.', {
        minimum: 0,
        maximum: waitMillisMax,
      }),
    ),
    usePriority: optional(flag('Higher priorities first; default false: the oldest first.')),
    topics: list(SvcBpmnTopicModel, 'Topics to work on.', { minItems: 1, maxItems: topicsMax }),
  },
  'SvcBpmnFetchAndLockModel',
);
export type SvcBpmnFetchAndLockModel = Static<typeof SvcBpmnFetchAndLockModel>;

export const SvcBpmnExternalTaskModel = closed(
  {
    id: text('Id of the external task.'),
    topic: text('Topic.'),
    workerId: nullable(text('Worker that holds the lock; null when nobody does.')),
    lockedUntil: nullable(dateTime('Until when the lock holds.')),
    retries: nullable(integer('Attempts that are left; null before the first failure.')),
    errorMessage: nullable(text('Message of the last failure.')),
    priority: integer('Priority.'),
    createTime: dateTime('When it was created.'),
    suspended: flag('Its instance is suspended.'),
    elementId: text('Id of the element in the model.'),
    executionId: text('Execution that waits.'),
    processInstanceId: text('Instance.'),
    processDefinitionId: text('Definition of the instance.'),
    processDefinitionKey: text('Key of the definition.'),
    businessKey: nullable(text('Business key of the instance.')),
    tenantIdentifier: text('Tenant of the instance.'),
    variables: nullable(anyMap('Variables; null where the task was not fetched.')),
    extensionProperties: anyMap('Fields and parameters of the element, evaluated.'),
  },
  'SvcBpmnExternalTaskModel',
);
export type SvcBpmnExternalTaskModel = Static<typeof SvcBpmnExternalTaskModel>;

export const externalTaskSort = ['createTime', 'priority', 'lockedUntil'] as const;
export const externalTaskSortStandard = { properties: ['createTime'], direction: 'ASC' } as const;

export const SvcBpmnExternalTaskQueryModel = queryModel(
  {
    pageable: pageable(externalTaskSort, externalTaskSortStandard),
    ids: exactList('One of these external tasks.'),
    topic: exactText('Of this topic.'),
    workerId: exactText('Locked by this worker.'),
    processInstanceId: exactText('Of this instance.'),
    processDefinitionKeys: exactList('Of one of these processes.'),
    locked: optional(flag('Locked now, or not.')),
    failed: optional(flag('Without attempts left, or not.')),
  },
  'SvcBpmnExternalTaskQueryModel',
);
export type SvcBpmnExternalTaskQueryModel = Static<typeof SvcBpmnExternalTaskQueryModel>;

const completion = {
  variables: variablesField('Variables to set.'),
  localVariables: variablesField('Variables of the task alone, whose outputs see them; gone with it.'),
} as const;

export const SvcBpmnCompleteExternalTaskModel = closed({ workerId, ...completion }, 'SvcBpmnCompleteExternalTaskModel');

export const SvcBpmnCompleteExternalTasksModel = closed(
  {
    workerId,
    tasks: list(
      closed(
        { id: text('Id of the external task.', { minLength: 1, maxLength: engineIdMax }), ...completion },
        'SvcBpmnExternalTaskCompletion',
      ),
      'Tasks to complete.',
      { minItems: 1, maxItems: externalTasksMax },
    ),
  },
  'SvcBpmnCompleteExternalTasksModel',
);

export const SvcBpmnBulkResultModel = closed(
  {
    id: text('Id that was given.'),
    errorCode: nullable(text('Why it was not done; null where it was.')),
  },
  'SvcBpmnBulkResultModel',
);

export const SvcBpmnExternalTaskFailureModel = closed(
  {
    workerId,
    message: text('What went wrong.', { minLength: 1, maxLength: messageMax }),
    details: optional(text('More of it, as a stack trace.', { maxLength: detailsMax })),
    retries: integer('Attempts that are left; with 0 an incident stands for it.', { minimum: 0, maximum: retriesMax }),
    retryMillis: optional(
      integer('Milliseconds until the next attempt; default 0.', { minimum: 0, maximum: lockMillisMax * 31 }),
    ),
  },
  'SvcBpmnExternalTaskFailureModel',
);

const thrown = (what: string) => text(`Code of the ${what}.`, { minLength: 1, maxLength: nameMax });

export const SvcBpmnExternalTaskErrorModel = closed(
  {
    workerId,
    code: thrown('error'),
    message: optional(text('Message of the error.', { maxLength: messageMax })),
    variables: variablesField('What the error brings.'),
  },
  'SvcBpmnExternalTaskErrorModel',
);

export const SvcBpmnExternalTaskEscalationModel = closed(
  { workerId, code: thrown('escalation'), variables: variablesField('What the escalation brings.') },
  'SvcBpmnExternalTaskEscalationModel',
);

export const SvcBpmnExtendLockModel = closed({ workerId, lockMillis }, 'SvcBpmnExtendLockModel');

export const SvcBpmnExternalTaskRetriesModel = closed(
  {
    ids: list(text('Id of an external task.', { minLength: 1, maxLength: engineIdMax }), 'External tasks.', {
      minItems: 1,
      maxItems: externalTasksMax,
    }),
    retries: integer('Attempts from now on; the incident of each is resolved.', { minimum: 1, maximum: retriesMax }),
  },
  'SvcBpmnExternalTaskRetriesModel',
);

const params = closed({ id: text('Id of the external task.', { minLength: 1, maxLength: engineIdMax }) });
const body = <S extends ReturnType<typeof closed>>(schema: S) =>
  ({ kind: 'json', schema, limitBytes: variablesBodyBytesMax }) as const;
const work = {
  method: 'POST',
  access: authority('BPMN_WORKER'),
  effect: 'write',
  params,
} as const;
const lockErrors = ['EXTERNAL_TASK_NOT_FOUND', 'LOCK_LOST'] as const;
const resultErrors = [...lockErrors, 'INSTANCE_SUSPENDED', 'PROCESS_EXECUTION_FAILED', 'VARIABLE_TOO_LARGE'] as const;

export const externalTaskOperations = {
  fetchAndLockExternalTasks: operation({
    method: 'POST',
    path: '/external-task/fetch-and-lock',
    summary: 'Gives a worker external tasks, locked for it',
    description:
      'Where there are none it waits up to waitMillis and answers at the first. A lock that has run out is free for any worker. ' +
      'Waiting workers are served in their order.',
    access: authority('BPMN_WORKER'),
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnFetchAndLockModel },
    reply: { kind: 'json', schema: list(SvcBpmnExternalTaskModel, 'Locked tasks.') },
  }),
  completeExternalTask: operation({
    ...work,
    path: '/external-task/{id}/complete',
    summary: 'Completes an external task',
    description: 'By the worker that holds the lock. Completing again under the same lock answers as the first time.',
    body: body(SvcBpmnCompleteExternalTaskModel),
    errors: resultErrors,
  }),
  failExternalTask: operation({
    ...work,
    path: '/external-task/{id}/failure',
    summary: 'Reports that an external task failed',
    description: 'By the worker that holds the lock, which ends. Without attempts left an incident stands for it.',
    body: { kind: 'json', schema: SvcBpmnExternalTaskFailureModel },
    errors: lockErrors,
  }),
  throwExternalTaskError: operation({
    ...work,
    path: '/external-task/{id}/error',
    summary: 'Throws an error from an external task',
    description: 'By the worker that holds the lock. An error that nobody catches changes nothing.',
    body: body(SvcBpmnExternalTaskErrorModel),
    errors: resultErrors,
  }),
  throwExternalTaskEscalation: operation({
    ...work,
    path: '/external-task/{id}/escalation',
    summary: 'Throws an escalation from an external task',
    description: 'By the worker that holds the lock; the task is done with it.',
    body: body(SvcBpmnExternalTaskEscalationModel),
    errors: resultErrors,
  }),
  extendExternalTaskLock: operation({
    ...work,
    path: '/external-task/{id}/extend-lock',
    summary: 'Holds the lock for longer',
    description: 'From now on, by the worker that holds it.',
    body: { kind: 'json', schema: SvcBpmnExtendLockModel },
    errors: lockErrors,
  }),
  unlockExternalTask: operation({
    ...work,
    path: '/external-task/{id}/unlock',
    summary: 'Gives an external task back',
    description: 'By the worker that holds the lock; an unlocked task stays so.',
    body: { kind: 'json', schema: closed({ workerId }, 'SvcBpmnUnlockModel') },
    errors: lockErrors,
  }),
  completeExternalTasks: operation({
    method: 'POST',
    path: '/external-task/complete',
    summary: 'Completes several external tasks',
    description: `At most ${externalTasksMax}, each apart: what one is refused for hinders no other. Bodies up to 8 MiB.`,
    access: authority('BPMN_WORKER'),
    effect: 'write',
    body: body(SvcBpmnCompleteExternalTasksModel),
    reply: { kind: 'json', schema: list(SvcBpmnBulkResultModel, 'One result for each, in their order.') },
  }),
  queryExternalTasks: operation({
    method: 'POST',
    path: '/external-task/page',
    summary: 'Pages external tasks',
    description: 'Those of the tenant of the caller, locked or not.',
    access: authority('BPMN_WORKER', 'BPMN_JOB_MANAGE'),
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnExternalTaskQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnExternalTaskModel) },
  }),
  setExternalTaskRetries: operation({
    method: 'PUT',
    path: '/external-task/retries',
    summary: 'Gives external tasks new attempts',
    description: 'Those without any left can be fetched again.',
    access: authority('BPMN_JOB_MANAGE'),
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnExternalTaskRetriesModel },
    reply: { kind: 'json', schema: list(SvcBpmnBulkResultModel, 'One result for each, in their order.') },
  }),
} as const;
