// Moves tokens in rounds until every one of them rests or has ended.
import { beginCollected } from './behaviours/behaviour.ts';
import { behaviours } from './behaviours/behaviours.ts';
import { missingFlows } from './behaviours/parallel-gateway.ts';
import { type Burst, heldTokens, sealState, type WorkToken } from './burst.ts';
import { stepFailure } from './failure.ts';
import { type FlowNode, isJoin } from './model/process-model.ts';
import type { StepResult } from './result.ts';

/** Runs the burst to rest and answers it. Throws `BURST_LIMIT`, `STUCK_TOKENS` and what the elements throw. */
export function runToRest(burst: Burst): StepResult {
  while (burst.arriving.length > 0) runRound(burst);
  if (burst.liveTokens === 0) {
    burst.history.push(['e', 'COMPLETED']);
    burst.effects.push({ kind: 'end', endState: 'COMPLETED' });
  } else if (burst.waiting.length === 0) {
    throw stuck(burst);
  }
  return { outcome: 'done', state: sealState(burst), history: burst.history, effects: burst.effects };
}

/** First everything entered is entered, in document order of the flows; then the elements act, in document order. */
function runRound(burst: Burst): void {
  const { arriving } = burst;
  const { nodes } = burst.model;
  countSteps(burst, arriving);
  burst.arriving = [];
  burst.acting = [];
  burst.collecting = [];
  sortUnlessSorted(arriving, 'arrivedBy');
  for (const token of arriving) {
    const node = nodes[token.node]!;
    behaviours[node.type].enter(burst, node, token);
  }
  for (const node of burst.collecting) beginCollected(burst, nodes[node]!);
  const { acting } = burst;
  sortUnlessSorted(acting, 'node');
  // The node as it was entered: the act of a join may move another token of this round on.
  const acted = acting.length === 1 ? null : acting.map((token) => token.node);
  for (let index = 0; index < acting.length; index++) {
    const token = acting[index]!;
    const node = nodes[acted === null ? token.node : acted[index]!]!;
    behaviours[node.type].act(burst, node, token);
  }
}

function countSteps(burst: Burst, arriving: readonly WorkToken[]): void {
  burst.steps += arriving.length;
  if (burst.steps > burst.limits.burstSteps) {
    const element = burst.model.nodes[arriving[0]!.node]!.id;
    const problem = `The tokens made more than ${burst.limits.burstSteps} moves without coming to rest`;
    throw stepFailure('BURST_LIMIT', element, problem);
  }
}

/** Tokens that tie keep the order in which they came. Most rounds are sorted already. */
function sortUnlessSorted(tokens: WorkToken[], by: 'arrivedBy' | 'node'): void {
  for (let index = 1; index < tokens.length; index++) {
    if (tokens[index - 1]![by] > tokens[index]![by]) {
      tokens.sort((left, right) => left[by] - right[by]);
      return;
    }
  }
}

/** Nothing that happens later could move these tokens: without this failure the instance would hang unseen. */
function stuck(burst: Burst): Error {
  const [first] = heldTokens(burst).sort((left, right) => left.node - right.node);
  const node = burst.model.nodes[first!.node]!;
  return stepFailure('STUCK_TOKENS', node.id, `Only tokens that wait for others are left: ${waitReason(burst, node)}`);
}

function waitReason(burst: Burst, node: FlowNode): string {
  if (!isJoin(node)) {
    const held = burst.heldAtNode?.get(node.index)?.length ?? 0;
    return `${node.id} has ${held} of the ${node.startQuantity} tokens that it starts with`;
  }
  const missing = missingFlows(burst, node).map((flow) => burst.model.flows[flow]!.id);
  return `the join ${node.id} has no token on ${missing.join(', ')}`;
}
