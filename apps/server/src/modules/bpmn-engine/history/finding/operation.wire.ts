// Shows what a person did as the interface shows it.
import type { SvcBpmnOperationModel } from '@keelson/contract';
import { isoDate } from '../../interface/iso-date.ts';
import { taskId } from '../../interface/part-id.ts';
import type { OperationRow } from './operation.store.ts';

export function operationToWire(row: OperationRow): SvcBpmnOperationModel {
  const { instance_id: instanceId, task_number: task } = row;
  return {
    id: row.id,
    time: isoDate(row.at),
    actor: row.actor,
    operation: row.kind as SvcBpmnOperationModel['operation'],
    processInstanceId: instanceId,
    processDefinitionId: row.definition_id,
    processDefinitionKey: row.definition_key,
    taskId: instanceId === null || task === null ? null : taskId(instanceId, task),
    elementId: row.element_id,
    success: row.success,
    code: row.code,
    detail: row.detail,
    tenantIdentifier: row.tenant_identifier,
  };
}
