// Declares what people do with a task beside claiming and completing it: change, hand over, send back, raise errors.
import type { Static } from 'typebox';
import { anyCaseChoice, closed, dateTime, flag, integer, list, nullable, optional, text } from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcBpmnChangePlanModel, triedFirst } from './changes/change-plan-models.ts';
import {
  SvcBpmnProcessInstanceModel,
  typedVariablesField,
  variablesBodyBytesMax,
  variablesField,
} from './instance-models.ts';
import { commentField, SvcBpmnTaskModel } from './task-models.ts';

const engineIdMax = 64;
const nameMax = 255;
const textMax = 4_000;
const elementsMax = 200;

const user = (description: string) => text(description, { minLength: 1, maxLength: nameMax });

export const SvcBpmnUpdateTaskModel = closed(
  {
    name: optional(text('Name of the task.', { maxLength: nameMax })),
    description: optional(text('Description of the task.', { maxLength: textMax })),
    category: optional(text('Category of the task.', { maxLength: nameMax })),
    priority: optional(integer('0 to 100.', { minimum: 0, maximum: 100 })),
    dueDate: optional(dateTime('When it should be done.')),
    followUpDate: optional(dateTime('When to look at it again.')),
    version: optional(integer('Version that the caller has seen; another one is refused.', { minimum: 1 })),
  },
  'SvcBpmnUpdateTaskModel',
);
export type SvcBpmnUpdateTaskModel = Static<typeof SvcBpmnUpdateTaskModel>;

export const SvcBpmnResolveTaskModel = closed(
  { variables: variablesField('Variables to set.'), typedVariables: typedVariablesField },
  'SvcBpmnResolveTaskModel',
);
export type SvcBpmnResolveTaskModel = Static<typeof SvcBpmnResolveTaskModel>;

export const SvcBpmnTaskVariablesModel = closed(
  { variables: variablesField('Variables to set.'), typedVariables: typedVariablesField },
  'SvcBpmnTaskVariablesModel',
);
export type SvcBpmnTaskVariablesModel = Static<typeof SvcBpmnTaskVariablesModel>;

const change = { comment: commentField, ...triedFirst } as const;

export const SvcBpmnReturnTaskModel = closed(
  {
    targetElementId: optional(
      text('User task to go back to; default the one before.', { minLength: 1, maxLength: nameMax }),
    ),
    reassign: optional(
      anyCaseChoice(['LAST', 'CANDIDATES'], 'Who gets it: who had it last, or whom the model names; default LAST.'),
    ),
    compensate: optional(flag('Completed activities on the way are compensated first; default false.')),
    ...change,
  },
  'SvcBpmnReturnTaskModel',
);
export type SvcBpmnReturnTaskModel = Static<typeof SvcBpmnReturnTaskModel>;

export const SvcBpmnWithdrawTaskModel = closed(change, 'SvcBpmnWithdrawTaskModel');
export type SvcBpmnWithdrawTaskModel = Static<typeof SvcBpmnWithdrawTaskModel>;

export const SvcBpmnJumpTaskModel = closed(
  {
    targetElementIds: list(user('Id of an element.'), 'Elements to go to.', { minItems: 1, maxItems: elementsMax }),
    ...change,
  },
  'SvcBpmnJumpTaskModel',
);
export type SvcBpmnJumpTaskModel = Static<typeof SvcBpmnJumpTaskModel>;

const params = closed({ id: text('Id of the task.', { minLength: 1, maxLength: engineIdMax }) });
const access = authority('BPMN_TASK', 'BPMN_TASK_MANAGE');
const posted = { method: 'POST', access, effect: 'write', params } as const;
const openErrors = [
  'TASK_NOT_FOUND',
  'TASK_ALREADY_COMPLETED',
  'INSTANCE_SUSPENDED',
  'PROCESS_EXECUTION_FAILED',
] as const;
const instanceReply = { kind: 'json', schema: SvcBpmnProcessInstanceModel } as const;
const planReply = { kind: 'json', schema: SvcBpmnChangePlanModel } as const;
const thrown = (what: string) => text(`Code of the ${what}.`, { minLength: 1, maxLength: nameMax });

