// Declares how deployed definitions are switched on and off by their key, and found.
import { closed, list, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  definitionKeyMax,
  SvcBpmnActivateProcessDefinitionModel,
  SvcBpmnSuspendProcessDefinitionModel,
} from '../../bpmn-engine/repository/deployment-models.ts';
import { SvcBpmnProcessDefinitionModel } from '../../bpmn-engine/repository/repository-models.ts';

const manage = authority('BPMN_DEFINITION_MANAGE');

export const adminDefinitionOperations = {
  activateProcessDefinition: operation({
    method: 'POST',
    path: '/admin/repository/activate',
    listed: true,
    summary: 'Activates every version of a process',
    description: 'Exactly one of key and id. What is active already stays so. In the future it is done then.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnActivateProcessDefinitionModel },
    errors: ['DEFINITION_NOT_FOUND'],
  }),
  suspendProcessDefinition: operation({
    method: 'POST',
    path: '/admin/repository/suspend',
    listed: true,
    summary: 'Suspends every version of a process',
    description:
      'Exactly one of key and id. Afterwards nothing starts of these versions: by key, by id, by a message, a signal or a timer.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnSuspendProcessDefinitionModel },
    errors: ['DEFINITION_NOT_FOUND'],
  }),
  findLatestProcessDefinitionByKey: operation({
    method: 'GET',
    path: '/admin/repository/latest/by-key/{key}',
    listed: true,
    summary: 'The latest version of a process',
    description:
      'The highest version in each tenant that the caller may see, that of the own tenant first; suspended ones too. Empty where there is none.',
    access: authority('BPMN_DEFINITION_VIEW'),
    effect: 'read',
    params: closed({ key: text('Key of the process.', { minLength: 1, maxLength: definitionKeyMax }) }),
    reply: { kind: 'json', schema: list(SvcBpmnProcessDefinitionModel, 'One for each tenant.') },
  }),
} as const;
