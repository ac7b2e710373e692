// Shows a running instance, or one that a command has just ended, as the interface shows it.
import { currentElementsMax, type SvcBpmnProcessInstanceModel } from '@keelson/contract';
import { type LiveInstance, NO_ERROR, rootIdOf } from '../runtime/state/live-instance.ts';
import { isoDate, isoDateOrNull } from './iso-date.ts';
import { executionId } from './part-id.ts';
import { placeNamesOf } from './place-names.ts';

/** Makes the answer of every command on an instance, with variables where the caller asked for them. */
export function liveInstanceToWire(
  live: LiveInstance,
  variables: SvcBpmnProcessInstanceModel['variables'] = null,
): SvcBpmnProcessInstanceModel {
  const { state, compiled, call, ended } = live;
  const error = ended?.error ?? NO_ERROR;
  const { facts } = state;
  const elements = currentElements(live);
  return {
    id: facts.id,
    processInstanceId: facts.id,
    rootProcessInstanceId: rootIdOf(live),
    superProcessInstanceId: call === null ? null : call.callerId,
    superExecutionId: call === null ? null : executionId(call.callerId, call.token),
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
    state: ended !== null ? 'ENDED' : state.suspended ? 'SUSPENDED' : 'ACTIVE',
    ended: ended !== null,
    suspended: ended === null && state.suspended,
    endState: ended === null ? null : ended.endState,
    endElementIds: [...state.endElementIds],
    errorCode: error.code,
    errorMessage: error.message,
    errorElementId: error.elementId,
    startTime: isoDate(facts.startedAt),
    endTime: ended === null ? null : isoDate(ended.at),
    lastChangeTime: isoDate(live.changedAt),
    dueDate: isoDateOrNull(facts.dueAt),
    durationMillis: ended === null ? null : ended.at - facts.startedAt,
    incidentCount: live.failedJobs + countIncidents(live),
    priority: facts.priority,
    currentElements: elements,
    currentElementsTruncated: state.tokens.length > elements.length,
    variables,
  };
}

function countIncidents({ state }: LiveInstance): number {
  let count = 0;
  for (const { kind } of state.waits) if (kind === 'incident') count++;
  return count;
}

function currentElements({ state, compiled }: LiveInstance): SvcBpmnProcessInstanceModel['currentElements'] {
  const nameAt = placeNamesOf(state);
  return state.tokens.slice(0, currentElementsMax).map((token) => {
    const node = compiled.model.nodes[token.node];
    return {
      executionId: executionId(state.facts.id, token.number),
      elementId: node?.id ?? '',
      elementName: nameAt(token, node),
      elementType: node?.type ?? '',
      since: isoDate(token.since),
    };
  });
}
