// Declares what managers see of the executions of an instance, what they do with their variables, and what they throw from them.
import { page } from '../../../models/paging.ts';
import { closed, flag, list, maybe, text } from '../../../models/schema.ts';
import { authority, ownOr } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcBpmnProcessInstanceModel,
  SvcBpmnTypedValue,
  variableNamePattern,
  variablesBodyBytesMax,
} from '../instance-models.ts';
import {
  SvcBpmnExecutionModel,
  SvcBpmnExecutionQueryModel,
  SvcBpmnExecutionTreeModel,
  SvcBpmnSetVariablesModel,
  SvcBpmnThrowErrorModel,
  SvcBpmnThrowEscalationModel,
  SvcBpmnVariableModel,
  treeExecutionsMax,
} from './execution-models.ts';

const engineIdMax = 64;
const namesMax = 16_384;

const id = text('Id of the execution, or of the instance.', { minLength: 1, maxLength: engineIdMax });
const params = closed({ id });
const variableParams = closed({ id, name: text('Name of the variable.', { pattern: variableNamePattern }) });
const local = maybe(flag('Of this execution alone, whatever lies around it; default false.'));
const query = closed({ local });
const managed = authority('BPMN_INSTANCE_MANAGE');
const read = { method: 'GET', access: managed, effect: 'read', query } as const;
const write = { access: managed, effect: 'write', query } as const;
const readErrors = ['EXECUTION_NOT_FOUND', 'INSTANCE_ENDED'] as const;
const writeErrors = [...readErrors, 'PROCESS_EXECUTION_FAILED'] as const;
const setErrors = [...writeErrors, 'VARIABLE_TOO_LARGE', 'EXECUTION_NOT_ACTIVE'] as const;
const places =
  'Each is set where it is visible, walking outward, else on the instance; local sets it here. Conditions that become true fire. ' +
  'Bodies up to 8 MiB.';
const thrown = {
  method: 'POST',
  access: managed,
  effect: 'write',
  params,
  reply: { kind: 'json', schema: SvcBpmnProcessInstanceModel },
  errors: ['EXECUTION_NOT_FOUND', 'INSTANCE_SUSPENDED', 'PROCESS_EXECUTION_FAILED', 'VARIABLE_TOO_LARGE'],
} as const;

export const executionOperations = {
  getExecutionTree: operation({
    method: 'GET',
    path: '/process-instance/{id}/tree',
    summary: 'Where an instance stands, as a tree',
    description:
      'Scopes, iterations and called instances, each inside what it belongs to. Instances that the caller started; any of the ' +
      `tenant with BPMN_INSTANCE_VIEW. At most ${treeExecutionsMax} executions.`,
    access: ownOr('BPMN_INSTANCE_VIEW'),
    effect: 'read',
    params: closed({ id: text('Id of the instance.', { minLength: 1, maxLength: engineIdMax }) }),
    reply: { kind: 'json', schema: SvcBpmnExecutionTreeModel },
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_ENDED', 'RESULT_TOO_LARGE'],
  }),
  queryExecutions: operation({
    method: 'POST',
    path: '/runtime/executions/page',
    summary: 'Pages the executions of an instance',
    description: 'The process itself is the first of them; called instances have their own.',
    access: managed,
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnExecutionQueryModel },
    reply: { kind: 'json', schema: page(SvcBpmnExecutionModel) },
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_ENDED'],
  }),
  getExecutionVariables: operation({
    ...read,
    path: '/runtime/executions/{id}/variables',
    summary: 'The variables visible from an execution, with their types',
    description: 'In order of their names; inner ones shadow outer ones.',
    params,
    reply: { kind: 'json', schema: list(SvcBpmnVariableModel, 'Variables.') },
    errors: readErrors,
  }),
  setExecutionVariables: operation({
    ...write,
    method: 'PUT',
    path: '/runtime/executions/{id}/variables',
    summary: 'Sets variables of an execution',
    description: `All or none. ${places}`,
    params,
    body: { kind: 'json', schema: SvcBpmnSetVariablesModel, limitBytes: variablesBodyBytesMax },
    errors: setErrors,
  }),
  deleteExecutionVariables: operation({
    ...write,
    method: 'DELETE',
    path: '/runtime/executions/{id}/variables',
    summary: 'Removes variables of an execution',
    description: 'All or none; of each the innermost that is visible.',
    params,
    query: closed({
      local,
      names: text('Names of the variables, separated by commas.', { minLength: 1, maxLength: namesMax }),
    }),
    errors: [...writeErrors, 'VARIABLE_NOT_FOUND'],
  }),
  getExecutionVariable: operation({
    ...read,
    path: '/runtime/executions/{id}/variables/{name}',
    summary: 'One variable, with its type',
    description: 'The innermost of its name that is visible from the execution.',
    params: variableParams,
    reply: { kind: 'json', schema: SvcBpmnVariableModel },
    errors: [...readErrors, 'VARIABLE_NOT_FOUND'],
  }),
  setExecutionVariable: operation({
    ...write,
    method: 'PUT',
    path: '/runtime/executions/{id}/variables/{name}',
    summary: 'Sets a variable of an execution to a value with a type',
    description: places,
    params: variableParams,
    body: { kind: 'json', schema: SvcBpmnTypedValue, limitBytes: variablesBodyBytesMax },
    errors: setErrors,
  }),
  deleteExecutionVariable: operation({
    ...write,
    method: 'DELETE',
    path: '/runtime/executions/{id}/variables/{name}',
    summary: 'Removes a variable of an execution',
    description: 'The innermost of its name that is visible. Conditions that become true fire.',
    params: variableParams,
    errors: [...writeErrors, 'VARIABLE_NOT_FOUND'],
  }),
  getExecutionVariableData: operation({
    ...read,
    path: '/runtime/executions/{id}/variables/{name}/data',
    summary: 'The bytes of a variable, as a file',
    description:
      'Of a variable that holds bytes these; text as UTF-8, anything else as JSON. In Base64 for application/json.',
    params: variableParams,
    reply: {
      kind: 'json-or-bytes',
      schema: text('The bytes in Base64.'),
      mediaTypes: ['application/octet-stream'],
    },
    errors: [...readErrors, 'VARIABLE_NOT_FOUND'],
  }),
  throwExecutionError: operation({
    ...thrown,
    path: '/runtime/executions/{id}/throw-error',
    summary: 'Throws an error from an execution',
    description: 'As if its activity had thrown it; one that nobody catches changes nothing. Bodies up to 8 MiB.',
    body: { kind: 'json', schema: SvcBpmnThrowErrorModel, limitBytes: variablesBodyBytesMax },
  }),
  throwExecutionEscalation: operation({
    ...thrown,
    path: '/runtime/executions/{id}/escalate',
    summary: 'Throws an escalation from an execution',
    description: 'Its activity goes on unless whoever catches it ends it. Bodies up to 8 MiB.',
    body: { kind: 'json', schema: SvcBpmnThrowEscalationModel, limitBytes: variablesBodyBytesMax },
  }),
} as const;
