// Holds examples of what processes wait for, and what went wrong.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { bpmnEngineContract } from '../module.ts';
import { plainElement, plainInstance } from './example-instance.ts';

const externalTask = {
  id: `${example.instance}-x4`,
  topic: example.topic,
  workerId: 'billing-1',
  lockedUntil: example.time,
  retries: null,
  errorMessage: null,
  priority: 0,
  createTime: example.time,
  suspended: false,
  elementId: 'work',
  executionId: `${example.instance}-e1`,
  processInstanceId: example.instance,
  processDefinitionId: example.text,
  processDefinitionKey: example.processKey,
  businessKey: null,
  tenantIdentifier: 'default',
  variables: {},
  extensionProperties: {},
} as const;

const processInstance = { ...plainInstance, state: 'SUSPENDED', suspended: true } as const;

const job = {
  id: example.job,
  type: 'TIMER',
  elementId: 'later',
  processInstanceId: example.instance,
  processDefinitionId: example.text,
  due: example.time,
  retries: 3,
  attempts: 0,
  exception: null,
  failedElementId: null,
  lockedBy: null,
  priority: 0,
  suspended: false,
  repeat: null,
  createTime: example.time,
} as const;

export const waitingExamples = {
  correlateMessage: {
    body: { messageName: example.processKey, processInstanceId: example.instance, variables: { paid: true } },
    answer: [{ kind: 'EXECUTION', processInstanceId: example.instance, executionId: `${example.instance}-e1` }],
  },
  throwSignal: {
    body: { name: example.processKey, processInstanceId: example.instance },
    answer: { subscriptions: 1, starts: 0 },
  },
  evaluateConditions: {
    body: { processDefinitionKey: example.processKey, variables: { stock: 3 }, businessKey: 'bolts' },
    answer: { conditions: 1, starts: 1, failures: [] },
  },
  querySubscriptions: {
    body: { processInstanceId: example.instance },
    answer: {
      data: [
        {
          id: `${example.instance}-w4`,
          type: 'MESSAGE',
          name: example.processKey,
          correlationKey: null,
          start: false,
          elementId: 'wait',
          executionId: `${example.instance}-e1`,
          processInstanceId: example.instance,
          processDefinitionId: example.text,
          createTime: example.time,
        },
      ],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['createTime'], direction: 'DESC' } },
    },
  },
  fetchAndLockExternalTasks: {
    body: { workerId: 'billing-1', maxTasks: 5, topics: [{ topic: example.topic, lockMillis: 60000 }] },
    answer: [externalTask],
  },
  completeExternalTask: {
    params: { id: example.externalTask },
    body: { workerId: 'billing-1', variables: { receipt: 'R-7' } },
  },
  failExternalTask: {
    params: { id: example.externalTask },
    body: { workerId: 'billing-1', message: 'The bank does not answer.', retries: 2, retryMillis: 60000 },
  },
  throwExternalTaskError: { params: { id: example.externalTask }, body: { workerId: 'billing-1', code: 'E1' } },
  throwExternalTaskEscalation: { params: { id: example.externalTask }, body: { workerId: 'billing-1', code: 'S' } },
  extendExternalTaskLock: {
    params: { id: example.externalTask },
    body: { workerId: 'billing-1', lockMillis: 3600000 },
  },
  unlockExternalTask: { params: { id: example.externalTask }, body: { workerId: 'billing-1' } },
  completeExternalTasks: {
    body: { workerId: 'billing-1', tasks: [{ id: example.externalTask }] },
    answer: [{ id: example.externalTask, errorCode: null }],
  },
  queryExternalTasks: {
    body: { topic: example.topic, locked: true },
    answer: {
      data: [{ ...externalTask, id: example.externalTask, variables: null }],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['createTime'], direction: 'ASC' } },
    },
  },
  setExternalTaskRetries: {
    body: { ids: [example.externalTask], retries: 2 },
    answer: [{ id: example.externalTask, errorCode: null }],
  },
  suspendProcessInstance: { params: { id: example.instance }, answer: processInstance },
  activateProcessInstance: {
    params: { id: example.instance },
    answer: { ...processInstance, version: 3, state: 'ACTIVE', suspended: false },
  },
  cancelProcessInstance: {
    params: { id: example.instance },
    body: { reason: 'Withdrawn by the applicant.' },
    answer: {
      ...processInstance,
      state: 'ENDED',
      ended: true,
      suspended: false,
      endState: 'CANCELLED',
      endTime: example.time,
      durationMillis: 0,
      currentElements: [],
    },
  },
  updateProcessInstance: {
    params: { id: example.instance },
    body: { name: 'Order of Ada', priority: 80, dueDate: '2026-03-09T17:00:00Z' },
    answer: {
      ...plainInstance,
      name: 'Order of Ada',
      priority: 80,
      dueDate: example.time,
    },
  },
  triggerExecution: {
    params: { id: example.execution },
    body: { variables: { seen: true } },
    answer: {
      ...processInstance,
      state: 'ENDED',
      ended: true,
      suspended: false,
      endState: 'COMPLETED',
      endElementIds: ['done'],
      endTime: example.time,
      durationMillis: 0,
      currentElements: [],
    },
  },
  activateAdHoc: {
    params: { id: example.execution },
    body: { elementIds: ['inside'] },
    answer: {
      ...processInstance,
      state: 'ACTIVE',
      suspended: false,
      currentElements: [
        { ...plainElement, executionId: example.execution, elementId: 'box', elementType: 'adHocSubProcess' },
        { ...plainElement, executionId: `${example.instance}-e4`, elementId: 'inside' },
      ],
    },
  },
  completeAdHoc: {
    params: { id: example.execution },
    answer: {
      ...processInstance,
      state: 'ENDED',
      ended: true,
      suspended: false,
      endState: 'COMPLETED',
      endElementIds: ['done'],
      endTime: example.time,
      durationMillis: 0,
      currentElements: [],
    },
  },
  queryJobs: {
    body: { processInstanceId: example.instance },
    answer: {
      data: [job],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['due'], direction: 'ASC' } },
    },
  },
  getJob: { params: { id: example.job }, answer: job },
  executeJob: { params: { id: example.job } },
  updateJob: { params: { id: example.job }, body: { priority: 80, suspended: true } },
  deleteJob: { params: { id: example.job } },
  queryIncidents: {
    body: { processInstanceId: example.instance },
    answer: {
      data: [
        {
          id: example.incident,
          type: 'FAILED_COMMAND',
          code: 'EXPRESSION_FAILED',
          elementId: 'bad',
          elementName: null,
          executionId: `${example.instance}-e1`,
          processInstanceId: example.instance,
          processDefinitionId: example.text,
          processDefinitionKey: example.processKey,
          businessKey: null,
          jobId: null,
          message: 'Expression ${missing}: unknown variable missing',
          detail: null,
          createTime: example.time,
          resolvedTime: null,
          annotation: null,
        },
      ],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['createTime'], direction: 'DESC' } },
    },
  },
  groupIncidents: {
    body: { processDefinitionKey: example.processKey, by: ['ELEMENT_ID', 'CODE', 'MESSAGE'] },
    answer: [
      {
        processDefinitionKey: null,
        elementId: 'bad',
        code: 'EXPRESSION_FAILED',
        message: 'Expression ${missing}: unknown variable missing',
        count: 1,
        newest: example.time,
      },
    ],
  },
  resolveIncident: { params: { id: example.incident }, body: { action: 'RETRY', variables: { missing: 1 } } },
  annotateIncident: { params: { id: example.incident }, body: { annotation: 'The bank was asked.' } },
  getStatistics: {
    answer: { instancesRunning: 0, tasksOpen: 0, messagesWaiting: 0, jobs: [], externalTasks: [], incidents: [] },
  },
  getTestClock: { answer: { now: example.time, standing: false } },
  advanceTestClock: { body: { by: 'PT1M', drain: true }, answer: { now: example.time, standing: true } },
  setTestClock: { body: { now: null }, answer: { now: example.time, standing: false } },
  listNodes: { answer: [{ id: example.uuid, host: 'vm', startTime: example.time, heartbeatTime: example.time }] },
} satisfies Partial<ExamplesOf<typeof bpmnEngineContract>>;
