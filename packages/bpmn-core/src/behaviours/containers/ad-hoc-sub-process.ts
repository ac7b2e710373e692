// Ad-hoc sub-process: its activities begin by themselves or when they are asked to, until its condition is true (BPMN 2.0, 13.3.5).
import { evaluateConditionIn } from '../../data/evaluation.ts';
import { type Burst, newToken, nodeOf, reserveTokens, type Scope, type WorkToken } from '../../instance/burst.ts';
import { NO_FLOW, type NodeIndex } from '../../model/indexes.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { enterActivity, finishActivity } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { terminateToken, terminateTokens } from '../../tokens/termination.ts';

export const adHocSubProcess: Behaviour = { enter: enterActivity, act, emptied };

/** Enables the activities that no flow leads to; an automatic sub-process begins each of them once. */
function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  const scope = token.inner!;
  // An event sub-process may have taken over before anything began.
  if (scope.interrupted) return;
  const isAuto = node.adHoc!.activation === 'auto';
  scope.adHoc = { enabled: isAuto ? scope.model!.startNodes : [], closing: false };
  beginNext(burst, node, scope);
  if (scope.tokens.size === 0) emptied(burst, node, token);
}

/** Begins the enabled activities: all at once, or one at a time in a sequential sub-process. */
function beginNext(burst: Burst, node: FlowNode, scope: Scope): void {
  const { enabled, closing } = scope.adHoc!;
  if (closing || enabled.length === 0 || (node.adHoc!.sequential && scope.tokens.size > 0)) return;
  const count = node.adHoc!.sequential ? 1 : enabled.length;
  scope.adHoc = { enabled: enabled.slice(count), closing };
  for (const index of enabled.slice(0, count)) {
    reserveTokens(burst, 1, burst.model.nodes[index]!, scope);
    burst.arriving.push(newToken(burst, scope, index, NO_FLOW));
  }
}

/** Lists which of these activities may not be begun now: flows lead to them, they lie elsewhere, or nothing more begins. */
export function notEnabled({ model }: Burst, scope: Scope, elementIds: readonly string[]): string[] {
  const isOpen = !scope.adHoc!.closing && !scope.interrupted;
  const ids = isOpen ? scope.model!.startNodes.map((index) => model.nodes[index]!.id) : [];
  return elementIds.filter((id) => !ids.includes(id));
}

/** Begins these activities, once more where they ran already; in a sequential one they wait for their turn. */
export function beginOnDemand(burst: Burst, scope: Scope, activities: readonly NodeIndex[]): void {
  const { enabled, closing } = scope.adHoc!;
  scope.adHoc = { enabled: [...enabled, ...activities], closing };
  beginNext(burst, nodeOf(burst, scope.token!), scope);
}

/** Evaluates the completion condition after an activity has completed: closes the sub-process where it holds, else begins the next. */
export function adHocProgress(burst: Burst, scope: Scope): void {
  const node = nodeOf(burst, scope.token!);
  const { completionCondition } = node.adHoc!;
  if (scope.adHoc === null || scope.adHoc.closing) return;
  if (completionCondition !== null && evaluateConditionIn(burst, completionCondition, scope, node)) {
    closeAdHoc(burst, scope);
  } else beginNext(burst, node, scope);
}

/** Lets nothing more begin; running activities are ended, or go on to their end where the model says so. */
export function closeAdHoc(burst: Burst, scope: Scope): void {
  const token = scope.token!;
  const node = nodeOf(burst, token);
  scope.adHoc = { enabled: [], closing: true };
  if (node.adHoc!.cancelRemaining) terminateTokens(burst, scope);
  // Tokens between activities would only begin others.
  else for (const inner of [...scope.tokens]) if (inner.activity === 0) terminateToken(burst, inner);
  if (scope.tokens.size === 0) finishActivity(burst, node, token);
}

/**
 * Completes the sub-process once nothing runs in it: where it is automatic without condition, or its condition held. Else it stays open.
 */
function emptied(burst: Burst, node: FlowNode, token: WorkToken): void {
  const scope = token.inner!;
  const { activation, completionCondition } = node.adHoc!;
  const { closing, enabled } = scope.adHoc ?? { closing: false, enabled: [] };
  const isThrough = activation === 'auto' && completionCondition === null && enabled.length === 0;
  // An interrupting event sub-process, or a terminate end event in one, leaves nothing to begin.
  if (closing || isThrough || scope.interrupted) finishActivity(burst, node, token);
  else beginNext(burst, node, scope);
}
