// Declares the models of process instances: start, what is answered, what can be asked for.
import { type Static, Type } from 'typebox';
import { anyOfFilters, pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import {
  anyCaseChoice,
  anyMap,
  anyValue,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  namedAs,
  nullable,
  optional,
  text,
} from '../../models/schema.ts';

export const variablesMax = 500;
/** Requests that carry variables may be larger than the 1 MiB of others. */
export const variablesBodyBytesMax = 8 * 1_024 * 1_024;
export const variableNamePattern = '^[A-Za-z_][A-Za-z0-9_.-]{0,254}$';
export const currentElementsMax = 200;
const nameMax = 255;
const filterListMax = 500;
const namesMax = 50;

export const instanceStates = ['ACTIVE', 'SUSPENDED', 'ENDED'] as const;
export const instanceEndStates = ['COMPLETED', 'TERMINATED', 'ERROR', 'CANCELLED'] as const;

/** Map of variables as requests carry it. */
export function variablesField(description: string) {
  return optional(
    anyMap(`${description} At most ${variablesMax} entries and 4 MiB; names match ${variableNamePattern}.`, {
      maxProperties: variablesMax,
      propertyNames: Type.String({ pattern: variableNamePattern }),
    }),
  );
}

export const variableTypes = [
  'STRING',
  'BOOLEAN',
  'INTEGER',
  'LONG',
  'DOUBLE',
  'DECIMAL',
  'DATE',
  'DATETIME',
  'DURATION',
  'JSON',
  'BYTES',
  'NULL',
] as const;
export type VariableType = (typeof variableTypes)[number];

export const SvcBpmnTypedValue = closed(
  {
    type: anyCaseChoice(variableTypes, 'What the value is held against.'),
    value: Type.Optional(
      anyValue(
        'Number or digits for LONG and DECIMAL, ISO 8601 text for DATE, DATETIME and DURATION, Base64 for BYTES; null fits every type.',
      ),
    ),
  },
  'SvcBpmnTypedValue',
);
export type SvcBpmnTypedValue = Static<typeof SvcBpmnTypedValue>;

/** Map of variables with their types as requests carry it; it wins over the map without types. */
export const typedVariablesField = optional(
  Type.Unsafe<Readonly<Record<string, SvcBpmnTypedValue>>>({
    type: 'object',
    additionalProperties: SvcBpmnTypedValue,
    maxProperties: variablesMax,
    propertyNames: Type.String({ pattern: variableNamePattern }),
    description: `Variables with their types; they win over variables. At most ${variablesMax} entries and 4 MiB.`,
  }),
);

/** Names of the variables to return. */
export const withVariablesField = optional(
  list(text('Name of a variable.', { minLength: 1, maxLength: nameMax }), 'Variables to return.', {
    maxItems: namesMax,
  }),
);

export const variableOperators = ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE', 'LIKE', 'IN'] as const;

export const SvcBpmnVariableCondition = closed(
  {
    name: text('Name of the variable.', { pattern: variableNamePattern }),
    operator: anyCaseChoice(
      variableOperators,
      'LIKE: the text contains the value, whatever the case; IN: the value is a list of at most 100; all others compare with it.',
    ),
    value: Type.Optional(
      anyValue('Text of at most 500 characters, number, boolean or null; it is compared with its like alone.'),
    ),
  },
  'SvcBpmnVariableCondition',
);
export type SvcBpmnVariableCondition = Static<typeof SvcBpmnVariableCondition>;

/** Filters by variables that a definition declares as searchable. */
export const variableFilter = optional(
  list(
    SvcBpmnVariableCondition,
    'Conditions on variables of the process itself, which all have to hold. Versions declare them by keelson:searchable; a name that ' +
      'no version declares is refused.',
    { maxItems: 10 },
  ),
);

export const exactText = (description: string) => optional(text(description, { minLength: 1, maxLength: nameMax }));
export const containedText = (description: string) =>
  optional(text(`${description} contains this, whatever the case.`, { maxLength: nameMax }));
export const exactList = (description: string) =>
  optional(list(text('Exact value.', { minLength: 1, maxLength: nameMax }), description, { maxItems: filterListMax }));
export const from = (what: string) => optional(dateTime(`${what} at or after.`));
export const to = (what: string) => optional(dateTime(`${what} before.`));

/** What a failure does that the request sets off. */
export const onFailureField = optional(
  choice(
    ['ROLLBACK', 'INCIDENT'],
    'What a failure does: nothing has changed and the answer is 422, or what was before the failing element is kept, which has an ' +
      'incident; default what the model says, else ROLLBACK.',
  ),
);

const startFields = {
  businessKey: optional(text('Key of the case in the own system.', { maxLength: nameMax })),
  name: optional(text('Name of the instance.', { maxLength: nameMax })),
  variables: variablesField('Variables of the instance.'),
  typedVariables: typedVariablesField,
  startElementId: optional(
    text(
      'None start event to begin at, needed when the process has several; or an activity of the process, for holders of ' +
        'BPMN_INSTANCE_MANAGE.',
      { minLength: 1, maxLength: nameMax },
    ),
  ),
  definitionVersion: optional(
    integer('Version of the process, by key only; default the latest active one.', {
      minimum: 1,
      maximum: 2_147_483_647,
    }),
  ),
  versionTag: optional(
    text('Version tag of the process, by key only: the latest active version that has it.', {
      minLength: 1,
      maxLength: nameMax,
    }),
  ),
  priority: optional(integer('Priority of the instance.', { minimum: 0, maximum: 100 })),
  dueDate: optional(dateTime('When the instance should have ended.')),
  onFailure: onFailureField,
  returnVariables: optional(flag('The answer carries the variables; default false.')),
  initiator: optional(
    text('Who starts the instance; default the caller, another needs BPMN_INSTANCE_MANAGE.', {
      minLength: 1,
      maxLength: nameMax,
    }),
  ),
  tenantIdentifier: optional(text('Tenant; default that of the caller, another needs TENANT_ALL.', { maxLength: 64 })),
} as const;

export const SvcBpmnStartProcessInstanceModel = closed(startFields, 'SvcBpmnStartProcessInstanceModel');
export type SvcBpmnStartProcessInstanceModel = Static<typeof SvcBpmnStartProcessInstanceModel>;

const namedById = Type.Optional(
  Type.Unsafe<null>({ const: null, description: 'Null: the id names the version already.' }),
);

export const SvcBpmnStartVersionModel = namedAs(
  closed(
    {
      ...startFields,
      definitionVersion: namedById,
      versionTag: namedById,
    },
    'SvcBpmnStartVersionModel',
  ),
  'SvcBpmnStartProcessInstanceModel',
);

export const SvcBpmnCurrentElement = closed(
  {
    executionId: text('Execution that stands there.'),
    elementId: text('Id of the element.'),
    elementName: nullable(text('Name of the element; of a user task that of its open task.')),
    elementType: text('Type of the element.'),
    since: dateTime('Since when.'),
  },
  'SvcBpmnCurrentElement',
);
export type SvcBpmnCurrentElement = Static<typeof SvcBpmnCurrentElement>;

export const SvcBpmnProcessInstanceModel = closed(
  {
    id: text('Id of the instance.'),
    processInstanceId: text('The same as id.'),
    rootProcessInstanceId: text('Outermost instance of a chain of calls.'),
    superProcessInstanceId: nullable(text('Instance that called this one.')),
    superExecutionId: nullable(text('Execution that called this one.')),
    processDefinitionId: text('Definition the instance runs by.'),
    processDefinitionKey: text('Key of the definition.'),
    processDefinitionName: nullable(text('Name of the definition.')),
    deploymentId: text('Deployment of the definition.'),
    processDefinitionVersion: integer('Version of the definition.'),
    version: integer('Revision of the instance, raised by every change.'),
    businessKey: nullable(text('Key of the case in the own system.')),
    name: nullable(text('Name of the instance.')),
    startUserId: nullable(text('Who started the instance.')),
    startElementId: nullable(text('Start event or activity the instance began at.')),
    tenantIdentifier: text('Tenant of the instance.'),
    state: choice(instanceStates, 'State.'),
    ended: flag('True when the state is ENDED.'),
    suspended: flag('True when the state is SUSPENDED.'),
    endState: nullable(choice(instanceEndStates, 'How the instance ended; null while it runs.')),
    endElementIds: list(Type.String(), 'End events reached, in order.'),
    errorCode: nullable(text('Error code, with endState ERROR.')),
    errorMessage: nullable(text('Error message, with endState ERROR.')),
    errorElementId: nullable(text('Element of the error, with endState ERROR.')),
    startTime: dateTime('When the instance began.'),
    endTime: nullable(dateTime('When the instance ended.')),
    lastChangeTime: dateTime('When the instance was last changed: its start, its end, and every commit in between.'),
    dueDate: nullable(dateTime('When the instance should have ended.')),
    durationMillis: nullable(integer('Milliseconds from start to end.')),
    incidentCount: integer('Open incidents.'),
    priority: nullable(integer('Priority of the instance.')),
    currentElements: list(SvcBpmnCurrentElement, `Where the instance stands; at most ${currentElementsMax}.`),
    currentElementsTruncated: flag(`True when it stands at more than ${currentElementsMax} elements.`),
    variables: nullable(anyMap('Variables; null unless asked for.')),
  },
  'SvcBpmnProcessInstanceModel',
);
export type SvcBpmnProcessInstanceModel = Static<typeof SvcBpmnProcessInstanceModel>;

export const instanceSort = [
  'startTime',
  'endTime',
  'dueDate',
  'businessKey',
  'processDefinitionKey',
  'priority',
] as const;
export const instanceSortStandard = { properties: ['startTime'], direction: 'DESC' } as const;

const instanceFilters = {
  ids: exactList('One of these instances.'),
  processDefinitionKeys: exactList('Of one of these definitions.'),
  processDefinitionId: exactText('Of this version of a definition.'),
  businessKey: exactText('With this business key.'),
  rootProcessInstanceId: exactText('Under this outermost instance.'),
  superProcessInstanceId: exactText('Called by this instance.'),
  startUserId: exactText('Started by this user.'),
  currentElementId: exactText(
    'Standing at this element: a task, an external task, a job, a subscription, an incident or a called instance waits there.',
  ),
  businessKeyLike: containedText('Business key'),
  name: containedText('Name'),
  states: optional(
    list(choice(instanceStates, 'State.'), 'One of these; default [ACTIVE, SUSPENDED].', {
      maxItems: instanceStates.length,
    }),
  ),
  endStates: optional(
    list(choice(instanceEndStates, 'End state.'), 'Ended in one of these ways.', {
      maxItems: instanceEndStates.length,
    }),
  ),
  hasIncident: optional(flag('With open incidents, or without.')),
  incidentType: exactText('With an open incident of this type.'),
  startTimeFrom: from('Started'),
  startTimeTo: to('Started'),
  endTimeFrom: from('Ended'),
  endTimeTo: to('Ended'),
  dueDateFrom: from('Due'),
  dueDateTo: to('Due'),
  variables: variableFilter,
} as const;

export const SvcBpmnProcessInstanceFilter = queryModel(instanceFilters, 'SvcBpmnProcessInstanceFilter');
export type SvcBpmnProcessInstanceFilter = Static<typeof SvcBpmnProcessInstanceFilter>;

/** Names instances by what they are, for what is done with all of them. */
export const SvcBpmnInstanceSelectionModel = queryModel(
  { ...instanceFilters, or: anyOfFilters(SvcBpmnProcessInstanceFilter) },
  'SvcBpmnInstanceSelectionModel',
);
export type SvcBpmnInstanceSelectionModel = Static<typeof SvcBpmnInstanceSelectionModel>;

export const SvcBpmnProcessInstanceQueryModel = queryModel(
  {
    pageable: pageable(instanceSort, instanceSortStandard),
    ...instanceFilters,
    or: anyOfFilters(SvcBpmnProcessInstanceFilter),
    withVariables: withVariablesField,
  },
  'SvcBpmnProcessInstanceQueryModel',
);
export type SvcBpmnProcessInstanceQueryModel = Static<typeof SvcBpmnProcessInstanceQueryModel>;
