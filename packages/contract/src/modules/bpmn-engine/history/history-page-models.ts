// Declares the models of pages of the past: tasks that were closed, what people did, decisions, and variables that an instance had.
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
import { SvcBpmnDecisionResultModel } from '../decision-operations.ts';
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

/** Names what somebody did, or tried, as the timeline names its commands. */
export const operationKinds = [
  'START',
  'COMPLETE_TASK',
  'CLAIM_TASK',
  'UNCLAIM_TASK',
  'UPDATE_TASK',
  'DELEGATE_TASK',
  'RESOLVE_TASK',
  'RETURN',
  'WITHDRAW',
  'JUMP',
  'MODIFY',
  'MIGRATE',
  'SET_VARIABLES',
  'UPDATE_INSTANCE',
  'SUSPEND',
  'ACTIVATE',
  'CANCEL',
  'RETRY_INCIDENT',
  'SKIP_INCIDENT',
  'TRIGGER',
  'WORK',
  'MESSAGE',
  'SIGNAL',
  'EVALUATE_CONDITIONS',
  'THROW_ERROR',
  'THROW_ESCALATION',
  'ACTIVATE_AD_HOC',
  'COMPLETE_AD_HOC',
] as const;

const operationKind = choice(operationKinds, 'What was done, or tried.');

export const SvcBpmnOperationModel = closed(
  {
    id: text('Id of the entry.'),
    time: dateTime('When it was done, or failed.'),
    actor: text('Who did it, as he is called now.'),
    operation: operationKind,
    processInstanceId: nullable(text('Instance; null of a start that failed.')),
    processDefinitionId: text('Definition of the instance.'),
    processDefinitionKey: nullable(text('Key of the definition; null where it is gone.')),
    taskId: nullable(text('Task that it was done to; of a move the first one that it closed.')),
    elementId: nullable(text('Element that it was done to, or at which it failed, where that is known.')),
    success: flag('False where the process could not do it: then nothing has changed.'),
    code: nullable(text('Code of the failure.')),
    detail: nullable(text('Message of the failure, or the reason that was given.')),
    tenantIdentifier: text('Tenant of the instance.'),
  },
  'SvcBpmnOperationModel',
);
export type SvcBpmnOperationModel = Static<typeof SvcBpmnOperationModel>;

export const operationSort = ['time'] as const;
export const operationSortStandard = { properties: ['time'], direction: 'DESC' } as const;

export const SvcBpmnOperationQueryModel = queryModel(
  {
    pageable: pageable(operationSort, operationSortStandard),
    processInstanceId: exactText('Done to this instance.'),
    processDefinitionId: exactText('Done to instances of this version of a definition.'),
    processDefinitionKeys: exactList('Done to instances of one of these definitions.'),
    operations: optional(list(operationKind, 'Of one of these kinds.', { maxItems: operationKinds.length })),
    actor: exactText('Done by this user.'),
    success: optional(flag('What was done, or what failed.')),
    timeFrom: from('Done'),
    timeTo: to('Done'),
  },
  'SvcBpmnOperationQueryModel',
);
export type SvcBpmnOperationQueryModel = Static<typeof SvcBpmnOperationQueryModel>;

export const SvcBpmnPastDecisionModel = closed(
  {
    ...SvcBpmnDecisionResultModel.properties,
    processDefinitionId: text('Definition of the instance.'),
    processDefinitionKey: nullable(text('Key of the definition; null where it is gone.')),
    activityId: text('Activity instance that asked for it.'),
    shortened: flag('Inputs and results were too large to be kept, and are left out.'),
  },
  'SvcBpmnPastDecisionModel',
);
export type SvcBpmnPastDecisionModel = Static<typeof SvcBpmnPastDecisionModel>;

export const pastDecisionSort = ['time'] as const;
export const pastDecisionSortStandard = { properties: ['time'], direction: 'DESC' } as const;

export const SvcBpmnPastDecisionQueryModel = queryModel(
  {
    pageable: pageable(pastDecisionSort, pastDecisionSortStandard),
    processInstanceId: exactText('Made in this instance.'),
    processDefinitionId: exactText('Made in instances of this version of a definition.'),
    processDefinitionKeys: exactList('Made in instances of one of these definitions.'),
    decisionKeys: exactList('Of one of these decisions.'),
    timeFrom: from('Made'),
    timeTo: to('Made'),
  },
  'SvcBpmnPastDecisionQueryModel',
);
export type SvcBpmnPastDecisionQueryModel = Static<typeof SvcBpmnPastDecisionQueryModel>;
