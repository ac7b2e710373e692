// Shows external tasks as the interface shows them.
import type { Variables } from '@keelson/bpmn-core';
import type { SvcBpmnExternalTaskModel } from '@keelson/contract';
import { isoDate, isoDateOrNull } from '../interface/iso-date.ts';
import { executionId, externalTaskId } from '../interface/part-id.ts';
import type { ExternalTaskRow } from './external-task.store.ts';

/** Makes the answer of a task; `variables` are those that a worker asked for, null where nobody did. */
export function externalTaskToWire(row: ExternalTaskRow, variables: Variables | null): SvcBpmnExternalTaskModel {
  return {
    id: externalTaskId(row.instance_id, row.number),
    topic: row.topic,
    workerId: row.worker_id,
    lockedUntil: isoDateOrNull(row.locked_until),
    retries: row.retries,
    errorMessage: row.error_message,
    priority: row.priority,
    createTime: isoDate(row.created_at),
    suspended: row.suspended,
    elementId: row.element_id,
    executionId: executionId(row.instance_id, row.token),
    processInstanceId: row.instance_id,
    processDefinitionId: row.definition_id,
    processDefinitionKey: row.definition_key,
    businessKey: row.business_key,
    tenantIdentifier: row.tenant_identifier,
    variables: variables as SvcBpmnExternalTaskModel['variables'],
    extensionProperties: JSON.parse(row.parameters),
  };
}
