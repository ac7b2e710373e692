// Declares what operators see and mend: jobs, the numbers of the engine, the processes of the program, its clock in tests.
import type { Static } from 'typebox';
import { page } from '../../../models/paging.ts';
import { choice, closed, dateTime, flag, integer, list, nullable, optional, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { batchOperations } from './batch-operations.ts';
import { incidentOperations, incidentTypes } from './incident-operations.ts';
import { jobTypes, SvcBpmnJobModel, SvcBpmnJobQueryModel } from './job-models.ts';

const engineIdMax = 64;
const retriesMax = 1_000;
const durationMax = 64;

export const SvcBpmnUpdateJobModel = closed(
  {
    due: optional(dateTime('When it is done, or tried again.')),
    retries: optional(integer('Attempts from now on; its incident is resolved.', { minimum: 1, maximum: retriesMax })),
    priority: optional(integer('Priority.', { minimum: 0, maximum: 100 })),
    suspended: optional(flag('True holds it, false lets it go on.')),
  },
  'SvcBpmnUpdateJobModel',
);
export type SvcBpmnUpdateJobModel = Static<typeof SvcBpmnUpdateJobModel>;

const count = (description: string) => integer(description, { minimum: 0 });
export const SvcBpmnStatisticsModel = closed(
  {
    instancesRunning: count('Instances that have not ended.'),
    tasksOpen: count('Open tasks.'),
    messagesWaiting: count('Messages for which nobody waits yet.'),
    jobs: list(
      closed(
        {
          type: choice(jobTypes, 'What they are there for.'),
          waiting: count('All of them.'),
          due: count('Due now, those at work among them.'),
          running: count('At work.'),
          failed: count('Without attempts left.'),
          oldestDue: nullable(dateTime('Since when the oldest one that nobody has begun is due.')),
        },
        'SvcBpmnJobStatisticsModel',
      ),
      'Jobs by type; a type without jobs is not there.',
    ),
    externalTasks: list(
      closed(
        {
          topic: text('Topic.'),
          open: count('All of them.'),
          locked: count('Locked by a worker.'),
          failed: count('Without attempts left.'),
          oldest: dateTime('When the oldest one was made.'),
        },
        'SvcBpmnTopicStatisticsModel',
      ),
      'The 50 topics that have the most open tasks.',
    ),
    incidents: list(
      closed(
        { type: choice(incidentTypes, 'Type.'), open: count('Nobody has resolved them.') },
        'SvcBpmnIncidentStatisticsModel',
      ),
      'Open incidents by type.',
    ),
  },
  'SvcBpmnStatisticsModel',
);
export type SvcBpmnStatisticsModel = Static<typeof SvcBpmnStatisticsModel>;

export const SvcBpmnNodeModel = closed(
  {
    id: text('Id of the process, another one at each start.'),
    host: text('Name of its machine.'),
    startTime: dateTime('When it started.'),
    heartbeatTime: dateTime('When it was last heard of.'),
  },
  'SvcBpmnNodeModel',
);

const jobParams = closed({ id: text('Id of the job.', { minLength: 1, maxLength: engineIdMax }) });
const access = authority('BPMN_JOB_MANAGE');

export const SvcBpmnTestClockModel = closed(
  {
    now: dateTime('What the clock shows.'),
    standing: flag('It stands there until it is moved; otherwise it runs.'),
  },
  'SvcBpmnTestClockModel',
);
export type SvcBpmnTestClockModel = Static<typeof SvcBpmnTestClockModel>;

export const SvcBpmnSetTestClockModel = closed(
  { now: nullable(dateTime('It stands at this time from now on, which is not before now; null lets it run on.')) },
  'SvcBpmnSetTestClockModel',
);
export type SvcBpmnSetTestClockModel = Static<typeof SvcBpmnSetTestClockModel>;

export const SvcBpmnAdvanceTestClockModel = closed(
  {
    by: text("A duration of ISO 8601, as `PT1H` or `P1M`; months and days are those of the tenant's time zone.", {
      minLength: 1,
      maxLength: durationMax,
    }),
    drain: optional(flag('True moves from due time to due time, and answers once nothing is due any more.')),
  },
  'SvcBpmnAdvanceTestClockModel',
);
export type SvcBpmnAdvanceTestClockModel = Static<typeof SvcBpmnAdvanceTestClockModel>;

const testClock = {
  path: '/bpmn/test-clock',
  access: authority('BPMN_TEST'),
  reply: { kind: 'json', schema: SvcBpmnTestClockModel },
} as const;
const ONLY_IN_TEST_MODE = 'Only where KEELSON_TEST_MODE is true.';

export const managementOperations = {
  ...batchOperations,
  queryJobs: operation({
    method: 'POST',
    path: '/management/jobs/page',
    summary: 'Pages jobs',
    description: 'What is due now or later in the tenant of the caller: timers, asynchronous steps, deliveries, calls.',
    access,
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnJobQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnJobModel) },
  }),
  getJob: operation({
    method: 'GET',
    path: '/management/jobs/{id}',
    summary: 'One job',
    description: 'A job is gone once it is done.',
    access,
    effect: 'read',
    params: jobParams,
    reply: { kind: 'json', schema: SvcBpmnJobModel },
    errors: ['JOB_NOT_FOUND'],
  }),
  executeJob: operation({
    method: 'POST',
    path: '/management/jobs/{id}/execute',
    summary: 'Does a job now',
    description: 'Whatever its date and attempts; answers when it is done. A failure counts as an attempt.',
    access,
    effect: 'write',
    params: jobParams,
    errors: ['JOB_NOT_FOUND', 'JOB_LOCKED', 'INSTANCE_SUSPENDED', 'PROCESS_EXECUTION_FAILED'],
  }),
  updateJob: operation({
    method: 'PUT',
    path: '/management/jobs/{id}',
    summary: 'Changes when and how often a job is tried',
    description: 'Fields that are left out stay as they are. A job that is being done is not changed.',
    access,
    effect: 'write',
    params: jobParams,
    body: { kind: 'json', schema: SvcBpmnUpdateJobModel },
    errors: ['JOB_NOT_FOUND', 'JOB_LOCKED'],
  }),
  deleteJob: operation({
    method: 'DELETE',
    path: '/management/jobs/{id}',
    summary: 'Removes a job',
    description:
      'What it was there for never happens: its instance waits until somebody cancels it or moves it on. A job that is being done stays.',
    access,
    effect: 'write',
    params: jobParams,
    errors: ['JOB_NOT_FOUND', 'JOB_LOCKED'],
  }),
  ...incidentOperations,
  listNodes: operation({
    method: 'GET',
    path: '/management/nodes',
    summary: 'Lists the processes of the program that are alive',
    description: 'Each beats once a second, and is gone from the list when it has been silent for five.',
    access,
    effect: 'read',
    reply: { kind: 'json', schema: list(SvcBpmnNodeModel, 'Processes, the oldest first.') },
  }),
  getStatistics: operation({
    method: 'GET',
    path: '/management/statistics',
    summary: 'What the engine has to do, in numbers',
    description: 'Of the tenant. The metrics of the program have the numbers of all tenants together.',
    access,
    effect: 'read',
    mayBeStale: true,
    reply: { kind: 'json', schema: SvcBpmnStatisticsModel },
  }),
  getTestClock: operation({
    ...testClock,
    method: 'GET',
    summary: 'Reads the clock of a test installation',
    description: `All modules, in every process, go by it. ${ONLY_IN_TEST_MODE}`,
    effect: 'read',
    errors: ['OPERATION_NOT_FOUND'],
  }),
  advanceTestClock: operation({
    ...testClock,
    method: 'POST',
    path: '/bpmn/test-clock/advance',
    summary: 'Moves the clock of a test installation forward',
    description:
      'It stands afterwards. With drain it goes from due time to due time, each time once everything that is due, and what that ' +
      'causes, is done, as if the time had passed; where that takes longer than two thirds of the time of a request, it stays ' +
      `where it has come. It goes no further than the year 2250. ${ONLY_IN_TEST_MODE}`,
    effect: 'write',
    idempotent: true,
    body: { kind: 'json', schema: SvcBpmnAdvanceTestClockModel },
    errors: ['OPERATION_NOT_FOUND', 'TEST_CLOCK_NOT_AT_REST'],
  }),
  setTestClock: operation({
    ...testClock,
    method: 'PUT',
    summary: 'Lets the clock of a test installation stand at a time, or run on',
    description:
      'Answers once every process sees it. What is due then is done as ever, sessions and everything else run out. It never ' +
      `steps back, and goes no further than the year 2250: null lets it run on from where it stands. ${ONLY_IN_TEST_MODE}`,
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnSetTestClockModel },
    errors: ['OPERATION_NOT_FOUND', 'TEST_CLOCK_STEPS_BACK'],
  }),
} as const;
