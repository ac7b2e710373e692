// Inclusive gateway: joins what can still come, sends a token on every flow whose condition is true (BPMN 2.0, 13.4.3).
import { isTaken } from '../../data/evaluation.ts';
import type { Burst, Scope, WorkToken } from '../../instance/burst.ts';
import { type FlowIndex, NO_FLOW } from '../../model/indexes.ts';
import { type FlowNode, isJoin } from '../../model/process-model.ts';
import { startInstance } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { completeElement, leaveChosen, noFlowSelected } from '../../tokens/leaving.ts';
import { consume, enterJoin } from './parallel-gateway.ts';
import { bitsOf, filledFlows, nothingMoreComes } from './reachability.ts';

export const inclusiveGateway: Behaviour = { enter: enterJoin, act, release };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (isJoin(node)) release(burst, node, token.scope);
  else split(burst, node, token);
}

/** Lets the join go on as often as tokens are held that wait for no token elsewhere, each time with one of each filled flow. */
function release(burst: Burst, node: FlowNode, scope: Scope): boolean {
  let released = false;
  for (;;) {
    const filled = filledFlows(scope, node);
    if (filled.length === 0 || !nothingMoreComes(burst.model, scope, node, bitsOf(node, filled))) return released;
    released = true;
    const token = consume(burst, scope, filled);
    startInstance(burst, node, token);
    split(burst, node, token);
  }
}

function split(burst: Burst, node: FlowNode, token: WorkToken): void {
  const flows = trueFlows(burst, node, token);
  completeElement(burst, token);
  leaveChosen(burst, node, token, flows);
}

/** Chooses every flow without condition or with a true one, and the default only when there is none. */
export function trueFlows(burst: Burst, node: FlowNode, token: WorkToken): readonly FlowIndex[] {
  const chosen = node.outgoing.filter(
    (flow) => flow !== node.defaultFlow && isTaken(burst, burst.model.flows[flow]!, token.scope, token.number, node),
  );
  if (chosen.length > 0 || node.outgoing.length === 0) return chosen;
  if (node.defaultFlow === NO_FLOW) throw noFlowSelected(node);
  return [node.defaultFlow];
}
