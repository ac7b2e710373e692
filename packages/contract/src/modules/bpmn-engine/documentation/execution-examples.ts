// Holds examples of where instances stand, and of what managers do there.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { bpmnEngineContract } from '../module.ts';
import { plainElement, plainInstance } from './example-instance.ts';

const ofProcess = {
  id: example.instance,
  parentId: null,
  processInstanceId: example.instance,
  elementId: example.processKey,
  elementName: 'Leave request',
  elementType: 'process',
  state: 'ACTIVE',
  since: example.time,
  loopCounter: null,
  incidentIds: [],
} as const;

const ofTask = {
  ...ofProcess,
  id: `${example.instance}-e1`,
  parentId: example.instance,
  elementId: 'decide',
  elementName: 'Decide on the leave',
  elementType: 'userTask',
} as const;

const days = {
  name: 'days',
  type: 'INTEGER',
  value: 3,
  executionId: example.instance,
  searchable: false,
  size: 1,
  version: 1,
} as const;

const params = { id: example.instance } as const;
const ofDays = { id: example.instance, name: 'days' } as const;

export const executionExamples = {
  getExecutionTree: { params, answer: { ...ofProcess, children: [{ ...ofTask, children: [] }] } },
  queryExecutions: {
    body: { processInstanceId: example.instance, elementId: 'decide' },
    answer: {
      data: [ofTask],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['since'], direction: 'ASC' } },
    },
  },
  getExecutionVariables: { params, answer: [days] },
  setExecutionVariables: {
    params,
    body: { variables: { days: 5 }, typedVariables: { until: { type: 'DATE', value: '2026-03-09' } } },
  },
  deleteExecutionVariables: { params, query: { names: 'days' } },
  getExecutionVariable: { params: ofDays, answer: days },
  setExecutionVariable: { params: ofDays, body: { type: 'DECIMAL', value: '2.5' } },
  deleteExecutionVariable: { params: ofDays },
  getExecutionVariableData: { params: ofDays, headers: { accept: 'application/json' }, answer: 'Mw==' },
  throwExecutionError: {
    params: { id: example.execution },
    body: { code: 'E1', message: 'The bank refuses.', variables: { reason: 'limit' } },
    answer: {
      ...plainInstance,
      currentElements: [{ ...plainElement, executionId: `${example.instance}-e5`, elementId: 'care' }],
    },
  },
  throwExecutionEscalation: {
    params: { id: example.execution },
    body: { code: 'S' },
    answer: {
      ...plainInstance,
      currentElements: [{ ...plainElement, executionId: `${example.instance}-e1` }],
    },
  },
} satisfies Partial<ExamplesOf<typeof bpmnEngineContract>>;
