// Declares what is done with many tasks at once: counting them, and one action for each.
import type { Static } from 'typebox';
import { anyOfFilters } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import {
  anyCaseChoice,
  choice,
  closed,
  dateTime,
  integer,
  list,
  nullable,
  optional,
  text,
} from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcBpmnBulkResultModel } from '../external-task-operations.ts';
import { variablesBodyBytesMax, variablesField } from '../instance-models.ts';
import { SvcBpmnTaskFilter, taskFilters } from '../task-models.ts';

const engineIdMax = 64;
const nameMax = 255;
const tasksMax = 500;
/** More groups than this are refused, never cut. */
export const taskGroupsMax = 1_000;

export const taskGroupings = ['assignee', 'taskDefinitionKey', 'candidateGroup'] as const;
export const taskActions = ['CLAIM', 'ASSIGN', 'COMPLETE', 'SET_PRIORITY', 'SET_DUE_DATE'] as const;

export const SvcBpmnTaskCountQueryModel = queryModel(
  {
    ...taskFilters,
    or: anyOfFilters(SvcBpmnTaskFilter),
    groupBy: optional(choice(taskGroupings, 'What to count apart; default nothing.')),
  },
  'SvcBpmnTaskCountQueryModel',
);
export type SvcBpmnTaskCountQueryModel = Static<typeof SvcBpmnTaskCountQueryModel>;

export const SvcBpmnTaskCountModel = closed(
  {
    total: integer('Tasks that fit, each once.'),
    groups: list(
      closed(
        {
          key: nullable(text('Assignee, element or candidate group; null for tasks that have none.')),
          count: integer('Tasks.'),
        },
        'SvcBpmnTaskGroup',
      ),
      `The largest first; empty without groupBy. A task with several candidate groups counts in each. At most ${taskGroupsMax}.`,
    ),
  },
  'SvcBpmnTaskCountModel',
);

export const SvcBpmnTaskBulkModel = closed(
  {
    ids: list(text('Id of a task.', { minLength: 1, maxLength: engineIdMax }), 'Tasks, each by itself.', {
      minItems: 1,
      maxItems: tasksMax,
    }),
    action: anyCaseChoice(taskActions, 'What is done with each.'),
    assignee: optional(text('Who gets them, of ASSIGN; null for nobody.', { minLength: 1, maxLength: nameMax })),
    priority: optional(integer('0 to 100, of SET_PRIORITY.', { minimum: 0, maximum: 100 })),
    dueDate: optional(dateTime('When they should be done, of SET_DUE_DATE; null for no date.')),
    variables: variablesField('Variables to set, of COMPLETE.'),
  },
  'SvcBpmnTaskBulkModel',
);
export type SvcBpmnTaskBulkModel = Static<typeof SvcBpmnTaskBulkModel>;

export const taskBulkOperations = {
  countTasks: operation({
    method: 'POST',
    path: '/task/count',
    summary: 'Counts open tasks, by groups if wanted',
    description:
      'By the filters of the page. Counts what the page would show: own and candidate tasks without BPMN_TASK_VIEW_ALL.',
    access: authority('BPMN_TASK', 'BPMN_TASK_VIEW_ALL'),
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnTaskCountQueryModel, optional: true },
    reply: { kind: 'json', schema: SvcBpmnTaskCountModel },
    errors: ['RESULT_TOO_LARGE', 'VARIABLE_NOT_SEARCHABLE'],
  }),
  changeTasks: operation({
    method: 'POST',
    path: '/task/bulk',
    summary: 'Does the same with many tasks',
    description:
      'Each by itself and as its own operation would: CLAIM, ASSIGN, COMPLETE, SET_PRIORITY, SET_DUE_DATE. Answers for each id why it was not done. Bodies up to 8 MiB.',
    access: authority('BPMN_TASK', 'BPMN_TASK_MANAGE'),
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnTaskBulkModel, limitBytes: variablesBodyBytesMax },
    reply: { kind: 'json', schema: list(SvcBpmnBulkResultModel, 'One for each id, in their order.') },
    errors: [],
  }),
} as const;
