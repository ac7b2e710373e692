// Shows process instances that were looked up, as the interface shows them.
import type { SvcBpmnProcessInstanceModel } from '@keelson/contract';
import { isoDate, isoDateOrNull } from '../interface/iso-date.ts';
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import { executionId } from '../interface/part-id.ts';
import { type EndError, NO_ERROR } from '../runtime/state/live-instance.ts';
import type { FoundInstance } from './instance.service.ts';
import type { InstancePageRow } from './instance.store.ts';

type Variables = SvcBpmnProcessInstanceModel['variables'];
type EndState = SvcBpmnProcessInstanceModel['endState'];

function endedInstanceToWire(row: InstancePageRow, variables: Variables): SvcBpmnProcessInstanceModel {
  const endedAt = row.ended_at as Date;
  const error: EndError = row.end_error === null ? NO_ERROR : JSON.parse(row.end_error);
  return {
    id: row.id,
    processInstanceId: row.id,
    rootProcessInstanceId: row.root_id ?? row.id,
    superProcessInstanceId: row.caller_id,
    superExecutionId: row.caller_id === null ? null : executionId(row.caller_id, row.caller_token ?? 0),
    processDefinitionId: row.definition_id,
    processDefinitionKey: row.definition_key,
    processDefinitionName: row.definition_name,
    deploymentId: row.deployment_id,
    processDefinitionVersion: row.definition_version,
    version: row.revision,
    businessKey: row.business_key,
    name: row.name,
    startUserId: row.start_user_id,
    startElementId: row.start_element_id,
    tenantIdentifier: row.tenant_identifier,
    state: 'ENDED',
    ended: true,
    suspended: false,
    endState: row.end_state as EndState,
    endElementIds: JSON.parse(row.end_element_ids ?? '[]'),
    errorCode: error.code,
    errorMessage: error.message,
    errorElementId: error.elementId,
    startTime: isoDate(row.started_at),
    endTime: isoDate(endedAt),
    lastChangeTime: isoDate(row.changed_at),
    dueDate: isoDateOrNull(row.due_at),
    durationMillis: endedAt.getTime() - row.started_at.getTime(),
    incidentCount: row.incident_count,
    priority: row.priority,
    currentElements: [],
    currentElementsTruncated: false,
    variables,
  };
}

export function foundInstanceToWire({ live, row, variables }: FoundInstance): SvcBpmnProcessInstanceModel {
  const wireVariables = variables as Variables;
  if (live !== null) {
    const shown = liveInstanceToWire(live, wireVariables);
    return row === null ? shown : { ...shown, incidentCount: row.incident_count };
  }
  return endedInstanceToWire(row as InstancePageRow, wireVariables);
}
