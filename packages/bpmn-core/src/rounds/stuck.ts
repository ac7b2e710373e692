// An instance whose tokens nothing can wake any more says so instead of hanging unseen.
import { missingFlows } from '../behaviours/gateways/parallel-gateway.ts';
import type { Burst, WorkToken } from '../instance/burst.ts';
import { heldTokens, inward } from '../instance/scope.ts';
import { stepFailure } from '../instance/step-failure.ts';
import { closeWait, isStuck, openWait } from '../instance/waits.ts';
import { type FlowNode, isJoin } from '../model/process-model.ts';

/** Raises the incident `STUCK_TOKENS`; where incidents cannot be kept the command fails with it. */
export function dealWithStuckTokens(burst: Burst): void {
  if (burst.waits.size > 0 || burst.tasks.length > 0) return;
  const [token] = [...inward(burst.root)].flatMap(heldTokens).sort((left, right) => left.node - right.node);
  if (token === undefined) return;
  const node = burst.model.nodes[token.node]!;
  const failure = stepFailure(
    'STUCK_TOKENS',
    node.id,
    `Only tokens that wait for others are left: ${waitReason(burst, token, node)}`,
  );
  if (!burst.host.keepsIncidents) throw failure;
  const subject = { kind: 'incident' as const, failure: failure.failure, stage: 'stuck' as const };
  const wait = openWait(burst, { scope: token.scope, token }, node.index, 0, subject);
  burst.history.push(['p', wait.number, node.index, 'STUCK_TOKENS']);
}

/** Ends the incident of stuck tokens of an earlier command once a token has moved; where it moved in vain, another follows. */
export function forgetStuck(burst: Burst): void {
  if (burst.moves === burst.movesBefore) return;
  for (const wait of [...burst.waits.values()]) if (isStuck(wait)) closeWait(burst, wait, 'FULFILLED');
}

function waitReason(burst: Burst, { scope }: WorkToken, node: FlowNode): string {
  if (!isJoin(node)) {
    const held = scope.heldAtNode?.get(node.index)?.length ?? 0;
    return `${node.id} has ${held} of the ${node.activity?.startQuantity ?? 1} tokens that it starts with`;
  }
  const missing = missingFlows(scope, node).map((flow) => burst.model.flows[flow]!.id);
  return `the join ${node.id} has no token on ${missing.join(', ')}`;
}
