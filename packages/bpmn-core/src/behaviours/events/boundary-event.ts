// Boundary event: no flow reaches it; `catching/occurrence.ts` begins and completes it when its trigger comes.
import type { FlowNode } from '../../model/process-model.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';

export const boundaryEvent: Behaviour = { enter: unreachable, act: unreachable };

function unreachable(_: unknown, node: FlowNode): never {
  throw new Error(`a token arrived at the boundary event ${node.id}`);
}
