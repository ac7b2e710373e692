// Shows a running instance, or one that a command has just ended, as the interface shows it.
import { currentElementsMax, type SvcBpmnProcessInstanceModel } from '@keelson/contract';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { isoDate, isoDateOrNull } from './iso-date.ts';
import { executionId } from './part-id.ts';

/** Every command on an instance answers this; with variables where the caller asked for them. */
export function liveInstanceToWire(
  live: LiveInstance,
  variables: SvcBpmnProcessInstanceModel['variables'] = null,
): SvcBpmnProcessInstanceModel {
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
