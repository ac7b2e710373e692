// A multi-instance runs one iteration for each element, at once or one after another (BPMN 2.0, 13.3.7).
import { evaluateConditionIn } from '../../data/evaluation.ts';
import type { Burst, Scope, WorkToken } from '../../instance/burst.ts';
import { setLocal } from '../../instance/scope.ts';
import type { MultiInstanceModel } from '../../model/activity-model.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { terminateTokens } from '../../tokens/termination.ts';
import { beginIteration } from './iteration.ts';
import { instancesOf } from './loop-bounds.ts';
import { keepOutputs } from './loop-outputs.ts';
import { reportCompletion } from './loop-reports.ts';

export function beginInstances(burst: Burst, node: FlowNode, scope: Scope, loop: MultiInstanceModel): void {
  const { count, items } = instancesOf(burst, node, scope, loop);
  scope.loop = { ...scope.loop!, count, items };
  const atOnce = loop.sequential ? Math.min(count, 1) : count;
  for (let index = 0; index < atOnce; index++) beginIteration(burst, node, scope);
  writeCounts(burst, scope);
}

/** Keeps the outputs of an instance and reports its completion; a true completion condition ends the other instances. */
export function instanceFinished(burst: Burst, node: FlowNode, token: WorkToken, loop: MultiInstanceModel): void {
  const { scope } = token;
  keepOutputs(burst, node, token, loop);
  writeCounts(burst, scope, 1);
  const isInterrupted = reportCompletion(burst, node, scope, loop);
  // What a report brought about may have ended the activity whole.
  if (!token.alive) return;
  const { completionCondition } = loop;
  const isDone = completionCondition !== null && evaluateConditionIn(burst, completionCondition, scope, node);
  if (isInterrupted || isDone) endOthers(burst, token);
}

function endOthers(burst: Burst, token: WorkToken): void {
  const { scope } = token;
  const ended = scope.tokens.size - 1;
  terminateTokens(burst, scope, token);
  const { begun, terminated } = scope.loop!;
  scope.loop = { ...scope.loop!, count: begun, terminated: terminated + ended };
}

/** Begins the next instance of a sequential loop, once the one before has completed. */
export function nextInstance(burst: Burst, node: FlowNode, scope: Scope, loop: MultiInstanceModel): void {
  const { begun, count } = scope.loop!;
  if (!loop.sequential || begun >= count! || scope.tokens.size > 0) return;
  beginIteration(burst, node, scope);
  writeCounts(burst, scope);
}

/** Writes the counts of instances, under the names that people use and under those of the standard. */
function writeCounts(burst: Burst, scope: Scope, done = 0): void {
  const { count, completed, terminated } = scope.loop!;
  const active = scope.tokens.size - done;
  for (const [name, value] of [
    ['nrOfInstances', count],
    ['nrOfActiveInstances', active],
    ['nrOfCompletedInstances', completed],
    ['nrOfTerminatedInstances', terminated],
    ['numberOfInstances', count],
    ['numberOfActiveInstances', active],
    ['numberOfCompletedInstances', completed],
    ['numberOfTerminatedInstances', terminated],
  ] as const) {
    setLocal(burst, scope, name, value);
  }
}
