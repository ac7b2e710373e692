// Declares what operators see of failures, one by one and in groups, and how they mend them.
import type { Static } from 'typebox';
import { page, pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import {
  anyCaseChoice,
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
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { containedText, exactText, variablesBodyBytesMax, variablesField } from '../instance-models.ts';

const engineIdMax = 64;
const annotationMax = 4_000;
/** More groups than this are refused, never cut. */
export const incidentGroupsMax = 1_000;

export const incidentTypes = [
  'FAILED_JOB',
  'FAILED_EXTERNAL_TASK',
  'FAILED_COMMAND',
  'UNCAUGHT_ERROR',
  'STUCK_TOKENS',
  'BURST_LIMIT',
  'CALL_TARGET',
] as const;

export const SvcBpmnIncidentModel = closed(
  {
    id: text('Id of the incident.'),
    type: choice(incidentTypes, 'What kind of failure it is.'),
    code: text('Code of the failure.'),
    elementId: nullable(text('Element that failed; where it lies in another instance that of the job.')),
    elementName: nullable(text('Name of that element.')),
    executionId: nullable(text('Execution that waits there.')),
    processInstanceId: nullable(text('Instance.')),
    processDefinitionId: nullable(text('Definition.')),
    processDefinitionKey: nullable(text('Key of the process.')),
    businessKey: nullable(text('Business key of the instance.')),
    jobId: nullable(text('Job that failed; null where none did.')),
    message: text('What went wrong.'),
    detail: nullable(text('More of it: a stack trace of a worker, or the element of another instance that failed.')),
    createTime: dateTime('When it was raised.'),
    resolvedTime: nullable(dateTime('When it was resolved; null while it is open.')),
    annotation: nullable(text('Note of an operator.')),
  },
  'SvcBpmnIncidentModel',
);
export type SvcBpmnIncidentModel = Static<typeof SvcBpmnIncidentModel>;

export const incidentSort = ['createTime', 'type'] as const;
export const incidentSortStandard = { properties: ['createTime'], direction: 'DESC' } as const;

const incidentFilters = {
  types: optional(list(choice(incidentTypes, 'Type.'), 'Of one of these types.', { maxItems: incidentTypes.length })),
  processInstanceId: exactText('Of this instance.'),
  processDefinitionId: exactText('Of this version of a definition.'),
  processDefinitionKey: exactText('Of any version of this process.'),
  businessKey: exactText('Of an instance with this business key.'),
  elementId: exactText('Of this element.'),
  code: exactText('Of this code.'),
  message: containedText('Message'),
  resolved: optional(flag('Resolved ones, or open ones; default open ones.')),
} as const;

export const SvcBpmnIncidentQueryModel = queryModel(
  { pageable: pageable(incidentSort, incidentSortStandard), ...incidentFilters },
  'SvcBpmnIncidentQueryModel',
);
export type SvcBpmnIncidentQueryModel = Static<typeof SvcBpmnIncidentQueryModel>;

const { resolved: _resolved, ...ofOpenOnes } = incidentFilters;
/** Names open incidents by what they have in common, for what is done with all of them. */
export const SvcBpmnIncidentSelectionModel = queryModel(ofOpenOnes, 'SvcBpmnIncidentSelectionModel');
export type SvcBpmnIncidentSelectionModel = Static<typeof SvcBpmnIncidentSelectionModel>;

export const incidentGroupings = ['PROCESS_DEFINITION_KEY', 'ELEMENT_ID', 'CODE', 'MESSAGE'] as const;
/** Messages often name an instance each, so they make groups only where somebody asks for it. */
export const incidentGroupingStandard = ['PROCESS_DEFINITION_KEY', 'ELEMENT_ID', 'CODE'] as const;

export const SvcBpmnIncidentGroupQueryModel = queryModel(
  {
    ...incidentFilters,
    by: optional(
      list(
        anyCaseChoice(incidentGroupings, 'Part of what makes a group.'),
        `What incidents of one group have in common; default ${incidentGroupingStandard.join(', ')}.`,
        { minItems: 1, maxItems: incidentGroupings.length },
      ),
    ),
  },
  'SvcBpmnIncidentGroupQueryModel',
);
export type SvcBpmnIncidentGroupQueryModel = Static<typeof SvcBpmnIncidentGroupQueryModel>;

export const SvcBpmnIncidentGroupModel = closed(
  {
    processDefinitionKey: nullable(text('Key of the process; null where it makes no groups, or there is none.')),
    elementId: nullable(text('Element that failed; null where it makes no groups, or there is none.')),
    code: nullable(text('Code of the failure; null where it makes no groups.')),
    message: nullable(text('What went wrong; null where it makes no groups.')),
    count: integer('Incidents of the group.', { minimum: 1 }),
    newest: dateTime('When the newest of them was raised.'),
  },
  'SvcBpmnIncidentGroupModel',
);
export type SvcBpmnIncidentGroupModel = Static<typeof SvcBpmnIncidentGroupModel>;

export const incidentActions = ['RETRY', 'SKIP', 'SET_VARIABLES', 'CANCEL'] as const;

export const SvcBpmnResolveIncidentModel = closed(
  {
    action: anyCaseChoice(
      incidentActions,
      'RETRY tries again what failed, SKIP goes on as if it had been done, SET_VARIABLES sets variables and leaves it open, CANCEL ends the instance.',
    ),
    variables: variablesField('Variables to set first, as the failed element sees them.'),
  },
  'SvcBpmnResolveIncidentModel',
);
export type SvcBpmnResolveIncidentModel = Static<typeof SvcBpmnResolveIncidentModel>;

const incidentParams = closed({ id: text('Id of the incident.', { minLength: 1, maxLength: engineIdMax }) });
const access = authority('BPMN_JOB_MANAGE');

export const incidentOperations = {
  queryIncidents: operation({
    method: 'POST',
    path: '/management/incidents/page',
    summary: 'Pages incidents',
    description: 'Failures that wait for an operator, of the tenant of the caller.',
    access,
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnIncidentQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnIncidentModel) },
  }),
  groupIncidents: operation({
    method: 'POST',
    path: '/management/incidents/groups',
    summary: 'Counts incidents by what they have in common',
    description:
      'By the filters of the page, which then finds those of a group. The largest group first, of equal ones the one with the newest ' +
      `incident. At most ${incidentGroupsMax} groups.`,
    access,
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnIncidentGroupQueryModel, optional: true },
    reply: { kind: 'json', schema: list(SvcBpmnIncidentGroupModel, 'Groups, the largest first.') },
    errors: ['RESULT_TOO_LARGE'],
  }),
  resolveIncident: operation({
    method: 'POST',
    path: '/management/incidents/{id}/resolve',
    summary: 'Resolves an incident',
    description: 'A failed job or external task can be tried again, or its instance cancelled. Bodies up to 8 MiB.',
    access,
    effect: 'write',
    params: incidentParams,
    body: { kind: 'json', schema: SvcBpmnResolveIncidentModel, limitBytes: variablesBodyBytesMax },
    errors: [
      'INCIDENT_NOT_FOUND',
      'INCIDENT_NOT_RESOLVABLE',
      'INSTANCE_SUSPENDED',
      'PROCESS_EXECUTION_FAILED',
      'VARIABLE_TOO_LARGE',
    ],
  }),
  annotateIncident: operation({
    method: 'PUT',
    path: '/management/incidents/{id}/annotation',
    summary: 'Writes a note to an incident',
    description: 'Null removes it.',
    access,
    effect: 'write',
    params: incidentParams,
    body: {
      kind: 'json',
      schema: closed(
        { annotation: nullable(text('Note.', { maxLength: annotationMax })) },
        'SvcBpmnIncidentAnnotationModel',
      ),
    },
    errors: ['INCIDENT_NOT_FOUND'],
  }),
} as const;
