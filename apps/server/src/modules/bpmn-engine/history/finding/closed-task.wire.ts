// Shows a closed task as the interface shows it.
import type { SvcBpmnClosedTaskModel } from '@keelson/contract';
import { isoDate, isoDateOrNull } from '../../interface/iso-date.ts';
import { taskId } from '../../interface/part-id.ts';
import type { ClosedTaskRow } from './closed-task.store.ts';

export function closedTaskToWire(row: ClosedTaskRow): SvcBpmnClosedTaskModel {
  return {
    id: taskId(row.instance_id, row.number),
    processInstanceId: row.instance_id,
    processDefinitionId: row.definition_id,
    processDefinitionKey: row.definition_key,
    processDefinitionName: row.definition_name,
    taskDefinitionKey: row.element_id,
    businessKey: row.business_key,
    tenantIdentifier: row.tenant_identifier,
    name: row.name,
    assignee: row.assignee,
    candidateGroups: [...(row.candidate_groups ?? [])],
    priority: row.priority,
    state: row.cancelled ? 'CANCELLED' : 'COMPLETED',
    createTime: isoDate(row.created_at),
    claimTime: isoDateOrNull(row.claimed_at),
    dueDate: isoDateOrNull(row.due_at),
    endTime: isoDate(row.ended_at),
    durationMillis: row.ended_at.getTime() - row.created_at.getTime(),
  };
}
