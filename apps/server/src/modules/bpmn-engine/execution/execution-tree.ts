// Makes the executions of a running instance of its state: the process, scopes, iterations and the tokens in them.
import type { InstanceState, Token } from '@keelson/bpmn-core';
import type { SvcBpmnExecutionModel } from '@keelson/contract';
import { isoDate } from '../interface/iso-date.ts';
import { executionId, incidentId } from '../interface/part-id.ts';
import { placeNamesOf } from '../interface/place-names.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { OpenIncidentRow } from './execution.store.ts';

/** Lists the process itself, then its tokens, those of a scope behind the one that the scope belongs to. */
export function executionsOf(live: LiveInstance, incidents: readonly OpenIncidentRow[]): SvcBpmnExecutionModel[] {
  const { state, compiled } = live;
  const { id, startedAt } = state.facts;
  const marked = Map.groupBy(incidents, (row) => tokenOf(state, row));
  const incidentIdsAt = (token: number) => (marked.get(token) ?? []).map((row) => incidentId(row.id, row.number));
  const parents = new Map(state.scopes.map(({ number, token }) => [number, executionId(id, token)]));
  const process: SvcBpmnExecutionModel = {
    id,
    parentId: live.call === null ? null : executionId(live.call.callerId, live.call.token),
    processInstanceId: id,
    elementId: compiled.key,
    elementName: compiled.name,
    elementType: 'process',
    state: state.suspended ? 'SUSPENDED' : 'ACTIVE',
    since: isoDate(startedAt),
    loopCounter: null,
    incidentIds: incidentIdsAt(0),
  };
  const nameAt = placeNamesOf(state);
  const tokens = state.tokens.map((token): SvcBpmnExecutionModel => {
    const node = compiled.model.nodes[token.node];
    return {
      id: executionId(id, token.number),
      parentId: parents.get(token.scope) ?? id,
      processInstanceId: id,
      elementId: node?.id ?? '',
      elementName: nameAt(token, node),
      elementType: node?.type ?? '',
      state: stateOf(state, token),
      since: isoDate(token.since),
      loopCounter: token.role === 'iteration' ? token.index : null,
      incidentIds: incidentIdsAt(token.number),
    };
  });
  return [process, ...tokens];
}

/**
 * Finds the token of an incident: that of a job names its wait alone, and what waits beside an activity has its scope, 0 for the process
 * itself.
 */
function tokenOf({ waits, scopes }: InstanceState, { token, number }: OpenIncidentRow): number {
  if (token !== null && token > 0) return token;
  const wait = waits.find((each) => each.number === number);
  if (wait === undefined) return 0;
  return wait.token > 0 ? wait.token : (scopes.find((scope) => scope.number === wait.scope)?.token ?? 0);
}

function stateOf({ suspended }: InstanceState, { activity }: Token): SvcBpmnExecutionModel['state'] {
  if (suspended) return 'SUSPENDED';
  return activity === 0 ? 'WAITING' : 'ACTIVE';
}