export const taskOperations = {
  getTask: operation({
    method: 'GET',
    path: '/task/{id}',
    summary: 'One open task',
    description: 'Own and candidate tasks; any of the tenant with BPMN_TASK_VIEW_ALL.',
    access: authority('BPMN_TASK', 'BPMN_TASK_VIEW_ALL'),
    effect: 'read',
    params,
    reply: { kind: 'json', schema: SvcBpmnTaskModel },
    errors: ['TASK_NOT_FOUND', 'TASK_ALREADY_COMPLETED'],
  }),
  updateTask: operation({
    method: 'PUT',
    path: '/task/{id}',
    summary: 'Changes what people see of a task',
    description:
      'By the assignee, or with BPMN_TASK_MANAGE. Fields that are left out stay; null empties those that may be empty.',
    access,
    effect: 'write',
    params,
    body: { kind: 'json', schema: SvcBpmnUpdateTaskModel },
    errors: [...openErrors, 'VERSION_CONFLICT'],
  }),
  unclaimTask: operation({
    ...posted,
    path: '/task/{id}/unclaim',
    summary: 'Gives a task back',
    description: 'The twin of the GET of this address.',
    errors: ['TASK_NOT_FOUND', 'TASK_ALREADY_COMPLETED', 'TASK_DELEGATED', 'INSTANCE_SUSPENDED'],
  }),
  assignTask: operation({
    ...posted,
    path: '/task/{id}/assign',
    summary: 'Gives a task to somebody',
    description: 'By the assignee, or with BPMN_TASK_MANAGE. Null unassigns it. Ends a delegation.',
    body: {
      kind: 'json',
      schema: closed({ assignee: nullable(user('Who gets it; null for nobody.')) }, 'SvcBpmnAssignTaskModel'),
    },
    errors: openErrors,
  }),
  delegateTask: operation({
    ...posted,
    path: '/task/{id}/delegate',
    summary: 'Lets somebody else do a task',
    description:
      "By the assignee, or with BPMN_TASK_MANAGE. The task stays its owner's, who gets it back when it is resolved.",
    body: { kind: 'json', schema: closed({ user: user('Who does it.') }, 'SvcBpmnDelegateTaskModel') },
    errors: openErrors,
  }),
  resolveTask: operation({
    ...posted,
    path: '/task/{id}/resolve',
    summary: 'Gives a delegated task back to its owner',
    description: 'By the assignee, or with BPMN_TASK_MANAGE. Bodies up to 8 MiB.',
    body: {
      kind: 'json',
      schema: SvcBpmnResolveTaskModel,
      optional: true,
      limitBytes: variablesBodyBytesMax,
    },
    errors: [...openErrors, 'TASK_NOT_DELEGATED', 'VARIABLE_TOO_LARGE'],
  }),
  setTaskVariables: operation({
    method: 'PUT',
    path: '/task/{id}/variables',
    summary: 'Sets variables as a task sees them',
    description:
      'By the assignee, or with BPMN_TASK_MANAGE. Each where it is visible, else on the instance; others stay. Of a suspended instance with BPMN_TASK_MANAGE alone. Bodies up to 8 MiB.',
    access,
    effect: 'write',
    params,
    body: {
      kind: 'json',
      schema: SvcBpmnTaskVariablesModel,
      limitBytes: variablesBodyBytesMax,
    },
    errors: [...openErrors, 'VARIABLE_TOO_LARGE'],
  }),
  returnTask: operation({
    ...posted,
    path: '/task/{id}/return',
    summary: 'Goes back to an earlier task',
    description:
      'By the assignee, or with BPMN_TASK_MANAGE. What came of the earlier task ends, in every branch; nothing is lost at joins.',
    body: { kind: 'json', schema: SvcBpmnReturnTaskModel, optional: true },
    reply: planReply,
    errors: [...openErrors, 'RETURN_NOT_POSSIBLE', 'VERSION_CONFLICT'],
  }),
  withdrawTask: operation({
    ...posted,
    path: '/task/{id}/withdraw',
    summary: 'Takes a completed task back',
    description: 'By who completed it, while nothing after it was completed by anyone.',
    body: { kind: 'json', schema: SvcBpmnWithdrawTaskModel, optional: true },
    reply: planReply,
    errors: [
      'TASK_NOT_FOUND',
      'INSTANCE_SUSPENDED',
      'PROCESS_EXECUTION_FAILED',
      'WITHDRAW_NOT_POSSIBLE',
      'VERSION_CONFLICT',
    ],
  }),
  jumpTask: operation({
    ...posted,
    access: authority('BPMN_INSTANCE_MANAGE'),
    path: '/task/{id}/jump',
    summary: 'Goes from a task to any elements',
    description: 'The task ends, and the elements begin.',
    body: { kind: 'json', schema: SvcBpmnJumpTaskModel },
    reply: planReply,
    errors: [
      'TASK_NOT_FOUND',
      'TASK_ALREADY_COMPLETED',
      'PROCESS_EXECUTION_FAILED',
      'MODIFICATION_NOT_POSSIBLE',
      'VERSION_CONFLICT',
    ],
  }),
  throwTaskError: operation({
    ...posted,
    path: '/task/{id}/error',
    summary: 'Throws an error from a task',
    description: 'By the assignee, or with BPMN_TASK_MANAGE. An error that nobody catches changes nothing.',
    body: {
      kind: 'json',
      schema: closed(
        {
          code: thrown('error'),
          message: optional(text('Message of the error.', { maxLength: textMax })),
          variables: variablesField('What the error brings.'),
        },
        'SvcBpmnTaskErrorModel',
      ),
      limitBytes: variablesBodyBytesMax,
    },
    reply: instanceReply,
    errors: [...openErrors, 'VARIABLE_TOO_LARGE'],
  }),
  throwTaskEscalation: operation({
    ...posted,
    path: '/task/{id}/escalate',
    summary: 'Throws an escalation from a task',
    description: 'By the assignee, or with BPMN_TASK_MANAGE. The task stays open unless what catches it ends it.',
    body: {
      kind: 'json',
      schema: closed(
        { code: thrown('escalation'), variables: variablesField('What the escalation brings.') },
        'SvcBpmnTaskEscalationModel',
      ),
      limitBytes: variablesBodyBytesMax,
    },
    reply: instanceReply,
    errors: [...openErrors, 'VARIABLE_TOO_LARGE'],
  }),
} as const;
