// Declares the models of executions, which are the places where an instance stands, and of the variables that are seen there.
import { type Static, Type } from 'typebox';
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
import { exactText, typedVariablesField, variablesField, variableTypes } from '../instance-models.ts';

const instanceIdMax = 64;
const codeMax = 255;
const messageMax = 4_000;

/** One tree has so many executions at most, those of called instances included. */
export const treeExecutionsMax = 5_000;

export const executionStates = ['ACTIVE', 'WAITING', 'SUSPENDED'] as const;

const executionFields = {
  id: text('Id of the execution; of the process itself that of the instance.'),
  parentId: nullable(text('Execution around it; null of an outermost instance.')),
  processInstanceId: text('Instance.'),
  elementId: text('Element where it stands; of the process itself the key of the definition.'),
  elementName: nullable(text('Name of the element; of a user task that of its open task.')),
  elementType: text('Type of the element; of the process itself process.'),
  state: choice(executionStates, 'WAITING is a token that waits for others, before its element begins.'),
  since: dateTime('Since when.'),
  loopCounter: nullable(integer('Number of the iteration, from 0; null of what is none.')),
  incidentIds: list(Type.String(), 'Open incidents here.'),
} as const;

export const SvcBpmnExecutionModel = closed(executionFields, 'SvcBpmnExecutionModel');
export type SvcBpmnExecutionModel = Static<typeof SvcBpmnExecutionModel>;

export const SvcBpmnExecutionTreeModel = closed(
  {
    ...executionFields,
    children: list(
      anyValue('SvcBpmnExecutionTreeModel.'),
      'Executions inside it, in order; of a call activity the instance that it called.',
    ),
  },
  'SvcBpmnExecutionTreeModel',
);
export type SvcBpmnExecutionTreeModel = Omit<Static<typeof SvcBpmnExecutionTreeModel>, 'children'> & {
  readonly children: readonly SvcBpmnExecutionTreeModel[];
};

export const executionSort = ['since', 'elementId', 'elementType'] as const;
export const executionSortStandard = { properties: ['since'], direction: 'ASC' } as const;

export const SvcBpmnExecutionQueryModel = queryModel(
  {
    pageable: pageable(executionSort, executionSortStandard),
    processInstanceId: text('Instance whose executions are wanted.', { minLength: 1, maxLength: instanceIdMax }),
    elementId: exactText('At this element.'),
    hasIncident: optional(flag('With open incidents, or without.')),
  },
  'SvcBpmnExecutionQueryModel',
);
export type SvcBpmnExecutionQueryModel = Static<typeof SvcBpmnExecutionQueryModel>;

export const SvcBpmnVariableModel = closed(
  {
    name: text('Name of the variable.'),
    type: choice(variableTypes, 'What the value is.'),
    value: anyValue('The value; bytes in Base64.'),
    executionId: text('Execution that it belongs to; of the process itself that of the instance.'),
    searchable: flag('Queries can filter by it.'),
    size: integer('Bytes as JSON.'),
    version: integer('Revision of the instance that it was read from.'),
  },
  'SvcBpmnVariableModel',
);
export type SvcBpmnVariableModel = Static<typeof SvcBpmnVariableModel>;

export const SvcBpmnSetVariablesModel = closed(
  { variables: variablesField('Variables to set.'), typedVariables: typedVariablesField },
  'SvcBpmnSetVariablesModel',
);
export type SvcBpmnSetVariablesModel = Static<typeof SvcBpmnSetVariablesModel>;

export const SvcBpmnThrowErrorModel = closed(
  {
    code: text('Code of the error.', { minLength: 1, maxLength: codeMax }),
    message: optional(text('Message of the error.', { maxLength: messageMax })),
    variables: variablesField('Variables for the handler.'),
  },
  'SvcBpmnThrowErrorModel',
);
export type SvcBpmnThrowErrorModel = Static<typeof SvcBpmnThrowErrorModel>;

export const SvcBpmnThrowEscalationModel = closed(
  {
    code: text('Code of the escalation.', { minLength: 1, maxLength: codeMax }),
    variables: variablesField('Variables for the handler.'),
  },
  'SvcBpmnThrowEscalationModel',
);
export type SvcBpmnThrowEscalationModel = Static<typeof SvcBpmnThrowEscalationModel>;
