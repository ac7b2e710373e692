// Holds examples of the pages of the past.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { bpmnEngineContract } from '../module.ts';
import { processInstance } from './example-instance.ts';

const onePage = (properties: readonly string[], direction: 'ASC' | 'DESC') => ({
  totalPages: 1,
  totalElements: 1,
  pageable: { pageNumber: 0, pageSize: 20, sort: { properties: [...properties], direction } },
});

export const historyExamples = {
  queryHistoryInstances: {
    body: { ids: [example.instance] },
    answer: { data: [processInstance], ...onePage(['startTime'], 'DESC') },
  },
  queryHistoryTasks: {
    body: { processInstanceId: example.instance },
    answer: {
      data: [
        {
          id: example.task,
          processInstanceId: example.instance,
          processDefinitionId: example.definition,
          processDefinitionKey: example.processKey,
          processDefinitionName: 'Leave request',
          taskDefinitionKey: 'decide',
          businessKey: 'leave-2026-7',
          tenantIdentifier: 'default',
          name: 'Decide on the leave',
          assignee: 'admin',
          candidateGroups: [],
          priority: 50,
          state: 'COMPLETED',
          createTime: example.time,
          claimTime: example.time,
          dueDate: null,
          endTime: example.time,
          durationMillis: example.number,
        },
      ],
      ...onePage(['endTime'], 'DESC'),
    },
  },
  cleanUpHistory: { answer: { instances: 0, more: false } },
  queryHistoryVariables: {
    body: { processInstanceId: example.instance },
    answer: {
      data: [
        {
          name: 'days',
          activityId: null,
          type: 'INTEGER',
          value: 3,
          size: 1,
          createTime: example.time,
          lastChangeTime: example.time,
          changes: 1,
          removed: false,
        },
      ],
      ...onePage(['name'], 'ASC'),
    },
  },
} satisfies Partial<ExamplesOf<typeof bpmnEngineContract>>;
