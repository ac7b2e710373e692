// Declares the streams of what happens in an instance, and to the tasks of the caller.
import { choice, closed, dateTime, integer, list, nullable, text } from '../../../models/schema.ts';
import { authority, ownOr } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { instanceEndStates } from '../instance-models.ts';

const engineIdMax = 64;

export const taskChanges = ['CREATED', 'CHANGED', 'COMPLETED', 'CANCELLED'] as const;

export const SvcBpmnInstanceChangeModel = closed(
  {
    processInstanceId: text('Instance.'),
    version: integer('Revision of the instance from then on.'),
    time: dateTime('When it changed.'),
    endState: nullable(choice(instanceEndStates, 'How it ended with this change; null while it runs.')),
  },
  'SvcBpmnInstanceChangeModel',
);

export const SvcBpmnTaskChangesModel = closed(
  {
    processInstanceId: text('Instance of the tasks.'),
    version: integer('Revision of the instance from then on.'),
    time: dateTime('When they changed.'),
    tasks: list(
      closed(
        {
          taskId: text('Id of the task.'),
          change: choice(taskChanges, 'What has become of it.'),
        },
        'SvcBpmnTaskChangeModel',
      ),
      'Tasks that are the caller’s, or were before.',
    ),
  },
  'SvcBpmnTaskChangesModel',
);

const resync = closed({}, 'SvcBpmnResyncModel');
export const instanceStreamEvents = { change: SvcBpmnInstanceChangeModel, resync } as const;
export const taskStreamEvents = { tasks: SvcBpmnTaskChangesModel, resync } as const;

const resumed =
  'Open the stream first, then ask: what is committed from its head on is sent. Resumable by Last-Event-ID: up to 10,000 changes are sent ' +
  'again; beyond that resync says that everything has to be asked for anew.';

export const watchOperations = {
  watchProcessInstance: operation({
    method: 'GET',
    path: '/process-instance/{id}/stream',
    summary: 'What changes in an instance, as it happens',
    description: `An event change for every commit of the instance, in their order. ${resumed}`,
    access: ownOr('BPMN_INSTANCE_VIEW'),
    effect: 'read',
    passive: true,
    params: closed({ id: text('Id of the instance.', { minLength: 1, maxLength: engineIdMax }) }),
    reply: { kind: 'event-stream', events: instanceStreamEvents, resumable: true },
    errors: ['INSTANCE_NOT_FOUND'],
  }),
  watchTasks: operation({
    method: 'GET',
    path: '/task/stream',
    summary: 'What becomes of the own tasks, as it happens',
    description:
      'An event tasks for every commit that creates, changes or closes tasks of which the caller is assignee, owner or candidate, or was ' +
      `until then. ${resumed}`,
    access: authority('BPMN_TASK'),
    effect: 'read',
    passive: true,
    reply: { kind: 'event-stream', events: taskStreamEvents, resumable: true },
  }),
} as const;
