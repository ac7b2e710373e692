// Process instances as the interface shows them.
import { currentElementsMax, type SvcBpmnProcessInstanceModel } from '@keelson/contract';
import { executionId } from '../interface/part-id.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { FoundInstance } from './instance.service.ts';
import type { InstancePageRow } from './instance.store.ts';

type Variables = SvcBpmnProcessInstanceModel['variables'];
type EndState = SvcBpmnProcessInstanceModel['endState'];

export function isoDate(atMs: number): string {
  return new Date(atMs).toISOString();
}

function isoDateOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoDate(atMs);
}

/** After a command: running, or ended by it. */
export function liveInstanceToWire(live: LiveInstance, variables: Variables): SvcBpmnProcessInstanceModel {
  const { state, compiled, ended } = live;
  const { facts } = state;
  const elements = currentElements(live);
  return {
    id: facts.id,
    processInstanceId: facts.id,
    rootProcessInstanceId: facts.id,
    superProcessInstanceId: null,
    superExecutionId: null,
    processDefinitionId: compiled.id,
    processDefinitionKey: compiled.key,
    processDefinitionName: compiled.name,
    deploymentId: compiled.deploymentId,
    processDefinitionVersion: compiled.version,
    version: live.revision,
    businessKey: facts.businessKey,
    name: facts.name,
    startUserId: facts.startUserId,
    startElementId: facts.startElementId,
    tenantIdentifier: facts.tenantIdentifier,
    state: ended === null ? 'ACTIVE' : 'ENDED',
    ended: ended !== null,
    suspended: false,
    endState: ended === null ? null : ended.endState,
    endElementIds: [...state.endElementIds],
    errorCode: null,
    errorMessage: null,
    errorElementId: null,
    startTime: isoDate(facts.startedAt),
    endTime: ended === null ? null : isoDate(ended.at),
    dueDate: isoDateOrNull(facts.dueAt),
    durationMillis: ended === null ? null : ended.at - facts.startedAt,
    incidentCount: 0,
    priority: facts.priority,
    currentElements: elements,
    currentElementsTruncated: state.tokens.length > elements.length,
    variables,
  };
}

function currentElements({ state, compiled }: LiveInstance): SvcBpmnProcessInstanceModel['currentElements'] {
  return state.tokens.slice(0, currentElementsMax).map((token) => {
    const node = compiled.model.nodes[token.node];
    return {
      executionId: executionId(state.facts.id, token.number),
      elementId: node?.id ?? '',
      elementName: node?.name ?? null,
      elementType: node?.type ?? '',
      since: isoDate(token.since),
    };
  });
}

function endedInstanceToWire(row: InstancePageRow, variables: Variables): SvcBpmnProcessInstanceModel {
  const endedAt = row.ended_at as Date;
  return {
    id: row.id,
    processInstanceId: row.id,
    rootProcessInstanceId: row.id,
    superProcessInstanceId: null,
    superExecutionId: null,
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
    errorCode: null,
    errorMessage: null,
    errorElementId: null,
    startTime: row.started_at.toISOString(),
    endTime: endedAt.toISOString(),
    dueDate: row.due_at === null ? null : row.due_at.toISOString(),
    durationMillis: endedAt.getTime() - row.started_at.getTime(),
    incidentCount: 0,
    priority: row.priority,
    currentElements: [],
    currentElementsTruncated: false,
    variables,
  };
}

export function foundInstanceToWire({ live, row, variables }: FoundInstance): SvcBpmnProcessInstanceModel {
  const wireVariables = variables as Variables;
  if (live !== null) return liveInstanceToWire(live, wireVariables);
  return endedInstanceToWire(row as InstancePageRow, wireVariables);
}
