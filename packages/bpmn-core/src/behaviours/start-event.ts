// None start event: names the starter where the model asks for it and lets the token go.
import { type Burst, setVariable, type WorkToken } from '../burst.ts';
import { completeActivity, leaveByAllFlows } from '../leaving.ts';
import type { FlowNode } from '../model/process-model.ts';
import { type Behaviour, beginActivity } from './behaviour.ts';

export const startEvent: Behaviour = { enter: beginActivity, act };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.initiatorVariable !== null) setVariable(burst, node.initiatorVariable, burst.facts.startUserId);
  completeActivity(burst, token);
  leaveByAllFlows(burst, node, token);
}
