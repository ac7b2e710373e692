// The work of an activity is performed with what stands around it: data, parameters, listeners, skipping.
import { actInLoop } from '../behaviours/loops/loop.ts';
import { beginData, takeInputs } from '../data/data.ts';
import { evaluateCondition } from '../data/evaluation.ts';
import { writeInputParameters } from '../data/parameters.ts';
import type { Burst, WorkToken } from '../instance/burst.ts';
import { scopeOf } from '../instance/scope.ts';
import { openWait } from '../instance/waits.ts';
import type { FlowNode } from '../model/process-model.ts';
import { finishActivity } from '../tokens/activity.ts';
import type { Behaviour } from '../tokens/behaviour.ts';
import { runListeners } from '../tokens/listeners.ts';
import { terminateTokens } from '../tokens/termination.ts';

/** Begins the work, or waits for its inputs. A loop's data are around its iterations, its listeners in each of them. */
export function perform(burst: Burst, node: FlowNode, token: WorkToken, behaviour: Behaviour): void {
  const activity = node.activity!;
  const isLoop = activity.loop !== null && token.role !== 'iteration';
  if (token.role === 'iteration') beginBodyData(burst, node, token);
  else if (!isReady(burst, node, token)) return;
  if (isLoop) {
    actInLoop(burst, node, token);
    return;
  }
  writeInputParameters(burst, node, token);
  runListeners(burst, node, node.listeners, 'start', scopeOf(token), token.number);
  if (activity.skipExpression !== null && evaluateCondition(burst, activity.skipExpression, token, node)) {
    // What a condition that was true already has begun inside is skipped, too.
    if (token.inner !== null) terminateTokens(burst, token.inner);
    finishActivity(burst, node, token);
  } else behaviour.act(burst, node, token);
}

function isReady(burst: Burst, node: FlowNode, token: WorkToken): boolean {
  const { properties, io } = node.activity!;
  const { inner } = token;
  if (inner !== null) beginData(burst, inner, properties, node);
  beginBodyData(burst, node, token);
  if (io === null || takeInputs(burst, node, token)) return true;
  openWait(burst, { scope: token.scope, token }, node.index, 0, { kind: 'data' });
  return false;
}

/** Begins the data objects of a sub-process, of a loop those of each iteration. */
function beginBodyData(burst: Burst, node: FlowNode, { inner }: WorkToken): void {
  if (inner?.model != null) beginData(burst, inner, inner.model.data, node);
}
