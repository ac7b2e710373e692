// Complex gateway: starts when its condition says so, then takes in what is left before it can start again (BPMN 2.0, 13.4.5).
import type { GatewayState } from '../../contract/instance-state.ts';
import { evaluateConditionIn, isTaken } from '../../data/evaluation.ts';
import type { Burst, Scope, WorkToken } from '../../instance/burst.ts';
import { emptyScope, holdOnFlow } from '../../instance/scope.ts';
import { type FlowIndex, NO_FLOW } from '../../model/indexes.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { startInstance } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { completeElement, leaveChosen, noFlowSelected } from '../../tokens/leaving.ts';
import { endToken } from '../../tokens/termination.ts';
import { putValue, type Value } from '../../values/values.ts';
import { consume } from './parallel-gateway.ts';
import { bitsOf, filledFlows, nothingMoreComes } from './reachability.ts';

export const complexGateway: Behaviour = { enter, act, release };

/** Holds the token even where there is one incoming flow: what comes before the reset belongs to the next cycle. */
function enter(burst: Burst, _: FlowNode, token: WorkToken): void {
  holdOnFlow(token.scope, token);
  burst.acting.push(token);
}

/** Evaluates the activation condition, at each arrival alone; a reset may come with every token that moves or ends elsewhere. */
function act(burst: Burst, node: FlowNode, { scope }: WorkToken): void {
  if (stateOf(node, scope) !== undefined || tryStart(burst, node, scope)) release(burst, node, scope);
}

/** Resets the gateway as soon as it can, and starts it anew with the tokens that came too early for that. */
function release(burst: Burst, node: FlowNode, scope: Scope): boolean {
  let released = false;
  for (;;) {
    const started = stateOf(node, scope);
    if (started === undefined || !tryReset(burst, node, scope, started)) return released;
    released = true;
    tryStart(burst, node, scope);
  }
}

/** Answers the state of a gateway that has started; undefined while it waits for its start. */
function stateOf(node: FlowNode, { gateways }: Scope): GatewayState | undefined {
  return gateways.find((gateway) => gateway.node === node.index);
}

function tryStart(burst: Burst, node: FlowNode, scope: Scope): boolean {
  const filled = filledFlows(scope, node);
  if (filled.length === 0) return false;
  const seen = seenBy(burst, node, scope, true);
  if (node.activationCondition !== null && !evaluateConditionIn(burst, node.activationCondition, seen, node))
    return false;
  const flows = flowsOf(burst, node, seen, node.outgoing);
  const chosen = flows.length > 0 || node.outgoing.length === 0 ? flows : [defaultOf(node)];
  const token = consume(burst, scope, filled);
  startInstance(burst, node, token);
  const origin = token.origin === 0 ? {} : { origin: token.origin };
  scope.gateways = [...scope.gateways, { node: node.index, consumed: filled, ...origin }];
  completeElement(burst, token);
  leaveChosen(burst, node, token, chosen);
  return true;
}

function defaultOf(node: FlowNode): FlowIndex {
  if (node.defaultFlow === NO_FLOW) throw noFlowSelected(node);
  return node.defaultFlow;
}

/** Resets unless a token can still come by a flow that gave none at the start; answers whether it did. */
function tryReset(burst: Burst, node: FlowNode, scope: Scope, started: GatewayState): boolean {
  const { consumed } = started;
  const late = filledFlows(scope, node).filter((flow) => !consumed.includes(flow));
  if (!nothingMoreComes(burst.model, scope, node, bitsOf(node, [...consumed, ...late]))) return false;
  scope.gateways = scope.gateways.filter((gateway) => gateway !== started);
  if (late.length === 0) return true;
  const again = node.outgoing.filter((flow) => burst.model.flows[flow]!.readsWaitingForStart);
  const flows = flowsOf(burst, node, seenBy(burst, node, scope, false), again);
  const token = consume(burst, scope, late);
  startInstance(burst, node, token);
  completeElement(burst, token);
  if (flows.length === 0) endToken(burst, token);
  else leaveChosen(burst, node, token, flows);
  return true;
}

function flowsOf(burst: Burst, node: FlowNode, seen: Scope, candidates: readonly FlowIndex[]): FlowIndex[] {
  return candidates.filter(
    (flow) => flow !== node.defaultFlow && isTaken(burst, burst.model.flows[flow]!, seen, null, node),
  );
}

/** Makes a scope with what the standard lets conditions of a complex gateway read. */
function seenBy({ model }: Burst, node: FlowNode, scope: Scope, waitingForStart: boolean): Scope {
  const counts: Record<string, Value> = {};
  for (const flow of node.incoming) {
    putValue(counts, model.flows[flow]!.id, scope.heldOnFlow?.get(flow)?.length ?? 0);
  }
  const seen = emptyScope(scope.number, scope, scope.token, null);
  const activationCount = filledFlows(scope, node).length;
  seen.variables = { activationCount, waitingForStart, activationCounts: counts };
  return seen;
}
