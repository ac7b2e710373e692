// Embedded sub-process and transaction: a scope of their own, which ends when nothing is left in it.
import { type Burst, newToken, reserveTokens, type WorkToken } from '../../instance/burst.ts';
import { NO_FLOW } from '../../model/indexes.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { enterActivity, finishActivity } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';

export const subProcess: Behaviour = { enter: enterActivity, act: beginBody, emptied: finishActivity };

/** Event sub-process: it begins by its trigger, and its instance ends without leaving by flows. */
export const eventSubProcess: Behaviour = { enter: unreachable, act: unreachable, emptied: finishActivity };

/** Puts tokens at the start events of a body, or at each implicit beginning; a body without any completes at once. */
export function beginBody(burst: Burst, node: FlowNode, token: WorkToken): void {
  const scope = token.inner!;
  const { startNodes } = scope.model!;
  // An event sub-process that was armed with a true condition has taken over before the body began.
  if (scope.interrupted) return;
  if (startNodes.length === 0 && scope.tokens.size === 0) {
    finishActivity(burst, node, token);
    return;
  }
  for (const index of startNodes) {
    reserveTokens(burst, 1, node, scope);
    burst.arriving.push(newToken(burst, scope, index, NO_FLOW));
  }
}

function unreachable(_: unknown, node: FlowNode): never {
  throw new Error(`a token arrived at the event sub-process ${node.id}`);
}
