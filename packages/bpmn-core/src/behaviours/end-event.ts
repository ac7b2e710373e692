// None end event: the token ends.
import type { Burst, WorkToken } from '../burst.ts';
import { completeActivity, endToken } from '../leaving.ts';
import type { FlowNode } from '../model/process-model.ts';
import { type Behaviour, beginActivity } from './behaviour.ts';

export const endEvent: Behaviour = { enter: beginActivity, act };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  completeActivity(burst, token);
  // Once each: an end that a loop reaches again and again must not grow the state.
  if (!burst.endElementIds.includes(node.id)) burst.endElementIds = [...burst.endElementIds, node.id];
  endToken(burst);
}
