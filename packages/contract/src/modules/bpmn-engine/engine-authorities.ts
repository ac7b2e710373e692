// Declares the authorities of the BPMN engine.
import { systemAuthorities, tenantAuthorities } from '../../operations/authorities.ts';

export const engineAuthorities = [
  ...tenantAuthorities(
    [
      ['BPMN_TASK', 'Work on tasks', 'See and work on own and candidate tasks.'],
      ['BPMN_INSTANCE_START', 'Start processes', 'Start instances of process definitions.'],
      ['BPMN_DEFINITION_VIEW', 'View definitions', 'See process definitions and their models.'],
    ],
    ['ROLE_USER'],
  ),
  ...tenantAuthorities([
    ['BPMN_DEPLOY', 'Deploy', 'Deploy process files.'],
    ['BPMN_DEFINITION_MANAGE', 'Manage definitions', 'Activate and suspend process definitions.'],
    ['BPMN_INSTANCE_VIEW', 'View instances', 'See the process instances of everybody.'],
    ['BPMN_INSTANCE_MANAGE', 'Manage instances', 'Change running process instances and their variables.'],
    ['BPMN_TASK_VIEW_ALL', 'View all tasks', 'See the tasks of everybody.'],
    ['BPMN_TASK_MANAGE', 'Manage tasks', 'Change and complete the tasks of everybody.'],
    ['BPMN_EVENT', 'Send events', 'Correlate messages and throw signals.'],
    ['BPMN_WORKER', 'Work on external tasks', 'Fetch and complete external tasks.'],
    ['BPMN_JOB_MANAGE', 'Manage jobs', 'See and change jobs, incidents and batches.'],
    ['BPMN_HISTORY_VIEW', 'View history', 'See the history of every instance.'],
    ['BPMN_HISTORY_DELETE', 'Delete history', 'Delete the history of ended instances.'],
  ]),
  ...systemAuthorities([['BPMN_TEST', 'Test mode', 'Move the clock of a test installation.']]),
];
