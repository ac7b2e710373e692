// Holds examples of what people do with a task beside claiming and completing it.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { bpmnEngineContract } from '../module.ts';
import { plainElement, plainInstance, task } from './example-instance.ts';

const changePlan = {
  legal: true,
  reasons: [],
  cancels: [{ elementId: 'next', executionId: `${example.instance}-e1` }],
  restores: [],
  starts: [{ elementId: 'work', assignee: null }],
  compensates: [],
  warnings: [],
  expectedVersion: 2,
  processInstance: null,
} as const;

const processInstance = {
  ...plainInstance,
  version: 3,
  currentElements: [{ ...plainElement, executionId: `${example.instance}-e7` }],
} as const;

export const taskExamples = {
  getTask: {
    params: { id: example.task },
    answer: {
      ...task,
      processDefinitionId: example.text,
      processDefinitionName: null,
      taskDefinitionKey: 'work',
      businessKey: null,
      name: null,
      candidateUsers: [],
    },
  },
  updateTask: { params: { id: example.task }, body: { name: 'Decide soon', priority: 80 } },
  unclaimTask: { params: { id: example.task } },
  assignTask: { params: { id: example.task }, body: { assignee: example.username } },
  delegateTask: { params: { id: example.task }, body: { user: example.username } },
  resolveTask: { params: { id: example.task }, body: { variables: { advice: 'yes' } } },
  setTaskVariables: { params: { id: example.task }, body: { variables: { advice: 'yes' } } },
  getIdentityLinks: {
    params: { id: example.task },
    answer: [{ type: 'watcher', user: example.username, group: null }],
  },
  addIdentityLink: { params: { id: example.task }, body: { type: 'watcher', user: example.username } },
  removeIdentityLink: { params: { id: example.task }, query: { type: 'watcher', user: example.username } },
  countTasks: {
    body: { processInstanceId: example.instance, groupBy: 'taskDefinitionKey' },
    answer: { total: 1, groups: [{ key: 'work', count: 1 }] },
  },
  changeTasks: {
    body: { ids: [example.task], action: 'SET_PRIORITY', priority: 80 },
    answer: [{ id: example.task, errorCode: null }],
  },
  returnTask: { params: { id: example.task }, body: { dryRun: true }, answer: changePlan },
  withdrawTask: {
    params: { id: example.task },
    body: {},
    answer: {
      ...changePlan,
      starts: [{ elementId: 'work', assignee: 'admin' }],
      expectedVersion: 3,
      processInstance: processInstance,
    },
  },
  jumpTask: {
    params: { id: example.task },
    body: { targetElementIds: ['next'] },
    answer: {
      ...changePlan,
      cancels: [{ elementId: 'work', executionId: `${example.instance}-e1` }],
      starts: [{ elementId: 'next', assignee: null }],
      processInstance: {
        ...processInstance,
        version: 2,
        currentElements: [{ ...plainElement, executionId: `${example.instance}-e5`, elementId: 'next' }],
      },
    },
  },
  throwTaskError: {
    params: { id: example.task },
    body: { code: 'E1' },
    answer: {
      ...processInstance,
      version: 2,
      currentElements: [{ ...plainElement, executionId: `${example.instance}-e5`, elementId: 'care' }],
    },
  },
  throwTaskEscalation: {
    params: { id: example.task },
    body: { code: 'S' },
    answer: {
      ...processInstance,
      version: 2,
      currentElements: [{ ...plainElement, executionId: `${example.instance}-e1` }],
    },
  },
} satisfies Partial<ExamplesOf<typeof bpmnEngineContract>>;
