// Declares what can be seen of a version of a process as a whole: what runs and fails at its elements, and how long they take.
import type { Static } from 'typebox';
import { anyCaseChoice, closed, dateTime, integer, list, maybe, nullable, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { definitionIdMax } from './deployment-models.ts';
import { SvcBpmnDefinitionCountsModel } from './repository-models.ts';

const instanceIdMax = 64;
/** Durations are those of so many instances: enough for a percentile, and read in less than a second. */
export const sampledInstancesMax = 1_000;
export const sampledDays = 31;

const count = (description: string) => integer(description, { minimum: 0 });
const element = {
  elementId: text('Id of the element.'),
  elementName: nullable(text('Name of the element.')),
  elementType: text('Type of the element.'),
  running: count(
    'Tokens that wait there: at a task, an event, a job, a call. Those that wait at a join alone are not found.',
  ),
  incidents: count('Incidents there that nobody has resolved.'),
} as const;

export const SvcBpmnDefinitionStatisticsModel = closed(
  {
    processDefinitionId: text('The version.'),
    counts: SvcBpmnDefinitionCountsModel,
    sampledInstances: count(
      `Ended instances whose activities were measured: the newest ${sampledInstancesMax} that began within ${sampledDays} days.`,
    ),
    sampledFrom: nullable(dateTime('When the first of them began; null when there are none.')),
    elements: list(
      closed(
        {
          ...element,
          completed: count('Activities there that the measured instances completed.'),
          meanDurationMillis: nullable(integer('Milliseconds that these took on average; null when there are none.')),
          p95DurationMillis: nullable(integer('Milliseconds in which 95 of 100 of them were done.')),
        },
        'SvcBpmnElementStatisticsModel',
      ),
      'Elements at which something is or was, in the order of the model.',
    ),
  },
  'SvcBpmnDefinitionStatisticsModel',
);
export type SvcBpmnDefinitionStatisticsModel = Static<typeof SvcBpmnDefinitionStatisticsModel>;

export const SvcBpmnDiagramModel = closed(
  {
    processDefinitionId: text('The version.'),
    processInstanceId: nullable(text('The instance whose marks these are; null: of all that run.')),
    elements: list(
      closed(
        {
          ...element,
          completed: nullable(count('How often the instance has completed it; null without an instance.')),
        },
        'SvcBpmnElementMarkModel',
      ),
      'Elements that have a mark, in the order of the model.',
    ),
    flows: list(
      closed(
        { flowId: text('Id of the sequence flow.'), taken: count('How often the instance has taken it.') },
        'SvcBpmnFlowMarkModel',
      ),
      'Sequence flows that the instance has taken; empty without an instance.',
    ),
  },
  'SvcBpmnDiagramModel',
);
export type SvcBpmnDiagramModel = Static<typeof SvcBpmnDiagramModel>;

const params = closed({ id: text('Definition id.', { minLength: 1, maxLength: definitionIdMax }) });
const read = { method: 'GET', access: authority('BPMN_DEFINITION_VIEW'), effect: 'read', params } as const;

export const statisticsOperations = {
  getDefinitionStatistics: operation({
    ...read,
    path: '/repository/definitions/{id}/statistics',
    summary: 'What runs and fails at the elements of a version, and how long they take',
    description:
      'Instances of the tenant of the caller. What runs is exact; durations are those of the newest ended instances, ' +
      `${sampledInstancesMax} at most.`,
    reply: { kind: 'json', schema: SvcBpmnDefinitionStatisticsModel },
    errors: ['DEFINITION_NOT_FOUND'],
  }),
  getDefinitionDiagram: operation({
    ...read,
    path: '/repository/definitions/{id}/diagram',
    summary: 'Marks for the drawing of a version: tokens, incidents, the way of an instance',
    description:
      'Of all instances of the tenant that run, or of one that the caller may see, running or ended. Where elements are drawn says ' +
      '/repository/model/{id}; the drawing is the business of whoever shows it.',
    query: closed({
      format: anyCaseChoice(['JSON'], 'The marks alone, as JSON.'),
      processInstanceId: maybe(text('Instance of this version.', { minLength: 1, maxLength: instanceIdMax })),
    }),
    reply: { kind: 'json', schema: SvcBpmnDiagramModel },
    errors: ['DEFINITION_NOT_FOUND', 'INSTANCE_NOT_FOUND'],
  }),
} as const;
