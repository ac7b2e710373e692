// Declares the models of deployed files: definitions, their state, their nodes.
import { type Static, Type } from 'typebox';
import { needing } from '../../../models/needs.ts';
import {
  anyCaseChoice,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  nullable,
  optional,
  text,
} from '../../../models/schema.ts';

/** An id has the form `{key}:{version}:{suffix}`: a key of 255, ten digits, eight characters. */
export const definitionIdMax = 275;
export const definitionKeyMax = 255;

export const strictnesses = ['STRICT', 'SPEC', 'LENIENT'] as const;

const processDefinitionId = text('Definition id {key}:{version}:{suffix}; one of id and key is needed.', {
  minLength: 1,
  maxLength: definitionIdMax,
});
const processDefinitionKey = text('Key of the process: every version of it.', {
  minLength: 1,
  maxLength: definitionKeyMax,
});

const stateFields = {
  processDefinitionId: optional(processDefinitionId),
  id: optional(text('The same as processDefinitionId.', { minLength: 1, maxLength: definitionIdMax })),
  processDefinitionKey: optional(processDefinitionKey),
  key: optional(text('The same as processDefinitionKey.', { minLength: 1, maxLength: definitionKeyMax })),
  includeProcessInstances: optional(
    flag('The instances that run, too: a job goes through them after the answer, of type DEFINITION. Default false.'),
  ),
  executionDate: optional(dateTime('When; default now. In the future it is done then, by a job of type DEFINITION.')),
  tenantIdentifier: optional(text('Tenant; default that of the caller, another needs TENANT_ALL.', { maxLength: 64 })),
} as const;

const oneDefinition = {
  fields: ['processDefinitionId', 'id', 'processDefinitionKey', 'key'],
  exclusive: true,
} as const;

export const SvcBpmnActivateProcessDefinitionModel = needing(
  closed(stateFields),
  'SvcBpmnActivateProcessDefinitionModel',
  oneDefinition,
);
export type SvcBpmnActivateProcessDefinitionModel = Static<typeof SvcBpmnActivateProcessDefinitionModel>;
export const SvcBpmnSuspendProcessDefinitionModel = needing(
  closed(stateFields),
  'SvcBpmnSuspendProcessDefinitionModel',
  oneDefinition,
);
export type SvcBpmnSuspendProcessDefinitionModel = Static<typeof SvcBpmnSuspendProcessDefinitionModel>;

/** The form fields of a deployment. */
export const deploymentFields = closed({
  deploymentName: maybe(text('Name of the deployment; default the name of the first file.', { maxLength: 255 })),
  source: maybe(text('Where the files come from.', { maxLength: 255 })),
  strictness: maybe(anyCaseChoice(strictnesses, 'Which rules refuse; default the setting bpmn-engine.strictness.')),
  force: maybe(flag('New versions also of what is unchanged; default false.')),
});

/** Describes one problem of a file; it stands in `errorArguments` of DEPLOYMENT_INVALID. */
export const SvcBpmnProblem = closed(
  {
    ruleId: text('Rule that is broken.'),
    severity: choice(['ERROR', 'WARNING'], 'An error refuses the deployment.'),
    elementId: nullable(text('Element; of several files prefixed by the file.')),
    elementType: nullable(text('Type of the element.')),
    elementName: nullable(text('Name of the element.')),
    line: nullable(integer('Line in the file, from 1.')),
    column: nullable(integer('Column in the line, from 1.')),
    message: text('What is wrong.'),
    help: nullable(text('What to do about it.')),
    file: nullable(text('Name of the file.')),
  },
  'SvcBpmnProblem',
);
export type SvcBpmnProblem = Static<typeof SvcBpmnProblem>;

const point = closed(
  { x: Type.Number({ description: 'From the left.' }), y: Type.Number({ description: 'From the top.' }) },
  'SvcBpmnPoint',
);
const bounds = closed(
  {
    ...point.properties,
    width: Type.Number({ description: 'Width.' }),
    height: Type.Number({ description: 'Height.' }),
  },
  'SvcBpmnBounds',
);

/** Describes one node of a deployed model, in document order. */
export const SvcBpmnModelNodeModel = closed(
  {
    id: text('Id of the element.'),
    type: text('Type of the element, for example userTask.'),
    name: nullable(text('Name of the element.')),
    parentId: nullable(text('Element that contains it.')),
    attachedToId: nullable(text('Activity that a boundary event is attached to.')),
    incoming: list(Type.String(), 'Ids of incoming sequence flows.'),
    outgoing: list(Type.String(), 'Ids of outgoing sequence flows.'),
    triggers: list(Type.String(), 'Types of the event definitions.'),
    documentation: nullable(text('Documentation.')),
    bounds: nullable(bounds, 'Place in the diagram.'),
    waypoints: list(point, 'Points of an edge.'),
    laneIds: list(Type.String(), 'Lanes that contain the element.'),
    properties: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Attributes of the element, extension attributes included.',
    }),
  },
  'SvcBpmnModelNodeModel',
);
export type SvcBpmnModelNodeModel = Static<typeof SvcBpmnModelNodeModel>;
