// Declares the models of what an instance did: its timeline and its activities.
import { type Static, Type } from 'typebox';
import { pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import {
  anyMap,
  choice,
  closed,
  dateTime,
  integer,
  list,
  maybe,
  nullable,
  optional,
  text,
} from '../../models/schema.ts';
import { exactText, from, to } from './instance-models.ts';
import { placeFields } from './task-models.ts';

/** One answer of the timeline holds so many entries. */
export const timelineEntriesMax = 1_000;

export const activityStates = ['ACTIVE', 'COMPLETED', 'TERMINATED', 'FAILED', 'COMPENSATED', 'WITHDRAWN'] as const;

/** What an entry of the timeline can have. */
export const timelineKinds = [
  'INSTANCE_STARTED',
  'INSTANCE_ENDED',
  'INSTANCE_UPDATED',
  'ACTIVITY_STARTED',
  'ACTIVITY_COMPLETED',
  'ACTIVITY_ENDED',
  'FLOW_TAKEN',
  'TOKEN_ENDED',
  'TOKEN_PUT_BACK',
  'VARIABLE_SET',
  'VARIABLE_REMOVED',
  'TASK_CREATED',
  'TASK_ASSIGNED',
  'TASK_UNASSIGNED',
  'TASK_UPDATED',
  'TASK_DELEGATED',
  'TASK_RESOLVED',
  'TASK_COMPLETED',
  'TASK_CANCELLED',
  'CALL_BEGUN',
  'DECISION_MADE',
  'WAIT_OPENED',
  'WAIT_FULFILLED',
  'WAIT_CANCELLED',
  'MESSAGE_SENT',
  'SIGNAL_THROWN',
  'ESCALATION_THROWN',
  'ERROR_THROWN',
  'COMPENSATION_STARTED',
  'INCIDENT_RAISED',
  'SUSPENDED',
  'ACTIVATED',
  'MIGRATED',
  'USER_RENAMED',
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

/** Activities of many instances are asked for within so many days. */
export const activityDaysMax = 31;

export const activitySort = ['startTime', 'endTime', 'elementId', 'elementType'] as const;
export const activitySortStandard = { properties: ['startTime'], direction: 'ASC' } as const;

export const SvcBpmnActivityQueryModel = queryModel(
  {
    pageable: pageable(activitySort, activitySortStandard),
    processInstanceId: exactText('Instance whose activities are wanted.'),
    processDefinitionId: exactText('Activities of every instance of this definition; needs a range.'),
    processDefinitionKey: exactText('Activities of every instance of this process; needs a range.'),
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
