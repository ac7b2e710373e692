// Declares the models of user tasks: what is answered, what can be asked for, how one is completed.
import { type Static, Type } from 'typebox';
import { anyOfFilters, pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import {
  anyMap,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  nullable,
  optional,
  text,
} from '../../models/schema.ts';
import {
  containedText,
  exactList,
  exactText,
  from,
  onFailureField,
  to,
  typedVariablesField,
  variableFilter,
  variablesField,
  withVariablesField,
} from './instance-models.ts';

const commentMax = 4_000;
/** Bounds of a comment. */
export const commentText = { minLength: 1, maxLength: commentMax, pattern: '\\S' } as const;
/** What an act says of itself, kept as a comment of its task in the same commit. */
export const commentField = optional(text('Is kept as a comment of the task, by the same commit.', commentText));

export const taskStates = ['UNASSIGNED', 'ASSIGNED', 'DELEGATED', 'COMPLETED', 'CANCELLED'] as const;
export const delegationStates = ['PENDING', 'RESOLVED'] as const;

const SvcBpmnReturnTarget = closed(
  {
    elementId: text('Element that the task can be returned to.'),
    name: nullable(text('Name of the element.')),
  },
  'SvcBpmnReturnTarget',
);

/** Where a task or an activity stands. */
export const placeFields = {
  executionId: text('Execution that waits there.'),
  processInstanceId: text('Instance.'),
  rootProcessInstanceId: text('Outermost instance of a chain of calls.'),
  processDefinitionId: text('Definition of the instance.'),
  processDefinitionKey: text('Key of the definition.'),
  processDefinitionName: nullable(text('Name of the definition.')),
  deploymentId: text('Deployment of the definition.'),
  taskDefinitionKey: text('Id of the element in the model.'),
  businessKey: nullable(text('Business key of the instance.')),
  tenantIdentifier: text('Tenant of the instance.'),
} as const;

export const SvcBpmnTaskModel = closed(
  {
    id: text('Id of the task.'),
    ...placeFields,
    name: nullable(text('Name of the task.')),
    description: nullable(text('Description of the task.')),
    category: nullable(text('Category of the task.')),
    formKey: nullable(text('Form of the task.')),
    assignee: nullable(text('Who works on it; null when nobody does.')),
    owner: nullable(text('Whose task it is while it is delegated.')),
    delegationState: nullable(choice(delegationStates, 'State of a delegation.')),
    candidateUsers: list(Type.String(), 'Users who may claim it.'),
    candidateGroups: list(Type.String(), 'Groups whose members may claim it.'),
    laneNames: list(Type.String(), 'Lanes that contain it, from the outside.'),
    state: choice(taskStates, 'State.'),
    priority: integer('0 to 100.'),
    dueDate: nullable(dateTime('When it should be done.')),
    followUpDate: nullable(dateTime('When to look at it again.')),
    createTime: dateTime('When it was created.'),
    claimTime: nullable(dateTime('When it was claimed.')),
    endTime: nullable(dateTime('When it was closed.')),
    durationMillis: nullable(integer('Milliseconds from creation to end.')),
    loopCounter: nullable(integer('Number of the loop instance, from 0; null outside of a loop of its own.')),
    commentCount: integer('Comments.'),
    attachmentCount: integer('Attachments.'),
    version: integer('Raised by every change.'),
    suspended: flag('Its instance is suspended.'),
    possibleReturns: nullable(list(SvcBpmnReturnTarget, 'Where it can be returned to; null unless asked for.')),
    variables: nullable(anyMap('Variables; null unless asked for.')),
  },
  'SvcBpmnTaskModel',
);
export type SvcBpmnTaskModel = Static<typeof SvcBpmnTaskModel>;

export const taskSort = ['createTime', 'dueDate', 'priority', 'name', 'assignee', 'businessKey'] as const;
export const taskSortStandard = { properties: ['createTime'], direction: 'DESC' } as const;

const priorityBound = (description: string) => optional(integer(description, { minimum: 0, maximum: 100 }));

export const taskFilters = {
  ids: exactList('One of these tasks.'),
  taskDefinitionKeys: exactList('Of one of these elements.'),
  processDefinitionKeys: exactList('Of one of these definitions.'),
  candidateGroups: exactList('A candidate of one of these groups may claim it.'),
  processInstanceId: exactText('Of this instance.'),
  rootProcessInstanceId: exactText('Under this outermost instance.'),
  processDefinitionId: exactText('Of this version of a definition.'),
  businessKey: exactText('Of instances with this business key.'),
  assignee: exactText('Assigned to this user.'),
  owner: exactText('Owned by this user.'),
  candidateUser: exactText('This user may claim it.'),
  involvedUser: exactText('This user is assignee, owner or candidate.'),
  category: exactText('Of this category.'),
  formKey: exactText('With this form.'),
  name: containedText('Name'),
  nameLike: containedText('Name'),
  businessKeyLike: containedText('Business key'),
  mine: optional(flag('Assigned to the caller, or the caller is a candidate; true without BPMN_TASK_VIEW_ALL.')),
  assigned: optional(flag('Has an assignee, or has none.')),
  overdue: optional(flag('Past its due date, or not.')),
  suspended: optional(flag('Of a suspended instance, or not.')),
  orphaned: optional(flag('Assigned to somebody who is gone or may not sign in, or not.')),
  delegationState: optional(choice(delegationStates, 'State of a delegation.')),
  priorityMin: priorityBound('Priority at least.'),
  priorityMax: priorityBound('Priority at most.'),
  dueDateFrom: from('Due'),
  dueDateTo: to('Due'),
  followUpFrom: from('To be looked at'),
  followUpTo: to('To be looked at'),
  createTimeFrom: from('Created'),
  createTimeTo: to('Created'),
  variables: variableFilter,
} as const;

export const SvcBpmnTaskFilter = queryModel(taskFilters, 'SvcBpmnTaskFilter');
export type SvcBpmnTaskFilter = Static<typeof SvcBpmnTaskFilter>;

export const SvcBpmnTaskQueryModel = queryModel(
  {
    pageable: pageable(taskSort, taskSortStandard),
    ...taskFilters,
    or: anyOfFilters(SvcBpmnTaskFilter),
    withVariables: withVariablesField,
    includeVariables: optional(flag('Return every variable visible from the task; default false.')),
    withReturns: optional(flag('Return where tasks can be returned to; default false.')),
  },
  'SvcBpmnTaskQueryModel',
);
export type SvcBpmnTaskQueryModel = Static<typeof SvcBpmnTaskQueryModel>;

export const SvcBpmnCompleteTaskModel = closed(
  {
    variables: variablesField('Variables to set, each where it is visible, else on the instance.'),
    typedVariables: typedVariablesField,
    localVariables: variablesField('Variables of the task alone, whose outputs see them; gone with it.'),
    transientVariables: variablesField('Variables that what follows sees until it waits, and that are not stored.'),
    comment: commentField,
    onFailure: onFailureField,
  },
  'SvcBpmnCompleteTaskModel',
);
export type SvcBpmnCompleteTaskModel = Static<typeof SvcBpmnCompleteTaskModel>;
