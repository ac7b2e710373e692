// Shows tasks as the interface shows them.
import type { SvcBpmnTaskModel } from '@keelson/contract';
import { isoDate, isoDateOrNull } from '../interface/iso-date.ts';
import { executionId, taskId } from '../interface/part-id.ts';
import type { FoundTask } from './finding/describe-tasks.ts';
import { peopleOf } from './task-people.ts';

export function taskToWire({ row, compiled, variables, returns }: FoundTask): SvcBpmnTaskModel {
  const { assignee, owner, candidateUsers, candidateGroups } = peopleOf(row);
  return {
    id: taskId(row.instance_id, row.number),
    executionId: executionId(row.instance_id, row.token),
    processInstanceId: row.instance_id,
    rootProcessInstanceId: row.root_id ?? row.instance_id,
    processDefinitionId: row.definition_id,
    processDefinitionKey: compiled.key,
    processDefinitionName: compiled.name,
    deploymentId: compiled.deploymentId,
    taskDefinitionKey: row.element_id,
    businessKey: row.business_key,
    tenantIdentifier: row.tenant_identifier,
    name: row.name,
    description: row.description,
    category: row.category,
    formKey: row.form_key,
    assignee,
    owner,
    delegationState: row.delegation,
    candidateUsers: [...candidateUsers],
    candidateGroups: [...candidateGroups],
    laneNames: [...(compiled.nodeById.get(row.element_id)?.laneNames ?? [])],
    state: row.delegation === 'PENDING' ? 'DELEGATED' : assignee === null ? 'UNASSIGNED' : 'ASSIGNED',
    priority: row.priority,
    dueDate: isoDateOrNull(row.due_at),
    followUpDate: isoDateOrNull(row.follow_up_at),
    createTime: isoDate(row.created_at),
    claimTime: isoDateOrNull(row.claimed_at),
    endTime: null,
    durationMillis: null,
    loopCounter: row.loop_counter,
    commentCount: row.comments,
    attachmentCount: row.attachments,
    version: row.version,
    suspended: row.suspended,
    possibleReturns: returns === null ? null : [...returns],
    variables: variables as SvcBpmnTaskModel['variables'],
  };
}
