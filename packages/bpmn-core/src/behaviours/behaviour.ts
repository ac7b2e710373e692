// What every element type says about itself.
import { type Burst, holdAtNode, type WorkToken } from '../burst.ts';
import { transition } from '../lifecycle.ts';
import type { FlowNode } from '../model/process-model.ts';

export interface Behaviour {
  /** First half of a round, in document order of the flows: the token has arrived. Nothing may leave here. */
  readonly enter: (burst: Burst, node: FlowNode, token: WorkToken) => void;
  /** Second half, in document order of the elements: does the work and moves on, or waits. */
  readonly act: (burst: Burst, node: FlowNode, token: WorkToken) => void;
}

/** Begins an activity instance that acts in this round. */
export function beginActivity(burst: Burst, node: FlowNode, token: WorkToken): void {
  token.lifecycle = transition(token.lifecycle, 'ACTIVE');
  token.activity = ++burst.counter;
  burst.history.push(['a', token.activity, node.index, token.number]);
  burst.acting.push(token);
}

/** Begins an activity at once, or takes the token in until the start quantity is there. */
export function collectOrBegin(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.startQuantity <= 1) {
    beginActivity(burst, node, token);
    return;
  }
  holdAtNode(burst, token);
  if (!burst.collecting.includes(node.index)) burst.collecting.push(node.index);
}

/** Begins the activity as often as its start quantity is there; the token that was sent first goes in, the others are used up. */
export function beginCollected(burst: Burst, node: FlowNode): void {
  const held = burst.heldAtNode!.get(node.index)!;
  held.sort((left, right) => left.sent - right.sent);
  while (held.length >= node.startQuantity) {
    const [first] = held.splice(0, node.startQuantity);
    burst.liveTokens -= node.startQuantity - 1;
    beginActivity(burst, node, first!);
  }
}
