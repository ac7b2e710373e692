// Declares how an operator ends and begins elements of a running instance, all or nothing.
import type { Static } from 'typebox';
import { anyCaseChoice, closed, flag, list, optional, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { variablesBodyBytesMax, variablesField } from '../instance-models.ts';
import { SvcBpmnChangePlanModel, triedFirst } from './change-plan-models.ts';

const engineIdMax = 64;
const nameMax = 255;
const reasonMax = 4_000;
const instructionsMax = 200;

export const modifyTypes = ['START_BEFORE', 'START_AFTER', 'START_TRANSITION', 'CANCEL'] as const;

export const SvcBpmnModifyInstructionModel = closed(
  {
    type: anyCaseChoice(modifyTypes, 'What is done.'),
    elementId: optional(
      text('Element to begin before or after, or to end; of START_TRANSITION the sequence flow to take.', {
        minLength: 1,
        maxLength: nameMax,
      }),
    ),
    executionId: optional(
      text('Execution to end, with all inside it, of CANCEL; without it every one at the element.', {
        minLength: 1,
        maxLength: engineIdMax,
      }),
    ),
    scopeExecutionId: optional(
      text('Execution of the sub-process to begin in, or the instance; needed where several fit.', {
        minLength: 1,
        maxLength: engineIdMax,
      }),
    ),
    variables: variablesField('Variables to set where it begins, before it does.'),
  },
  'SvcBpmnModifyInstructionModel',
);
export type SvcBpmnModifyInstructionModel = Static<typeof SvcBpmnModifyInstructionModel>;

export const SvcBpmnModifyInstanceModel = closed(
  {
    instructions: list(SvcBpmnModifyInstructionModel, 'What is done, in this order.', {
      minItems: 1,
      maxItems: instructionsMax,
    }),
    skipListeners: optional(flag('Listeners of the model are not called; default false.')),
    skipMappings: optional(flag('Input and output parameters are not evaluated; default false.')),
    reason: optional(text('Why it is done; stands in the event of it.', { maxLength: reasonMax })),
    ...triedFirst,
  },
  'SvcBpmnModifyInstanceModel',
);
export type SvcBpmnModifyInstanceModel = Static<typeof SvcBpmnModifyInstanceModel>;

export const modifyOperations = {
  modifyProcessInstance: operation({
    method: 'POST',
    path: '/process-instance/{id}/modify',
    summary: 'Ends and begins elements of a running instance',
    description:
      'All instructions or none. A scope in which nothing is left ends with its last token; a change that would leave nothing at all is ' +
      'refused: cancel the instance instead. A suspended instance can be changed, too. Bodies up to 8 MiB.',
    access: authority('BPMN_INSTANCE_MANAGE'),
    effect: 'write',
    params: closed({ id: text('Id of the instance.', { minLength: 1, maxLength: engineIdMax }) }),
    body: { kind: 'json', schema: SvcBpmnModifyInstanceModel, limitBytes: variablesBodyBytesMax },
    reply: { kind: 'json', schema: SvcBpmnChangePlanModel },
    errors: [
      'INSTANCE_NOT_FOUND',
      'INSTANCE_ENDED',
      'EXECUTION_NOT_FOUND',
      'MODIFICATION_NOT_POSSIBLE',
      'VERSION_CONFLICT',
      'PROCESS_EXECUTION_FAILED',
      'VARIABLE_TOO_LARGE',
    ],
    idempotent: true,
  }),
} as const;
