// Declares the models of what an instance did: its timeline and its activities.
import { type Static, Type } from 'typebox';
import { pageable } from '../../models/paging.ts';
import {
  anyMap,
  choice,
  closed,
  dateTime,
  integer,
  list,
  maybe,
  notBuilt,
  nullable,
  optional,
  text,
} from '../../models/schema.ts';
import { exactText, from, to } from './instance-models.ts';
import { placeFields } from './task-models.ts';

/** One answer of the timeline holds so many entries. */
export const timelineEntriesMax = 1_000;

export const activityStates = ['ACTIVE', 'COMPLETED', 'TERMINATED', 'FAILED', 'COMPENSATED', 'WITHDRAWN'] as const;

/** Names what an entry of the timeline tells. */
export const timelineKinds = [
  'instance-started',
  'instance-ended',
  'instance-updated',
  'activity-started',
  'activity-completed',
  'activity-ended',
  'flow-taken',
  'token-ended',
  'token-put-back',
  'variable-set',
  'variable-removed',
  'task-created',
  'task-assigned',
  'task-unassigned',
  'task-updated',
  'task-delegated',
  'task-resolved',
  'task-completed',
  'task-cancelled',
  'call-begun',
  'decision-made',
  'wait-opened',
  'wait-fulfilled',
  'wait-cancelled',
  'message-sent',
  'signal-thrown',
  'escalation-thrown',
  'error-thrown',
  'compensation-started',
  'incident-raised',
  'suspended',
  'activated',
  'migrated',
  'user-renamed',
] as const;

export const SvcBpmnTimelineEntryModel = closed(
  {
    at: dateTime('When it happened.'),
    seq: integer('Number of the entry in its instance.'),
    kind: choice(timelineKinds, 'What happened.'),
    elementId: nullable(text('Id of the element.')),
    elementName: nullable(text('Name of the element.')),
    elementType: nullable(text('Type of the element.')),
    executionId: nullable(text('Execution.')),
    actor: nullable(text('Who caused it.')),
    command: nullable(text('Command that caused it.')),
    detail: nullable(anyMap('What else is known, for example old and new value of a variable.')),
  },
  'SvcBpmnTimelineEntryModel',
);
export type SvcBpmnTimelineEntryModel = Static<typeof SvcBpmnTimelineEntryModel>;

export const timelineQuery = closed({
  cursor: maybe(
    text('nextCursor of the answer before; absent: from the beginning.', { pattern: '^(0|[1-9][0-9]{0,8})$' }),
  ),
});

export const SvcBpmnTimelineModel = closed(
  {
    data: list(SvcBpmnTimelineEntryModel, `Entries in order; at most ${timelineEntriesMax}.`),
    nextCursor: nullable(text('Cursor of the entries after these; null when there are none now.')),
  },
  'SvcBpmnTimelineModel',
);
export type SvcBpmnTimelineModel = Static<typeof SvcBpmnTimelineModel>;

export const SvcBpmnActivityModel = closed(
  {
    id: text('Id of the activity instance.'),
    parentId: nullable(text('Activity instance that contains it.')),
    elementId: text('Id of the element.'),
    elementName: nullable(text('Name of the element.')),
    elementType: text('Type of the element.'),
    ...placeFields,
    taskDefinitionKey: nullable(text('Id of the element, of a user task.')),
    state: choice(activityStates, 'State.'),
    startTime: dateTime('When it began.'),
    endTime: nullable(dateTime('When it ended.')),
    durationMillis: nullable(integer('Milliseconds from start to end.')),
    loopCounter: nullable(integer('Number of the loop instance, from 0.')),
    assignee: nullable(text('Assignee, of a user task.')),
    calledProcessInstanceId: nullable(text('Instance that it called.')),
  },
  'SvcBpmnActivityModel',
);
export type SvcBpmnActivityModel = Static<typeof SvcBpmnActivityModel>;

export const activitySort = ['startTime', 'endTime', 'elementId', 'elementType'] as const;
export const activitySortStandard = { properties: ['startTime'], direction: 'ASC' } as const;

export const SvcBpmnActivityQueryModel = closed(
  {
    pageable: pageable(activitySort, activitySortStandard),
    processInstanceId: text('Instance whose activities are wanted.', { minLength: 1, maxLength: 64 }),
    processDefinitionId: notBuilt(text('Activities of every instance of this definition.')),
    processDefinitionKey: notBuilt(text('Activities of every instance of this process.')),
    elementId: exactText('Of this element.'),
    elementTypes: optional(list(Type.String({ minLength: 1, maxLength: 64 }), 'Of these types.', { maxItems: 50 })),
    states: optional(
      list(choice(activityStates, 'State.'), 'In one of these states; default all.', {
        maxItems: activityStates.length,
      }),
    ),
    assignee: exactText('User tasks of this assignee.'),
    startTimeFrom: from('Begun'),
    startTimeTo: to('Begun'),
  },
  'SvcBpmnActivityQueryModel',
);
export type SvcBpmnActivityQueryModel = Static<typeof SvcBpmnActivityQueryModel>;
