// An activity loops: the iterations of a standard loop or a multi-instance lie in a scope of their own (BPMN 2.0, 13.3.6, 13.3.7).
import type { LoopState } from '../../contract/instance-state.ts';
import { evaluateConditionIn } from '../../data/evaluation.ts';
import { type Burst, nodeOf, type Scope, type WorkToken } from '../../instance/burst.ts';
import { setLocal } from '../../instance/scope.ts';
import type { StandardLoopModel } from '../../model/activity-model.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { finishActivity } from '../../tokens/activity.ts';
import { endToken } from '../../tokens/termination.ts';
import { beginIteration } from './iteration.ts';
import { loopMaximum } from './loop-bounds.ts';
import { writeOutputs } from './loop-outputs.ts';
import { beginInstances, instanceFinished, nextInstance } from './multi-instance.ts';

const FRESH: LoopState = {
  count: null,
  begun: 0,
  completed: 0,
  terminated: 0,
  items: null,
  outputs: [],
  reported: false,
};

/** Begins the first iterations of an activity that was entered, or completes it at once where there are none. */
export function actInLoop(burst: Burst, node: FlowNode, token: WorkToken): void {
  const scope = token.inner!;
  const loop = node.activity!.loop!;
  scope.loop = FRESH;
  if (loop.kind === 'multiInstance') beginInstances(burst, node, scope, loop);
  else {
    scope.loop = { ...FRESH, count: loopMaximum(burst, node, scope, loop) };
    setLocal(burst, scope, 'loopCounter', 0);
    if (goesRound(burst, node, scope, loop, loop.testBefore)) beginIteration(burst, node, scope);
  }
  if (scope.tokens.size === 0) loopEmptied(burst, node, token, scope);
}

/** Whether another iteration begins: the maximum is not reached, and the condition holds where it is asked. */
function goesRound(burst: Burst, node: FlowNode, scope: Scope, loop: StandardLoopModel, isAsked: boolean): boolean {
  const { begun, count } = scope.loop!;
  if (count !== null && begun >= count) return false;
  return !isAsked || loop.condition === null || evaluateConditionIn(burst, loop.condition, scope, node);
}

/** Goes on after an iteration has completed: the loop goes round, or ends with its last one. */
export function iterationFinished(burst: Burst, token: WorkToken): void {
  const { scope } = token;
  const node = nodeOf(burst, token);
  const loop = node.activity!.loop!;
  scope.loop = { ...scope.loop!, completed: scope.loop!.completed + 1 };
  if (loop.kind === 'multiInstance') {
    instanceFinished(burst, node, token, loop);
    if (!token.alive) return;
    endToken(burst, token);
    nextInstance(burst, node, scope, loop);
    return;
  }
  endToken(burst, token);
  setLocal(burst, scope, 'loopCounter', scope.loop.completed);
  if (goesRound(burst, node, scope, loop, true)) beginIteration(burst, node, scope);
}

/** Completes an activity without iterations left: their outputs are written around the loop. */
export function loopEmptied(burst: Burst, node: FlowNode, token: WorkToken, scope: Scope): void {
  const loop = node.activity!.loop!;
  if (loop.kind === 'multiInstance') writeOutputs(burst, scope, loop);
  finishActivity(burst, node, token);
}
