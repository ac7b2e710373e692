// Declares how a past moment of an instance is looked at, and how what an instance leaves behind is deleted.
import { type Static, Type } from 'typebox';
import {
  anyMap,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  nullable,
  text,
} from '../../../models/schema.ts';
import { authority, ownOr } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { instanceEndStates, instanceStates } from '../instance-models.ts';

const instanceIdMax = 64;

/** What an element can wait for; DATA is a set of inputs, JOB an asynchronous step, WORK what is done elsewhere. */
export const waitKinds = [
  'MESSAGE',
  'TIMER',
  'SIGNAL',
  'CONDITIONAL',
  'THROWN',
  'TRIGGER',
  'WORK',
  'JOB',
  'DATA',
  'INCIDENT',
] as const;

const element = {
  elementId: text('Id of the element.'),
  elementName: nullable(text('Name of the element.')),
  elementType: text('Type of the element.'),
} as const;

export const SvcBpmnReplayModel = closed(
  {
    processInstanceId: text('The instance.'),
    processDefinitionId: text('Its definition.'),
    at: dateTime('The moment.'),
    state: choice(instanceStates, 'State of the instance then.'),
    endState: nullable(choice(instanceEndStates, 'How it had ended; null while it ran.')),
    endElementIds: list(Type.String(), 'End events that had been reached.'),
    variables: anyMap('Variables of the process.'),
    activities: list(
      closed(
        {
          id: text('Id of the activity instance.'),
          ...element,
          executionId: text('Execution that was in it.'),
          startTime: dateTime('When it had begun.'),
          variables: anyMap('Variables of its own.'),
        },
        'SvcBpmnReplayedActivityModel',
      ),
      'Activities that ran, in the order of their beginnings.',
    ),
    tasks: list(
      closed(
        {
          id: text('Id of the task.'),
          ...element,
          assignee: nullable(text('Assignee then.')),
          owner: nullable(text('Owner then.')),
          candidateUsers: list(Type.String(), 'Candidate users then.'),
          candidateGroups: list(Type.String(), 'Candidate groups then.'),
          createTime: dateTime('When it was created.'),
        },
        'SvcBpmnReplayedTaskModel',
      ),
      'Tasks that were open, with their people as they were called then.',
    ),
    waits: list(
      closed({ ...element, kind: choice(waitKinds, 'What it waited for.') }, 'SvcBpmnReplayedWaitModel'),
      'What was waited for beside tasks.',
    ),
  },
  'SvcBpmnReplayModel',
);
export type SvcBpmnReplayModel = Static<typeof SvcBpmnReplayModel>;

export const SvcBpmnHistoryCleanupModel = closed(
  {
    instances: integer('Instances whose history was deleted, called ones among them.'),
    more: flag('Something may be left: call it again.'),
  },
  'SvcBpmnHistoryCleanupModel',
);
export type SvcBpmnHistoryCleanupModel = Static<typeof SvcBpmnHistoryCleanupModel>;

const params = closed({ id: text('Id of the instance.', { minLength: 1, maxLength: instanceIdMax }) });

export const pastOperations = {
  replayProcessInstance: operation({
    method: 'GET',
    path: '/history/process-instance/{id}/replay',
    summary: 'An instance as it was at a moment',
    description:
      'Rebuilt from its history alone: what had been committed by then. Instances that the caller started; any of the tenant with ' +
      'BPMN_HISTORY_VIEW.',
    access: ownOr('BPMN_HISTORY_VIEW'),
    effect: 'read',
    params,
    query: closed({ at: maybe(dateTime('The moment, not before the start of the instance; default now.')) }),
    reply: { kind: 'json', schema: SvcBpmnReplayModel },
    errors: ['INSTANCE_NOT_FOUND'],
  }),
  deleteProcessInstanceHistory: operation({
    method: 'DELETE',
    path: '/history/process-instance/{id}',
    summary: 'Deletes what an ended instance has left behind',
    description:
      'With that of the instances that it called: nothing of them is found any more. While the instance, or the one that called it, runs ' +
      'it is kept.',
    access: authority('BPMN_HISTORY_DELETE'),
    effect: 'write',
    params,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_NOT_ENDED'],
  }),
  cleanUpHistory: operation({
    method: 'POST',
    path: '/history/cleanup',
    summary: 'Deletes the history of instances whose time is over',
    description:
      'As happens each night: of the tenant, those that ended longer ago than historyTimeToLive of their definition, or else the setting ' +
      'bpmn-engine.history.retention, with those that they called. At most 5,000 outermost instances a call, and nothing while another ' +
      'process is at it.',
    access: authority('BPMN_HISTORY_DELETE'),
    effect: 'write',
    reply: { kind: 'json', schema: SvcBpmnHistoryCleanupModel },
  }),
} as const;
