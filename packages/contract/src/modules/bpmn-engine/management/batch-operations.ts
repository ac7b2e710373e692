// Declares batches: the same is done with many instances or jobs, by jobs of the program, while nobody waits for it.
import { type Static, Type } from 'typebox';
import { page, pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import {
  anyCaseChoice,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  nullable,
  optional,
  text,
  uuid,
} from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { migrationFields } from '../changes/migrate-operations.ts';
import { exactText, from, SvcBpmnInstanceSelectionModel, to, variablesBodyBytesMax } from '../instance-models.ts';
import { SvcBpmnIncidentSelectionModel } from './incident-operations.ts';
import { SvcBpmnJobSelectionModel } from './job-models.ts';

const engineIdMax = 64;
const reasonMax = 4_000;
const retriesMax = 1_000;
const idsMax = 10_000;
/** What a query finds beyond this is refused as a whole. */
export const batchItemsMax = 200_000;

export const batchTypes = [
  'DELETE',
  'SUSPEND',
  'ACTIVATE',
  'MIGRATE',
  'SET_RETRIES',
  'RETRY_INCIDENTS',
  'DELETE_HISTORY',
] as const;
export const batchStates = ['RUNNING', 'COMPLETED', 'CANCELLED'] as const;

const { targetDefinitionId, ...migration } = migrationFields;

export const SvcBpmnBatchArgumentsModel = closed(
  {
    reason: optional(text('Why they are ended, of DELETE; stands in their history.', { maxLength: reasonMax })),
    skipListeners: optional(flag('End listeners of the models are not called, of DELETE; default false.')),
    targetDefinitionId: optional(targetDefinitionId),
    ...migration,
    retries: optional(
      integer('Attempts from now on, of SET_RETRIES; incidents of the jobs are resolved.', {
        minimum: 1,
        maximum: retriesMax,
      }),
    ),
  },
  'SvcBpmnBatchArgumentsModel',
);
export type SvcBpmnBatchArgumentsModel = Static<typeof SvcBpmnBatchArgumentsModel>;

export const SvcBpmnCreateBatchModel = closed(
  {
    type: anyCaseChoice(batchTypes, 'What is done with each.'),
    ids: optional(
      list(
        text('Id of an instance; of a job for SET_RETRIES, of an incident for RETRY_INCIDENTS.', {
          minLength: 1,
          maxLength: engineIdMax,
        }),
        'These, each by itself.',
        { minItems: 1, maxItems: idsMax, uniqueItems: true },
      ),
    ),
    query: Type.Optional(nullable(SvcBpmnInstanceSelectionModel, 'Instances that it finds.')),
    jobQuery: Type.Optional(nullable(SvcBpmnJobSelectionModel, 'Jobs that it finds, of SET_RETRIES.')),
    incidentQuery: Type.Optional(
      nullable(SvcBpmnIncidentSelectionModel, 'Incidents that it finds, of RETRY_INCIDENTS.'),
    ),
    arguments: Type.Optional(nullable(SvcBpmnBatchArgumentsModel, 'What the type needs, and may be given.')),
    dryRun: optional(flag('Changes nothing and answers how many it would be; default false.')),
  },
  'SvcBpmnCreateBatchModel',
);
export type SvcBpmnCreateBatchModel = Static<typeof SvcBpmnCreateBatchModel>;

export const SvcBpmnBatchModel = closed(
  {
    id: nullable(uuid('Id of the batch; null of a dry run.')),
    type: choice(batchTypes, 'What is done with each.'),
    state: nullable(choice(batchStates, 'State; null of a dry run.')),
    total: integer('So many are in it.'),
    done: integer('With so many it was done.'),
    failed: integer('With so many it could not be done.'),
    createdBy: text('Who ordered it.'),
    createTime: dateTime('When it was ordered.'),
    endTime: nullable(dateTime('When the last of them was done, or it was cancelled.')),
  },
  'SvcBpmnBatchModel',
);
export type SvcBpmnBatchModel = Static<typeof SvcBpmnBatchModel>;

export const batchSort = ['createTime', 'type', 'state'] as const;
export const batchSortStandard = { properties: ['createTime'], direction: 'DESC' } as const;

export const SvcBpmnBatchQueryModel = queryModel(
  {
    pageable: pageable(batchSort, batchSortStandard),
    types: optional(list(choice(batchTypes, 'Type.'), 'Of one of these types.', { maxItems: batchTypes.length })),
    states: optional(list(choice(batchStates, 'State.'), 'In one of these states.', { maxItems: batchStates.length })),
    createdBy: exactText('Ordered by this user.'),
    createTimeFrom: from('Ordered'),
    createTimeTo: to('Ordered'),
  },
  'SvcBpmnBatchQueryModel',
);
export type SvcBpmnBatchQueryModel = Static<typeof SvcBpmnBatchQueryModel>;

export const SvcBpmnBatchFailureModel = closed(
  {
    itemId: text('Id of the instance, job or incident.'),
    code: text('Why it could not be done, as its own operation says it.'),
    message: nullable(text('More of it, as each reason against a migration; null where there is nothing more.')),
  },
  'SvcBpmnBatchFailureModel',
);
export type SvcBpmnBatchFailureModel = Static<typeof SvcBpmnBatchFailureModel>;

export const failureSort = ['place', 'code'] as const;
export const failureSortStandard = { properties: ['place'], direction: 'ASC' } as const;

export const SvcBpmnBatchFailureQueryModel = queryModel(
  { pageable: pageable(failureSort, failureSortStandard), code: exactText('With this code.') },
  'SvcBpmnBatchFailureQueryModel',
);
export type SvcBpmnBatchFailureQueryModel = Static<typeof SvcBpmnBatchFailureQueryModel>;

const access = authority('BPMN_JOB_MANAGE');
const params = closed({ id: text('Id of the batch.', { minLength: 1, maxLength: engineIdMax }) });
const reply = { kind: 'json', schema: SvcBpmnBatchModel } as const;

export const batchOperations = {
  createBatch: operation({
    method: 'POST',
    path: '/management/batches',
    summary: 'Does the same with many instances, jobs or incidents',
    description:
      'Exactly one of ids and query; of SET_RETRIES ids or jobQuery, of RETRY_INCIDENTS ids or incidentQuery, which finds open incidents that ' +
      'wait in their instances: those of jobs go by SET_RETRIES. Each is done by itself and as its own operation would, soon after the ' +
      `answer, in the name of the caller, who needs the authority of that operation, too. At most ${batchItemsMax} by a query and ` +
      `${idsMax} by ids. A query finds running instances, of DELETE_HISTORY ended ones. Of instances that are ended with the one that ` +
      'called them that one alone is in it. Bodies up to 8 MiB.',
    access,
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnCreateBatchModel, limitBytes: variablesBodyBytesMax },
    reply,
    errors: [
      'DEFINITION_NOT_FOUND',
      'PROCESS_NOT_EXECUTABLE',
      'RESULT_TOO_LARGE',
      'VARIABLE_TOO_LARGE',
      'VARIABLE_NOT_SEARCHABLE',
    ],
    idempotent: true,
  }),
  queryBatches: operation({
    method: 'POST',
    path: '/management/batches/page',
    summary: 'Pages batches',
    description: 'Those of the tenant of the caller. A batch is kept 30 days after its end.',
    access,
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnBatchQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnBatchModel) },
  }),
  getBatch: operation({
    method: 'GET',
    path: '/management/batches/{id}',
    summary: 'One batch, with how far it has come',
    description: 'The numbers are exact at the moment.',
    access,
    effect: 'read',
    params,
    reply,
    errors: ['BATCH_NOT_FOUND'],
  }),
  queryBatchFailures: operation({
    method: 'POST',
    path: '/management/batches/{id}/failures/page',
    summary: 'Pages what a batch could not do',
    description: 'Each with the code of its own operation, until it is tried again.',
    access,
    effect: 'read',
    params,
    body: { kind: 'json', schema: SvcBpmnBatchFailureQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnBatchFailureModel) },
    errors: ['BATCH_NOT_FOUND'],
  }),
  cancelBatch: operation({
    method: 'POST',
    path: '/management/batches/{id}/cancel',
    summary: 'Stops a batch',
    description: 'What is done stays done, and what is at work now is still done; the rest is left as it is.',
    access,
    effect: 'write',
    params,
    reply,
    errors: ['BATCH_NOT_FOUND', 'BATCH_ENDED'],
  }),
  retryBatch: operation({
    method: 'POST',
    path: '/management/batches/{id}/retry-failed',
    summary: 'Tries again what a batch could not do',
    description:
      'Of a batch that is through, in the name of the caller, who needs the authority of what is done. Without failures nothing happens.',
    access,
    effect: 'write',
    params,
    reply,
    errors: ['BATCH_NOT_FOUND', 'BATCH_NOT_COMPLETED'],
    idempotent: true,
  }),
} as const;
