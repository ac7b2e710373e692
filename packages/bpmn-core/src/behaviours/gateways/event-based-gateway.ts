// Event-based gateway: arms everything behind it; the first to occur takes the token (BPMN 2.0, 13.4.4).
import type { Burst, WorkToken } from '../../instance/burst.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { beginElement } from '../../tokens/activity.ts';
import { armEvent, awaitTrigger } from '../../tokens/arming.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';

/** Event-based gateway, which waits since it was entered; `catching/occurrence.ts` moves its token on. */
export const eventBasedGateway: Behaviour = { enter, act: () => undefined };

function enter(burst: Burst, node: FlowNode, token: WorkToken): void {
  beginElement(burst, node, token);
  for (const flow of node.outgoing) {
    const target = burst.model.nodes[burst.model.flows[flow]!.target]!;
    if (target.event === null) awaitTrigger(burst, target, token);
    else armEvent(burst, target, { scope: token.scope, token });
  }
}
