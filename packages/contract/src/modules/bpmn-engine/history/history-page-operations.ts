// Declares the streams of what happens, and the pages of the past: instances, closed tasks, operations, decisions and variables.
import { page } from '../../../models/paging.ts';
import { ownOr } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcBpmnProcessInstanceModel, SvcBpmnProcessInstanceQueryModel } from '../instance-models.ts';
import {
  SvcBpmnClosedTaskModel,
  SvcBpmnClosedTaskQueryModel,
  SvcBpmnOperationModel,
  SvcBpmnOperationQueryModel,
  SvcBpmnPastDecisionModel,
  SvcBpmnPastDecisionQueryModel,
  SvcBpmnPastVariableModel,
  SvcBpmnPastVariableQueryModel,
} from './history-page-models.ts';
import { watchOperations } from './watch-operations.ts';

const lagHeader = { 'x-svc-history-lag': 'Milliseconds that the page may lag behind; absent when it does not.' };

export const historyPageOperations = {
  ...watchOperations,
  queryHistoryInstances: operation({
    method: 'POST',
    path: '/history/process-instances/page',
    summary: 'Pages process instances, running and ended',
    description:
      'As the page of process instances, for whoever looks back: of any state where none is named, and all of the tenant with ' +
      'BPMN_HISTORY_VIEW; without it those that the caller started.',
    access: ownOr('BPMN_HISTORY_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnProcessInstanceQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnProcessInstanceModel), headers: lagHeader },
    errors: ['VARIABLE_NOT_SEARCHABLE'],
  }),
  queryHistoryTasks: operation({
    method: 'POST',
    path: '/history/tasks/page',
    summary: 'Pages closed tasks',
    description:
      'Tasks that were completed or cancelled; all of the tenant with BPMN_HISTORY_VIEW, else those that the caller had at their end.',
    access: ownOr('BPMN_HISTORY_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnClosedTaskQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnClosedTaskModel), headers: lagHeader },
  }),
  queryHistoryOperations: operation({
    method: 'POST',
    path: '/history/operations/page',
    summary: 'Pages what people did to instances',
    description:
      'What people and operators did, and what they tried and the process could not do (PROCESS_EXECUTION_FAILED), of which nothing else ' +
      'is left. Starts, completions of tasks that nobody else had, messages, signals and the results of workers are here where they failed: those ' +
      'that succeeded stand in the pages of instances and closed tasks, and in the timeline. All of the tenant with BPMN_HISTORY_VIEW, else ' +
      'what the caller did.',
    access: ownOr('BPMN_HISTORY_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnOperationQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnOperationModel), headers: lagHeader },
  }),
  queryHistoryDecisions: operation({
    method: 'POST',
    path: '/history/decisions/page',
    summary: 'Pages the decisions that instances have made',
    description:
      'Each with its inputs, the rules that matched and its results; those that another one needed are among them. Of instances that the ' +
      'caller started; of all of the tenant with BPMN_HISTORY_VIEW.',
    access: ownOr('BPMN_HISTORY_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnPastDecisionQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnPastDecisionModel), headers: lagHeader },
  }),
  queryHistoryVariables: operation({
    method: 'POST',
    path: '/history/variables/page',
    summary: 'Pages the variables that an instance has had',
    description:
      'Each with its last value, those that are gone among them. Instances that the caller started; any of the tenant with ' +
      'BPMN_HISTORY_VIEW.',
    access: ownOr('BPMN_HISTORY_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnPastVariableQueryModel },
    reply: { kind: 'json', schema: page(SvcBpmnPastVariableModel) },
    errors: ['INSTANCE_NOT_FOUND'],
  }),
} as const;
