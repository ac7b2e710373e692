// Declares what managers do with a running instance: hold it, let it go on, end it, trigger what waits.
import type { Static } from 'typebox';
import { closed, dateTime, flag, integer, list, optional, text } from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcBpmnProcessInstanceModel, variablesBodyBytesMax, variablesField } from './instance-models.ts';

const engineIdMax = 64;
const elementsMax = 200;
const reasonMax = 4_000;
const nameMax = 255;

export const SvcBpmnCancelInstanceModel = closed(
  {
    reason: optional(text('Why it is ended; stands in the history.', { maxLength: reasonMax })),
    skipListeners: optional(flag('End listeners of the model are not called; default false.')),
  },
  'SvcBpmnCancelInstanceModel',
);
export type SvcBpmnCancelInstanceModel = Static<typeof SvcBpmnCancelInstanceModel>;

export const SvcBpmnUpdateInstanceModel = closed(
  {
    businessKey: optional(text('Key of the case in the own system.', { maxLength: nameMax })),
    name: optional(text('Name of the instance.', { maxLength: nameMax })),
    priority: optional(integer('Priority of the instance.', { minimum: 0, maximum: 100 })),
    dueDate: optional(dateTime('When the instance should have ended.')),
    version: optional(integer('Version that the caller has seen; another one is refused.', { minimum: 1 })),
  },
  'SvcBpmnUpdateInstanceModel',
);
export type SvcBpmnUpdateInstanceModel = Static<typeof SvcBpmnUpdateInstanceModel>;

export const SvcBpmnTriggerModel = closed({ variables: variablesField('Variables to set.') }, 'SvcBpmnTriggerModel');

export const SvcBpmnActivateAdHocModel = closed(
  {
    elementIds: list(text('Id of an activity.', { minLength: 1, maxLength: 255 }), 'Activities to begin.', {
      minItems: 1,
      maxItems: elementsMax,
    }),
  },
  'SvcBpmnActivateAdHocModel',
);

const params = closed({ id: text('Id of the instance.', { minLength: 1, maxLength: engineIdMax }) });
const executionParams = closed({ id: text('Id of the execution.', { minLength: 1, maxLength: engineIdMax }) });
const managed = { access: authority('BPMN_INSTANCE_MANAGE'), effect: 'write' } as const;
const reply = { kind: 'json', schema: SvcBpmnProcessInstanceModel } as const;
const executionErrors = [
  'EXECUTION_NOT_FOUND',
  'EXECUTION_NOT_WAITING',
  'INSTANCE_SUSPENDED',
  'PROCESS_EXECUTION_FAILED',
] as const;

export const instanceOperations = {
  suspendProcessInstance: operation({
    ...managed,
    method: 'POST',
    path: '/process-instance/{id}/suspend',
    summary: 'Holds a running instance',
    description:
      'Its timers, jobs and tasks wait, and so do messages and signals of other instances. Repeating it changes nothing.',
    params,
    reply,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_ENDED'],
  }),
  activateProcessInstance: operation({
    ...managed,
    method: 'POST',
    path: '/process-instance/{id}/activate',
    summary: 'Lets a held instance go on',
    description: 'What fell due meanwhile happens now. Repeating it changes nothing.',
    params,
    reply,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_ENDED', 'PROCESS_EXECUTION_FAILED'],
  }),
  cancelProcessInstance: operation({
    ...managed,
    method: 'DELETE',
    path: '/process-instance/{id}',
    summary: 'Ends a running instance',
    description:
      'It ends as CANCELLED, with its tasks, timers and all instances that it called. Its history stays. One that another instance called ' +
      'leaves that with an incident CALL_TARGET; while that is suspended it is 409.',
    params,
    body: { kind: 'json', schema: SvcBpmnCancelInstanceModel, optional: true },
    reply,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_ENDED', 'INSTANCE_SUSPENDED'],
  }),
  updateProcessInstance: operation({
    ...managed,
    method: 'PUT',
    path: '/process-instance/{id}',
    summary: 'Changes business key, name, priority and due date of a running instance',
    description:
      'Fields that are left out stay, null empties. Tasks that are open keep their priority and due date; messages find the ' +
      'instance by its new key.',
    params,
    body: { kind: 'json', schema: SvcBpmnUpdateInstanceModel },
    reply,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_ENDED', 'VERSION_CONFLICT', 'BUSINESS_KEY_IN_USE'],
  }),
  triggerExecution: operation({
    ...managed,
    method: 'POST',
    path: '/runtime/executions/{id}/trigger',
    summary: 'Lets a waiting execution go on',
    description: 'A receive task without message, a triggerable task, or a manual task that waits. Bodies up to 8 MiB.',
    params: executionParams,
    body: { kind: 'json', schema: SvcBpmnTriggerModel, optional: true, limitBytes: variablesBodyBytesMax },
    reply,
    errors: [...executionErrors, 'VARIABLE_TOO_LARGE'],
  }),
  activateAdHoc: operation({
    ...managed,
    method: 'POST',
    path: '/runtime/executions/{id}/ad-hoc/activate',
    summary: 'Begins activities of an ad-hoc sub-process',
    description: 'Those that are enabled; none begins where one is not.',
    params: executionParams,
    body: { kind: 'json', schema: SvcBpmnActivateAdHocModel },
    reply,
    errors: [...executionErrors, 'AD_HOC_NOT_ENABLED'],
  }),
  completeAdHoc: operation({
    ...managed,
    method: 'POST',
    path: '/runtime/executions/{id}/ad-hoc/complete',
    summary: 'Ends an ad-hoc sub-process',
    description: 'As if its condition had come true.',
    params: executionParams,
    reply,
    errors: executionErrors,
  }),
} as const;
