// A token of the reference interpreter goes on here: by which flows, how often, and what an inclusive join waits for.
import { incomingOf, isActivity, outgoingOf, type RefCondition, type RefFlow, type RefNode } from './plan.ts';
import { type Area, drop, newToken, nodeOf, RefFailure, type RefRun, type RefToken, seenFrom } from './run-state.ts';

export function holds(area: Area, condition: RefCondition): boolean {
  return seenFrom(area, condition.variable) === condition.equals;
}

/** Reports that the element is completed, and sends the token on. */
export function completeAndLeave(run: RefRun, token: RefToken): void {
  const node = nodeOf(run, token);
  const flows = chosenFlows(run, node, token.area);
  run.words.push(`-${node.id}`);
  send(run, token, flows);
}

/** Sends the token on from an element that is reported as completed already. */
export function leave(run: RefRun, token: RefToken): void {
  send(run, token, chosenFlows(run, nodeOf(run, token), token.area));
}

function send(run: RefRun, token: RefToken, flows: readonly RefFlow[]): void {
  const node = nodeOf(run, token);
  const each = isActivity(node) ? node.completionQuantity : 1;
  drop(run, token);
  for (const { id, target } of flows) {
    for (let count = 0; count < each; count++) {
      run.words.push(id);
      run.arriving.push(newToken(run, token.area, target, { via: id }));
    }
  }
}

function chosenFlows(run: RefRun, node: RefNode, area: Area): readonly RefFlow[] {
  const outgoing = outgoingOf(run.process, node.id);
  const isChoice = isActivity(node) || node.type === 'exclusiveGateway' || node.type === 'inclusiveGateway';
  if (outgoing.length === 0 || !isChoice) return outgoing;
  const isTrue = (flow: RefFlow) => !flow.isDefault && (flow.when === null || holds(area, flow.when));
  let chosen = outgoing.filter(isTrue);
  if (node.type === 'exclusiveGateway') chosen = chosen.slice(0, 1);
  const others = isActivity(node) ? chosen.filter(({ when }) => when !== null) : chosen;
  if (others.length === 0) chosen = outgoing.filter((flow) => flow.isDefault || chosen.includes(flow));
  if (chosen.length === 0) throw new RefFailure('NO_FLOW_SELECTED');
  return chosen;
}

export function isJoin(run: RefRun, node: RefNode): boolean {
  const joins = node.type === 'parallelGateway' || node.type === 'inclusiveGateway';
  return joins && incomingOf(run.process, node.id).length > 1;
}

/** Counts how often the parallel join could fire with the tokens that it holds. */
export function fullSets(run: RefRun, area: Area, node: RefNode): number {
  const held = heldAt(area, node);
  const counts = incomingOf(run.process, node.id).map(({ id }) => held.filter(({ via }) => via === id).length);
  return Math.min(...counts);
}

export function heldAt(area: Area, { id }: RefNode): readonly RefToken[] {
  return area.tokens.filter(({ node, phase }) => node === id && phase === 'held');
}

/** Whether no token elsewhere could still come to an empty flow, or every such one could as well come to one that has its token. */
export function isReleased(run: RefRun, area: Area, node: RefNode): boolean {
  const held = heldAt(area, node);
  if (held.length === 0) return false;
  const isEmpty = ({ id }: RefFlow) => !held.some(({ via }) => via === id);
  const elsewhere = area.tokens.filter(
    ({ node: at, kind, phase }) => kind !== 'undo' && !(at === node.id && phase === 'held'),
  );
  return elsewhere.every((token) => {
    const reached = reachedFlows(run, token, node);
    return !reached.some(isEmpty) || reached.some((flow) => !isEmpty(flow));
  });
}

/** Lists the flows into the join that some path leads to without going through the join. */
function reachedFlows(run: RefRun, token: RefToken, join: RefNode): readonly RefFlow[] {
  if (token.node === join.id) return run.process.flows.filter(({ id }) => id === token.via);
  const seen = new Set<string>();
  const found: RefFlow[] = [];
  const walk = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const { id: boundary, host } of run.process.nodes) if (host === id) walk(boundary);
    for (const flow of outgoingOf(run.process, id)) {
      if (flow.target === join.id) found.push(flow);
      else walk(flow.target);
    }
  };
  walk(token.node);
  return found;
}
