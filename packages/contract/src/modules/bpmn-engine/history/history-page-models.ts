// Declares the models of pages of the past: tasks that were closed, and variables that an instance had.
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import {
  anyValue,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  nullable,
  optional,
  text,
} from '../../../models/schema.ts';
import { containedText, exactList, exactText, from, to, variableTypes } from '../instance-models.ts';

export const closedTaskStates = ['COMPLETED', 'CANCELLED'] as const;

export const SvcBpmnClosedTaskModel = closed(
  {
    id: text('Id of the task.'),
    processInstanceId: text('Instance.'),
    processDefinitionId: text('Definition of the instance.'),
    processDefinitionKey: text('Key of the definition.'),
    processDefinitionName: nullable(text('Name of the definition.')),
    taskDefinitionKey: text('Id of the element in the model.'),
    businessKey: nullable(text('Business key of the instance.')),
    tenantIdentifier: text('Tenant of the instance.'),
    name: nullable(text('Name of the task.')),
    assignee: nullable(text('Who had it at its end, as he was called then.')),
    candidateGroups: list(Type.String(), 'Groups whose members could claim it.'),
    priority: integer('0 to 100.'),
    state: choice(closedTaskStates, 'How it ended.'),
    createTime: dateTime('When it was created.'),
    claimTime: nullable(dateTime('When it was claimed.')),
    dueDate: nullable(dateTime('When it should have been done.')),
    endTime: dateTime('When it was closed.'),
    durationMillis: integer('Milliseconds from creation to end.'),
  },
  'SvcBpmnClosedTaskModel',
);
export type SvcBpmnClosedTaskModel = Static<typeof SvcBpmnClosedTaskModel>;

export const closedTaskSort = ['endTime', 'createTime', 'priority'] as const;
export const closedTaskSortStandard = { properties: ['endTime'], direction: 'DESC' } as const;

export const SvcBpmnClosedTaskQueryModel = queryModel(
  {
    pageable: pageable(closedTaskSort, closedTaskSortStandard),
    processInstanceId: exactText('Of this instance.'),
    processDefinitionId: exactText('Of this version of a definition.'),
    processDefinitionKeys: exactList('Of one of these definitions.'),
    taskDefinitionKeys: exactList('Of one of these elements.'),
    businessKey: exactText('Of instances with this business key.'),
    assignee: exactText('Closed while this user had them.'),
    states: optional(
      list(choice(closedTaskStates, 'State.'), 'Ended in one of these ways; default all.', {
        maxItems: closedTaskStates.length,
      }),
    ),
    createTimeFrom: from('Created'),
    createTimeTo: to('Created'),
    endTimeFrom: from('Closed'),
    endTimeTo: to('Closed'),
  },
  'SvcBpmnClosedTaskQueryModel',
);
export type SvcBpmnClosedTaskQueryModel = Static<typeof SvcBpmnClosedTaskQueryModel>;

export const SvcBpmnPastVariableModel = closed(
  {
    name: text('Name of the variable.'),
    activityId: nullable(text('Activity instance whose own it was; null of the process itself.')),
    type: choice(variableTypes, 'What the last value is.'),
    value: anyValue('The last value that it had; bytes in Base64.'),
    size: integer('Bytes of the value as JSON.'),
    createTime: dateTime('When it was set first.'),
    lastChangeTime: dateTime('When it was set or removed last.'),
    changes: integer('How often it was set or removed.'),
    removed: flag('It was removed, or its activity has ended.'),
  },
  'SvcBpmnPastVariableModel',
);
export type SvcBpmnPastVariableModel = Static<typeof SvcBpmnPastVariableModel>;

export const pastVariableSort = ['name', 'createTime', 'lastChangeTime'] as const;
export const pastVariableSortStandard = { properties: ['name'], direction: 'ASC' } as const;

export const SvcBpmnPastVariableQueryModel = queryModel(
  {
    pageable: pageable(pastVariableSort, pastVariableSortStandard),
    processInstanceId: text('Instance whose variables are wanted.', { minLength: 1, maxLength: 64 }),
    names: exactList('With one of these names.'),
    nameLike: containedText('Name'),
    removed: optional(flag('Those that are gone, or those that are not.')),
  },
  'SvcBpmnPastVariableQueryModel',
);
export type SvcBpmnPastVariableQueryModel = Static<typeof SvcBpmnPastVariableQueryModel>;
