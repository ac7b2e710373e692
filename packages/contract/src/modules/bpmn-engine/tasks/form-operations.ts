// Declares the forms of tasks and of starts.
import { type Static, Type } from 'typebox';
import { anyMap, anyValue, choice, closed, flag, list, maybe, nullable, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { definitionIdMax } from '../repository/deployment-models.ts';

const engineIdMax = 64;
const elementIdMax = 255;

export const formFieldTypes = [
  'TEXT',
  'TEXT_AREA',
  'PASSWORD',
  'INTEGER',
  'NUMBER',
  'BOOLEAN',
  'CHECKBOX',
  'DATE',
  'DATETIME',
  'TIME',
  'ENUM',
  'LIST',
  'ANY',
] as const;

export const SvcBpmnFormFieldModel = closed(
  {
    id: text('Id of the field.'),
    variable: text('Variable that it shows, and under which its value is sent.'),
    label: nullable(text('What a person reads at the field.')),
    type: choice(
      formFieldTypes,
      'What it takes. CHECKBOX is a BOOLEAN that must be true where it is required, ENUM one of values and LIST several of them, where ' +
        'values has any; DATE, DATETIME and TIME are texts of ISO 8601.',
    ),
    required: flag('It must be filled in, unless it has a value already or a default.'),
    readable: flag('Its value may be shown; else it is null here.'),
    writable: flag('It may be changed.'),
    default: nullable(anyValue('What it begins with, and what an empty one that is not sent is set to.')),
    value: nullable(anyValue('What the variable holds now, else the default.')),
    values: list(
      closed({ id: text('What is sent.'), name: text('What a person reads.') }, 'SvcBpmnFormValueModel'),
      'What it offers.',
    ),
    min: nullable(Type.Number({ description: 'Smallest number.' })),
    max: nullable(Type.Number({ description: 'Largest number.' })),
    minlength: nullable(Type.Number({ description: 'Fewest characters.' })),
    maxlength: nullable(Type.Number({ description: 'Most characters.' })),
    pattern: nullable(text('Regular expression that the whole text matches, of RE2: in linear time.')),
    datePattern: nullable(text('How a person writes the date. It is sent as ISO 8601 whatever this says.')),
  },
  'SvcBpmnFormFieldModel',
);

export const SvcBpmnFormModel = closed(
  {
    taskId: nullable(text('Task; null for the form of a start.')),
    key: nullable(text('Key of the form; null where the model names none.')),
    layout: nullable(
      anyMap(
        'File of a deployed form, for whoever draws it; null for fields of the model, and for a form of somebody else.',
      ),
    ),
    fields: list(SvcBpmnFormFieldModel, 'Fields in the order of the form; none where there is no form.'),
  },
  'SvcBpmnFormModel',
);
export type SvcBpmnFormModel = Static<typeof SvcBpmnFormModel>;

export const formOperations = {
  getTaskForm: operation({
    method: 'GET',
    path: '/task/{id}/form',
    summary: 'The form of an open task',
    description:
      'Fields of the model, or of the deployed form that it names, with what stands in them now. Own and candidate tasks; any of the ' +
      'tenant with BPMN_TASK_VIEW_ALL.',
    access: authority('BPMN_TASK', 'BPMN_TASK_VIEW_ALL'),
    effect: 'read',
    params: closed({ id: text('Id of the task.', { minLength: 1, maxLength: engineIdMax }) }),
    reply: { kind: 'json', schema: SvcBpmnFormModel },
    errors: ['TASK_NOT_FOUND', 'TASK_ALREADY_COMPLETED'],
  }),
  getStartForm: operation({
    method: 'GET',
    path: '/repository/definitions/{id}/start-form',
    summary: 'The form that a version of a process is started with',
    description: 'Fields of the model, or of the deployed form that it names.',
    access: authority('BPMN_DEFINITION_VIEW', 'BPMN_INSTANCE_START'),
    effect: 'read',
    params: closed({ id: text('Definition id.', { minLength: 1, maxLength: definitionIdMax }) }),
    query: closed({
      startElementId: maybe(
        text('Start event; needed where the process has several.', { minLength: 1, maxLength: elementIdMax }),
      ),
    }),
    reply: { kind: 'json', schema: SvcBpmnFormModel },
    errors: ['DEFINITION_NOT_FOUND', 'PROCESS_NOT_EXECUTABLE', 'START_EVENT_AMBIGUOUS', 'START_EVENT_NOT_FOUND'],
  }),
} as const;
